/** Makes a river network of lines that come without topology: which piece flows into which, from geometry alone. */

import { findBridges, withBridges } from './from-lines-bridge.ts';
import { type LineGraph, meetingsOf } from './from-lines-graph.ts';
import { chooseDownstream } from './from-lines-main.ts';
import { orientPieces } from './from-lines-orient.ts';
import { settleOutlets } from './from-lines-outlets.ts';
import { splitLines } from './from-lines-split.ts';

export interface FromLinesOptions {
  /** Ends this close to each other, or to the inside of a line, are one place. In degrees, plane distance. */
  snapDegrees: number;
  /** Whether water leaves the network at this place, such as the sea; asked for the ends of lines. */
  outlets?: (lon: number, lat: number) => boolean;
  /** Loose ends reach out this far to join a part that has no outlet to one that has. Default 0: not at all. */
  bridgeKm?: number;
  /**
   * What the drawing direction says of the flow. `trust`: all lines are drawn downstream. `hint` (default): most are; known
   * outlets come first. `ignore`: nothing, but for choosing the outlet of a part that has none.
   */
  drawnDownstream?: 'trust' | 'hint' | 'ignore';
  /** The river a line belongs to, by name or number: where a river divides, the arm of the same river is the main one. */
  riverOf?: (line: number) => string | undefined;
}

export interface LineNote {
  /**
   * `short`: a line within the tolerance, left out. `duplicate`: repeats another exactly, left out. `ring`: ends where it begins.
   * `bridge`: a gap closed. `guessed outlet`: chosen by drawing directions. `side arm`: begins where a river divides, gets no
   * water from above. `cycle`: a circle of lines with no way out, cut open.
   */
  kind: 'short' | 'duplicate' | 'ring' | 'bridge' | 'guessed outlet' | 'side arm' | 'cycle';
  /** Index of the line it is about. */
  source: number;
  lon: number;
  lat: number;
  text: string;
}

export interface NetworkPiece {
  /** Index of the line it was cut from. */
  source: number;
  /** Drawn downstream; ends exactly where the piece below begins. */
  line: Float64Array;
}

export interface NetworkFromLines {
  pieces: NetworkPiece[];
  /** The piece below each piece, or -1 at an outlet. Free of cycles. */
  down: Int32Array;
  notes: LineNote[];
}

/** Lines are longitude and latitude interleaved, two points at least. */
export function networkFromLines(lines: readonly Float64Array[], options: FromLinesOptions): NetworkFromLines {
  const { snapDegrees, bridgeKm = 0, drawnDownstream = 'hint', riverOf = () => undefined } = options;
  const notes: LineNote[] = [];
  let split = splitLines(lines, snapDegrees);
  if (bridgeKm > 0) {
    const bridges = findBridges(
      split.graph,
      meetingsOf(split.graph),
      outletNodes(split.graph, options.outlets),
      bridgeKm,
    );
    split = splitLines(withBridges(lines, bridges), snapDegrees);
    for (const { source, lon, lat, lengthKm } of bridges) {
      notes.push({ kind: 'bridge', source, lon, lat, text: `joined across a gap of ${lengthKm.toFixed(2)} km` });
    }
  }
  const { graph, dropped } = split;
  for (const { kind, source, lon, lat } of dropped) {
    const text = kind === 'short' ? 'left out: shorter than the tolerance' : 'left out: repeats another line';
    notes.push({ kind, source, lon, lat, text });
  }

  let turned: Uint8Array = new Uint8Array(graph.start.length);
  if (drawnDownstream !== 'trust') {
    const meetings = meetingsOf(graph);
    const isOutlet = outletNodes(graph, options.outlets);
    for (const node of settleOutlets(graph, meetings, isOutlet)) {
      const source = graph.source[meetings.pieces[meetings.first[node]!]!]!;
      const text = 'taken as the outlet: most of what is connected is drawn towards it';
      notes.push({ kind: 'guessed outlet', source, lon: graph.nodeLon[node]!, lat: graph.nodeLat[node]!, text });
    }
    turned = orientPieces(graph, meetings, isOutlet, drawnDownstream === 'hint');
  }
  const from = graph.start.map((node, p) => (turned[p] ? graph.end[p]! : node));
  const to = graph.end.map((node, p) => (turned[p] ? graph.start[p]! : node));
  const pieces = graph.lines.map((line, p) => ({ source: graph.source[p]!, line: turned[p] ? backwards(line) : line }));
  const lineOf = (p: number) => pieces[p]!.line;
  const chosen = chooseDownstream({ graph, from, to, lineOf, riverOf, bendDegrees: 5 * snapDegrees });

  const noteAtStart = (kind: LineNote['kind'], piece: number, text: string) => {
    const { source, line } = pieces[piece]!;
    notes.push({ kind, source, lon: line[0]!, lat: line[1]!, text });
  };
  for (let p = 0; p < pieces.length; p++) if (from[p] === to[p]) noteAtStart('ring', p, 'ends where it begins');
  for (const p of chosen.sideArms)
    noteAtStart('side arm', p, 'begins where the river divides; the water goes the other way');
  for (const p of chosen.cut) noteAtStart('cycle', p, 'a circle with no way out, cut open here');
  return { pieces, down: chosen.down, notes };
}

function outletNodes({ nodeLon, nodeLat }: LineGraph, outlets: FromLinesOptions['outlets']): Uint8Array {
  const isOutlet = new Uint8Array(nodeLon.length);
  if (!outlets) return isOutlet;
  for (let n = 0; n < isOutlet.length; n++) isOutlet[n] = outlets(nodeLon[n]!, nodeLat[n]!) ? 1 : 0;
  return isOutlet;
}

function backwards(line: Float64Array): Float64Array {
  const turned = new Float64Array(line.length);
  for (let i = 0; i < line.length; i += 2) {
    turned[i] = line[line.length - 2 - i]!;
    turned[i + 1] = line[line.length - 1 - i]!;
  }
  return turned;
}
