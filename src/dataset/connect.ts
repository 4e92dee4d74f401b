/** From rows to a network: by ids, by nodes or, where neither is there, by geometry; lines come out drawn downstream. */

import { lineLengthKm } from '../format/sphere.ts';
import { networkFromLines } from '../network/from-lines.ts';
import { describeCode, dictionaryOrder, groupByZone } from '../network/given-codes.ts';
import type { Ids } from '../network/id-table.ts';
import { inflowsOf } from '../network/inflows.ts';
import type { Network } from '../network/network.ts';
import { ranksOf } from '../network/ranks.ts';
import { resolveTopology, withoutRejected } from '../network/topology.ts';
import { topologyFromCodes } from '../network/topology-from-codes.ts';
import { givenCodes, joinsByPlace } from './coded.ts';
import { sameKind } from './columns.ts';
import { createLineStore, type LineStore } from './line-store.ts';
import { orientLines } from './orient.ts';
import type { ReportBook } from './report.ts';
import type { Rows } from './rows.ts';

export interface ConnectOptions {
  /** Ends of lines this close are one place, where topology is made from geometry; over what suits the source. */
  snapDegrees?: number;
  /** Default `hint`. */
  drawnDownstream?: 'trust' | 'hint' | 'ignore';
}

/** A network whose reaches come from rows: `rowOf` says which. */
export interface ConnectedNetwork {
  network: Network;
  rowOf: Int32Array;
  lines: LineStore;
  /** The stored line of each reach. */
  lineOf: Int32Array;
}

export function connectRows(rows: Rows, options: ConnectOptions, report: ReportBook): ConnectedNetwork {
  const byIds = rows.has.has('id') && rows.has.has('down');
  const byNodes = rows.has.has('fromNode') && rows.has.has('toNode');
  if (byIds || byNodes) return connectByTopology(rows, byNodes, report);
  return rows.has.has('binstrval') ? connectByCodes(rows, report) : connectByGeometry(rows, options, report);
}

const TOPOLOGY_NOTES: Readonly<Record<string, ['mended' | 'rejected', string]>> = {
  'id-missing': ['rejected', 'rows without an id'],
  duplicate: ['rejected', 'rows with the id of another'],
  'self-loop': ['mended', 'reaches that flow into themselves'],
  dangling: ['mended', 'reaches that flow into an id that is not there'],
  bifurcation: ['mended', 'further ways down (bifurcations)'],
  cycle: ['mended', 'circles of reaches'],
};

function connectByTopology(rows: Rows, byNodes: boolean, report: ReportBook): ConnectedNetwork {
  const areaKm2 = rows.has.has('area') ? rows.areaKm2.values() : undefined;
  const lengthKm = rows.lengthKm.values();
  const [first, second] = byNodes ? sameKind([rows.fromNode, rows.toNode]) : sameKind([rows.id, rows.down]);
  const ids = byNodes ? idsOf(rows) : first!;
  const topology = resolveTopology({
    ids,
    ...(byNodes ? { fromNode: first!, toNode: second! } : { downIds: second! }),
    divergence: Uint8Array.from(rows.divergence.values()),
    lengthKm,
    ...(areaKm2 && { areaKm2 }),
    distinguisher: Float64Array.from({ length: rows.count }, (_, row) => placeNumber(rows.lines.get(row))),
  });
  const told = new Map<string, number>();
  for (const { kind, reach, text } of topology.notes) {
    const [section, title] = TOPOLOGY_NOTES[kind]!;
    report.note(section, title, reach < 0 ? '' : `id ${ids[reach]}`, text);
    told.set(kind, (told.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of Object.entries(topology.counts)) {
    const [section, title] = TOPOLOGY_NOTES[kind]!;
    const more = count - (told.get(kind) ?? 0);
    if (more > 0) report.note(section, title, '', 'further ones of the same kind', more);
  }
  const { kept, down, rank } = withoutRejected(topology);
  drawPointsAsLines(rows, kept, down);
  const turned = orientLines(down, rank, rows.lines, kept);
  if (turned > 0) report.note('mended', 'lines drawn upstream', '', 'turned round', turned);
  const ofKept = (values: Float64Array) => Float64Array.from(kept, (row) => values[row]!);
  let areas: Float64Array | undefined = areaKm2 && ofKept(areaKm2);
  if (areas === undefined && rows.has.has('catchmentArea'))
    areas = accumulated(down, ofKept(rows.catchmentKm2.values()));
  return {
    network: networkOf(rows, kept, kept, rows.lines, down, rank, lengthsOf(rows, kept), areas),
    rowOf: kept,
    lines: rows.lines,
    lineOf: kept,
  };
}

/** Any number that tells two lines apart and does not depend on the order of rows. */
function placeNumber(line: Float64Array): number {
  return line[0]! * 1e4 + line[1]! + line.length;
}

function idsOf(rows: Rows): Ids {
  return rows.has.has('id') ? sameKind([rows.id])[0]! : Float64Array.from({ length: rows.count }, (_, i) => i + 1);
}

/** A reach given as a point is drawn from there to the point of the reach below. */
function drawPointsAsLines(rows: Rows, kept: Int32Array, down: Int32Array): void {
  const isPoint = rows.isPoint.values();
  kept.forEach((row, reach) => {
    const below = down[reach]!;
    if (isPoint[row] === 0 || below < 0) return;
    const line = rows.lines.get(row);
    const next = rows.lines.get(kept[below]!);
    line[2] = next[0]!;
    line[3] = next[1]!;
  });
}

/** As given or measured when read; of a point, the line that was drawn. */
function lengthsOf(rows: Rows, kept: Int32Array): Float64Array {
  const lengthKm = rows.lengthKm.values();
  return Float64Array.from(kept, (row) =>
    Number.isNaN(lengthKm[row]!) ? lineLengthKm(rows.lines.get(row)) : lengthKm[row]!,
  );
}

/** Sums of catchment areas down the network. */
function accumulated(down: Int32Array, own: Float64Array): Float64Array {
  const total = own.map((area) => (Number.isNaN(area) ? 0 : area));
  const { downstreamFirst } = inflowsOf(down);
  for (let i = downstreamFirst.length - 1; i >= 0; i--) {
    const reach = downstreamFirst[i]!;
    if (down[reach]! >= 0) total[down[reach]!]! += total[reach]!;
  }
  return total;
}

function connectByCodes(rows: Rows, report: ReportBook): ConnectedNetwork {
  const all = Int32Array.from({ length: rows.count }, (_, row) => row);
  const codes = givenCodes(rows, all);
  const { down, notes } = topologyFromCodes(codes, joinsByPlace(rows, codes));
  for (const { kind, reach, text } of notes) {
    report.note('mended', `codes: ${kind}`, reach < 0 ? '' : describeCode(codes, reach), text);
  }
  const rank = ranksOf(dictionaryOrder(codes, groupByZone(codes)));
  drawPointsAsLines(rows, all, down);
  orientLines(down, rank, rows.lines, all);
  const areas = rows.has.has('area') ? rows.areaKm2.values() : undefined;
  return {
    network: networkOf(rows, all, all, rows.lines, down, rank, lengthsOf(rows, all), areas),
    rowOf: all,
    lines: rows.lines,
    lineOf: all,
  };
}

function connectByGeometry(rows: Rows, options: ConnectOptions, report: ReportBook): ConnectedNetwork {
  const given = Array.from({ length: rows.count }, (_, row) => rows.lines.get(row));
  const names = rows.name.values();
  const made = networkFromLines(given, {
    snapDegrees: options.snapDegrees ?? rows.snapDegrees,
    drawnDownstream: options.drawnDownstream ?? 'hint',
    riverOf: (line) => (names[line]! < 0 ? undefined : String(names[line])),
  });
  const ids = rows.has.has('id') ? sameKind([rows.id])[0]! : undefined;
  for (const { kind, source, lon, lat, text } of made.notes) {
    const section = kind === 'short' || kind === 'duplicate' ? 'rejected' : 'mended';
    const record = ids ? `id ${ids[source]}` : `feature ${source + 1}`;
    report.note(section, `geometry: ${kind}`, record, `${text} (at ${lon.toFixed(4)}, ${lat.toFixed(4)})`);
  }
  const lines = createLineStore();
  for (const { line } of made.pieces) lines.add(line);
  const rowOf = Int32Array.from(made.pieces, (piece) => piece.source);
  const lineOf = Int32Array.from(rowOf.keys());
  const rank = rankByPlace(made.pieces.map((piece) => piece.line));
  const lengthKm = Float64Array.from(made.pieces, (piece) => lineLengthKm(piece.line));
  return { network: networkOf(rows, rowOf, lineOf, lines, made.down, rank, lengthKm, undefined), rowOf, lines, lineOf };
}

/** Without ids the place of a line is what does not depend on the order of rows. */
function rankByPlace(lines: readonly Float64Array[]): Int32Array {
  const order = Int32Array.from(lines.keys()).sort((a, b) => {
    const [p, q] = [lines[a]!, lines[b]!];
    return (
      p.at(-2)! - q.at(-2)! || p.at(-1)! - q.at(-1)! || p[0]! - q[0]! || p[1]! - q[1]! || p.length - q.length || a - b
    );
  });
  return ranksOf(order);
}

function networkOf(
  rows: Rows,
  rowOf: Int32Array,
  lineOf: Int32Array,
  lines: LineStore,
  down: Int32Array,
  rank: Int32Array,
  lengthKm: Float64Array,
  areaKm2: Float64Array | undefined,
): Network {
  const count = rowOf.length;
  const endLon = new Float64Array(count);
  const endLat = new Float64Array(count);
  const continent = new Uint8Array(count);
  const continents = rows.continent.values();
  for (let reach = 0; reach < count; reach++) {
    const line = lines.get(lineOf[reach]!);
    endLon[reach] = line[line.length - 2]!;
    endLat[reach] = line[line.length - 1]!;
    continent[reach] = continents[rowOf[reach]!]!;
  }
  return { count, down, lengthKm, areaKm2, rank, endLon, endLat, continent };
}
