/** Writes the `reach` layer, and the records of reaches as templates and figures. */
import type { DatabaseSync } from 'node:sqlite';
import { boxOfLines, createGeometryEncoder } from '../format/geometry-blob.ts';
import { figuresLine, type ReachFigures } from '../format/record-template.ts';
import type { DatasetContent } from './content.ts';
import type { Naming } from './naming.ts';
import { figure } from './properties.ts';
import { type Bilingual, bothLanguages, riverRecordTemplate } from './river-record.ts';

const STEPS_BETWEEN_PROGRESS = 8192;

/** The code of a reach as text: the standard part of its MA string. */
export function reachCode(content: DatasetContent, reach: number): string {
  const zone = content.coded.zones[content.coded.zone[reach]!]!;
  return `${zone.basincode}${zone.subbasincd}.${content.binstrvalOf(reach)}.${content.coded.binstrlen[reach]}`;
}

/** Returns the box of each reach in the order of its fid. */
export function writeReaches(
  db: DatabaseSync,
  content: DatasetContent,
  naming: Naming,
  zoneFids: Int32Array,
  progress: (done: number) => void,
): Float64Array {
  const { network, coded, rivers, riverOf } = content;
  const { areaKm2 } = network;
  const putReach = db.prepare(`INSERT INTO reach VALUES (${Array(17).fill('?').join(', ')})`);
  const putRecord = db.prepare('INSERT INTO reach_record VALUES (?, ?, ?, ?, ?)');
  const putTemplate = db.prepare('INSERT INTO record_template VALUES (?, ?)');
  const templates = new Map<number, number>();
  const encoder = createGeometryEncoder();
  const boxes = new Float64Array(network.count * 4);
  const depths = new Int32Array(network.count);

  const namesOf = cachedNames(naming);

  for (let i = 0; i < network.count; i++) {
    const reach = coded.byId[i]!;
    const below = network.down[reach]!;
    const depth = below < 0 ? 1 : depths[below]! + 1;
    depths[reach] = depth;
    const line = content.lineOf(reach);
    const box = boxOfLines([line]);
    boxes.set(box, i * 4);
    const river = riverOf[reach]!;
    const name = river < 0 ? undefined : rivers[river]!.name;
    const area = areaKm2 === undefined || Number.isNaN(areaKm2[reach]!) ? null : areaKm2[reach]!;
    const strahler = coded.strahler[reach]!;
    const sourceId = content.sourceIdOf(reach);
    const code = reachCode(content, reach);
    putReach.run(
      i + 1,
      code,
      coded.last[reach]!,
      below < 0 ? null : coded.id[below]!,
      coded.inflows[reach]!,
      strahler,
      rounded(network.lengthKm[reach]!),
      area,
      rounded(coded.upstreamLengthKm[reach]!),
      rounded(coded.distanceToOutletKm[reach]!),
      depth,
      zoneFids[coded.zone[reach]!]!,
      river < 0 ? null : river + 1,
      name?.zh ?? null,
      name?.en ?? null,
      sourceId === '' ? null : sourceId,
      encoder.line(line, box),
    );

    const key = naming.shapeKey(reach);
    let template = templates.get(key);
    if (template === undefined) {
      template = templates.size + 1;
      templates.set(key, template);
      putTemplate.run(template, riverRecordTemplate(naming.shape(reach)));
    }
    const zone = coded.zones[coded.zone[reach]!]!;
    const figures = figuresLine({
      ...namesOf(reach),
      lengthKm: figure(network.lengthKm[reach]!),
      strahler: String(strahler),
      areaKm2: area === null ? '' : figure(area),
      outletKm: figure(coded.distanceToOutletKm[reach]!),
      upstreamReaches: String(coded.last[reach]! - coded.id[reach]!),
      upstreamKm: figure(coded.upstreamLengthKm[reach]!),
      sourceId: jsonText(sourceId),
      basincode: String(zone.basincode),
      subbasincd: zone.subbasincd,
    });
    putRecord.run(code, i + 1, strahler, template, figures);
    if (i % STEPS_BETWEEN_PROGRESS === 0) progress(i);
  }
  progress(network.count);
  return boxes;
}

type RecordNames = Pick<ReachFigures, 'river' | 'riverEn' | 'into' | 'intoEn' | 'intoBoth'>;

/** The names in the records of a river's reaches: neighbours in the numbering mostly have the same. */
function cachedNames(naming: Naming): (reach: number) => RecordNames {
  let last: { river: Bilingual; into: Bilingual; names: RecordNames } | undefined;
  return (reach) => {
    const { river, into } = naming.namesFor(reach);
    if (last === undefined || river !== last.river || into !== last.into) {
      const names = {
        river: jsonText(river.zh),
        riverEn: jsonText(river.en),
        into: jsonText(into.zh),
        intoEn: jsonText(into.en),
        intoBoth: jsonText(bothLanguages(into)),
      };
      last = { river, into, names };
    }
    return last.names;
  };
}

/** A text as it stands between the quotes of JSON. */
function jsonText(text: string): string {
  return text === '' ? '' : JSON.stringify(text).slice(1, -1);
}

/** To the metre. */
export function rounded(km: number): number {
  return Math.round(km * 1000) / 1000;
}
