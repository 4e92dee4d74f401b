/** Gives names and facts to the rivers of a network, from the source's own columns and from tables beside it. */

import { distanceM } from '../format/sphere.ts';
import type { CodedNetwork } from '../network/network.ts';
import { type Rivers, riversOf } from '../network/rivers.ts';
import type { FactRow } from '../source/facts.ts';
import type { NameRow } from '../source/names.ts';
import { sameKind } from './columns.ts';
import type { ConnectedNetwork } from './connect.ts';
import type { NamedRiverContent } from './content.ts';
import { FACT_PROPERTIES, type PropertyKind } from './properties.ts';
import type { ReportBook } from './report.ts';
import { type Bilingual, bothLanguages, type RiverFacts } from './river-record.ts';
import type { Rows } from './rows.ts';

/** A fact with a place belongs to a river whose mouth is this near, if any river of the name is. */
const FACT_LIMIT_M = 300_000;

export interface RiverTables {
  names: readonly NameRow[];
  facts: readonly FactRow[];
}

export interface NamedRivers {
  rivers: NamedRiverContent[];
  riverOf: Int32Array;
  /** For each river its names as the source spells them, lower-case. */
  sourceNames: ReadonlySet<string>[];
  extraProperties: PropertyKind[];
}

export function nameRivers(
  rows: Rows,
  connected: ConnectedNetwork,
  coded: CodedNetwork,
  tables: RiverTables,
  report: ReportBook,
): NamedRivers {
  const { network, rowOf } = connected;
  const names = [...rows.names];
  const nameOf = Int32Array.from(rowOf, (row) => rows.name.values()[row]!);
  applyNamesById(rows, rowOf, nameOf, names, tables.names, report);
  const shown = showNames(connected, coded, nameOf, names, tables.names);
  const found = largestFirst(riversOf(network, coded, shown.nameOf), coded);
  const rivers: NamedRiverContent[] = Array.from({ length: found.count }, (_, river) => ({
    name: shown.names[found.name[river]!]!,
    mouth: found.mouth[river]!,
    reaches: found.reaches[river]!,
    lengthKm: found.lengthKm[river]!,
    facts: undefined,
  }));
  const sourceNames = rivers.map(() => new Set<string>());
  found.riverOf.forEach((river, reach) => {
    if (river < 0 || nameOf[reach]! < 0) return;
    const { zh, en } = names[nameOf[reach]!]!;
    sourceNames[river]!.add(plain(en || zh));
  });
  const extraProperties = applyFacts(rivers, sourceNames, connected, coded, tables.facts, report);
  return { rivers, riverOf: found.riverOf, sourceNames, extraProperties };
}

/** The same rivers in the order of their weight, so that the first ones found are the most important. */
function largestFirst(rivers: Rivers, { weight, id }: CodedNetwork): Rivers {
  const { mouth } = rivers;
  const order = Int32Array.from(mouth.keys()).sort(
    (a, b) => weight[mouth[b]!]! - weight[mouth[a]!]! || id[mouth[a]!]! - id[mouth[b]!]!,
  );
  const place = new Int32Array(rivers.count);
  order.forEach((river, i) => {
    place[river] = i;
  });
  return {
    count: rivers.count,
    name: order.map((river) => rivers.name[river]!),
    mouth: order.map((river) => mouth[river]!),
    source: order.map((river) => rivers.source[river]!),
    reaches: order.map((river) => rivers.reaches[river]!),
    lengthKm: Float64Array.from(order, (river) => rivers.lengthKm[river]!),
    riverOf: rivers.riverOf.map((river) => (river < 0 ? -1 : place[river]!)),
  };
}

/**
 * The names that people see. A run of reaches with one name in the source gets it from the table; runs that then have
 * the same name, spelt differently in the source, become one river.
 */
function showNames(
  connected: ConnectedNetwork,
  coded: CodedNetwork,
  nameOf: Int32Array,
  names: readonly Bilingual[],
  table: readonly NameRow[],
): { nameOf: Int32Array; names: Bilingual[] } {
  const runs = riversOf(connected.network, coded, nameOf);
  const reachesOf = reachesByRiver(runs.riverOf, runs.count, coded);
  const byName = Map.groupBy(
    table.filter((row) => row.by === 'name'),
    (row) => plain(row.match),
  );
  const shown: Bilingual[] = [];
  const numbers = new Map<string, number>();
  const numberOfRun = Int32Array.from({ length: runs.count }, (_, run) => {
    const given = names[runs.name[run]!]!;
    const rows = byName.get(plain(given.en)) ?? byName.get(plain(given.zh)) ?? [];
    const row = nearestNameRow(rows, reachesOf(run), connected);
    const zh = row?.name || given.zh || row?.nameEn || given.en;
    const en = row?.nameEn || given.en || row?.name || given.zh;
    const key = `${zh}\t${en}`;
    if (!numbers.has(key)) numbers.set(key, shown.push({ zh, en }) - 1);
    return numbers.get(key)!;
  });
  return { nameOf: runs.riverOf.map((run) => (run < 0 ? -1 : numberOfRun[run]!)), names: shown };
}

function applyNamesById(
  rows: Rows,
  rowOf: Int32Array,
  nameOf: Int32Array,
  names: Bilingual[],
  table: readonly NameRow[],
  report: ReportBook,
): void {
  const byId = new Map(table.filter((row) => row.by === 'id').map((row) => [row.match, row]));
  if (byId.size === 0 || !rows.has.has('id')) return;
  const ids = sameKind([rows.id])[0]!;
  const numbers = new Map<string, number>();
  const used = new Set<string>();
  rowOf.forEach((row, reach) => {
    const id = String(ids[row]);
    const named = byId.get(id);
    if (named === undefined) return;
    used.add(id);
    const key = `${named.name}\t${named.nameEn}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = names.push({ zh: named.name, en: named.nameEn }) - 1;
      numbers.set(key, number);
    }
    nameOf[reach] = number;
  });
  for (const [id, row] of byId) {
    if (!used.has(id)) report.note('rejected', 'names for ids that are not there', row.record, `id ${id}`);
  }
}

function reachesByRiver(riverOf: Int32Array, rivers: number, coded: CodedNetwork): (river: number) => Int32Array {
  const starts = new Int32Array(rivers + 1);
  for (const river of riverOf) if (river >= 0) starts[river + 1]!++;
  for (let river = 0; river < rivers; river++) starts[river + 1]! += starts[river]!;
  const next = starts.slice(0, rivers);
  const reaches = new Int32Array(starts[rivers]!);
  for (const reach of coded.byId) {
    const river = riverOf[reach]!;
    if (river >= 0) reaches[next[river]!++] = reach;
  }
  return (river) => reaches.subarray(starts[river]!, starts[river + 1]!);
}

/** Of several rows for one name the one whose point is nearest to the river; a row without a point stands behind. */
function nearestNameRow(
  rows: readonly NameRow[],
  reaches: Int32Array,
  { network }: ConnectedNetwork,
): NameRow | undefined {
  if (rows.length <= 1) return rows[0];
  let best: NameRow | undefined;
  let bestM = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (row.lon === undefined || row.lat === undefined) {
      best ??= row;
      continue;
    }
    for (const reach of reaches) {
      const metres = distanceM(row.lon, row.lat, network.endLon[reach]!, network.endLat[reach]!);
      if (metres < bestM) {
        best = row;
        bestM = metres;
      }
    }
  }
  return best;
}

function applyFacts(
  rivers: NamedRiverContent[],
  sourceNames: readonly ReadonlySet<string>[],
  { network }: ConnectedNetwork,
  coded: CodedNetwork,
  facts: readonly FactRow[],
  report: ReportBook,
): PropertyKind[] {
  const extra = new Map<string, PropertyKind>();
  const byName = riversByName(rivers, sourceNames);
  for (const fact of facts) {
    let best = -1;
    let bestM = Number.POSITIVE_INFINITY;
    const candidates = fact.matches.map((name) => byName.get(plain(name))).find((found) => found !== undefined);
    for (const river of candidates ?? []) {
      const { mouth } = rivers[river]!;
      const placed = fact.lon !== undefined && fact.lat !== undefined;
      const metres = placed ? distanceM(fact.lon!, fact.lat!, network.endLon[mouth]!, network.endLat[mouth]!) : 0;
      if (placed && metres > FACT_LIMIT_M) continue;
      const larger = best < 0 || coded.weight[mouth]! > coded.weight[rivers[best]!.mouth]!;
      if (placed ? metres < bestM : larger) {
        best = river;
        bestM = metres;
      }
    }
    if (best < 0)
      report.note('rejected', 'facts about rivers that are not there', fact.record, fact.matches.join(', '));
    else rivers[best]!.facts = riverFacts(fact, extra);
  }
  return [...extra.values()];
}

/** By each of its names, the source's spelling and both languages. */
function riversByName(
  rivers: readonly NamedRiverContent[],
  sourceNames: readonly ReadonlySet<string>[],
): Map<string, Set<number>> {
  const byName = new Map<string, Set<number>>();
  for (const [river, { name }] of rivers.entries()) {
    for (const text of [...sourceNames[river]!, plain(name.zh), plain(name.en)]) {
      const found = byName.get(text);
      if (found === undefined) byName.set(text, new Set([river]));
      else found.add(river);
    }
  }
  return byName;
}

function riverFacts(fact: FactRow, extra: Map<string, PropertyKind>): RiverFacts {
  const mouth = { zh: fact.mouth || fact.mouthEn, en: fact.mouthEn || fact.mouth };
  const properties = fact.others.map(({ name, value }) => ({ kind: factKind(name, extra), value }));
  if (mouth.en !== '') properties.push({ kind: FACT_PROPERTIES.mouth!, value: bothLanguages(mouth) });
  return {
    description: { zh: fact.description, en: fact.descriptionEn },
    properties,
    photos: fact.photos,
    mouth: mouth.en === '' ? undefined : mouth,
  };
}

function factKind(heading: string, extra: Map<string, PropertyKind>): PropertyKind {
  const known = FACT_PROPERTIES[heading] ?? extra.get(heading);
  if (known !== undefined) return known;
  const kind = { name: heading, nameEn: heading, unit: '', icon: '' };
  extra.set(heading, kind);
  return kind;
}

/** Names compare without case. */
function plain(name: string): string {
  return name.trim().toLowerCase();
}
