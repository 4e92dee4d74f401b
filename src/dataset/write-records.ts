/**
 * Writes the records of reaches, as templates and figures. They come first in the file and in the order of their codes:
 * so the tree is full and flat, lies together, and is mapped into memory however large the rest is.
 */
import type { DatabaseSync } from 'node:sqlite';
import { figuresLine, type StoredFigures } from '../format/record-template.ts';
import { reachCode, zonePart } from './codes.ts';
import type { DatasetContent } from './content.ts';
import type { Naming } from './naming.ts';
import { figure } from './properties.ts';
import { type Bilingual, riverRecordTemplate } from './river-record.ts';

const STEPS_BETWEEN_PROGRESS = 8192;

export function writeRecords(
  db: DatabaseSync,
  content: DatasetContent,
  naming: Naming,
  progress: (done: number) => void,
): void {
  const { network, coded } = content;
  const { areaKm2 } = network;
  const putRecord = db.prepare('INSERT INTO reach_record VALUES (?, ?, ?, ?, ?)');
  const putTemplate = db.prepare('INSERT INTO record_template VALUES (?, ?)');
  const templates = new Map<number, number>();
  const namesOf = cachedNames(naming);

  function templateOf(reach: number): number {
    const key = naming.shapeKey(reach);
    let template = templates.get(key);
    if (template === undefined) {
      template = templates.size + 1;
      templates.set(key, template);
      putTemplate.run(template, riverRecordTemplate(naming.shape(reach)));
    }
    return template;
  }

  let done = 0;
  for (const { reach, code } of reachesByCode(content)) {
    const area = areaKm2?.[reach] ?? Number.NaN;
    const figures = figuresLine({
      ...namesOf(reach),
      lengthKm: figure(network.lengthKm[reach]!),
      areaKm2: Number.isNaN(area) ? '' : figure(area),
      outletKm: figure(coded.distanceToOutletKm[reach]!),
      upstreamReaches: String(coded.last[reach]! - coded.id[reach]!),
      upstreamKm: figure(coded.upstreamLengthKm[reach]!),
      sourceId: jsonText(content.sourceIdOf(reach)),
    });
    putRecord.run(code, coded.id[reach]!, coded.strahler[reach]!, templateOf(reach), figures);
    if (done++ % STEPS_BETWEEN_PROGRESS === 0) progress(done);
  }
}

/** Zone by zone, so that no more texts are in memory at once than one zone has reaches. */
function* reachesByCode(content: DatasetContent): Generator<{ reach: number; code: string }> {
  const { zones, zone } = content.coded;
  const { starts, reaches } = groupByZone(zone, zones.length);
  const order = zones.map((_, i) => ({ i, part: zonePart(zones[i]!) })).sort(byText((of) => of.part));
  for (const { i } of order) {
    const own = Array.from(reaches.subarray(starts[i]!, starts[i + 1]!), (reach) => ({
      reach,
      code: reachCode(content, reach),
    }));
    yield* own.sort(byText((of) => of.code));
  }
}

/** As SQLite orders ASCII. */
function byText<T>(textOf: (value: T) => string): (a: T, b: T) => number {
  return (a, b) => (textOf(a) < textOf(b) ? -1 : 1);
}

function groupByZone(zone: ArrayLike<number>, zones: number): { starts: Int32Array; reaches: Int32Array } {
  const starts = new Int32Array(zones + 1);
  for (let reach = 0; reach < zone.length; reach++) starts[zone[reach]! + 1]! += 1;
  for (let i = 0; i < zones; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const reaches = new Int32Array(zone.length);
  for (let reach = 0; reach < zone.length; reach++) reaches[next[zone[reach]!]!++] = reach;
  return { starts, reaches };
}

type RecordNames = Pick<StoredFigures, 'river' | 'riverEn' | 'into' | 'intoEn'>;

/** The names in the records of a river's reaches: neighbours in a zone mostly have the same. */
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
