/** Tells the format of a file from its first bytes, with its name as a second opinion. */

import { SourceError } from './feature.ts';

export type FileFormat = 'zip' | 'GeoPackage' | 'Shapefile' | 'FlatGeobuf' | 'GeoJSON' | 'GeoJSONSeq' | 'CSV';

const KNOWN = 'GeoPackage, Shapefile (plain or zipped), GeoJSON, GeoJSONSeq, FlatGeobuf and CSV';
const CONVERT = 'Convert it first, for example with: ogr2ogr rivers.gpkg';

export function recogniseFormat(head: Buffer, name: string): FileFormat {
  if (head.length === 0) throw new SourceError(`${name} is empty.`);
  if (startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06')) return 'zip';
  if (startsWith(head, 'SQLite format 3\0')) return 'GeoPackage';
  if (startsWith(head, '\x00\x00\x27\x0a')) return shapefileOrIndex(name);
  if (startsWith(head, 'fgb\x03fgb')) return 'FlatGeobuf';
  if (/\.(dbf|prj|cpg|shx|sbn|sbx|qix)$/i.test(name)) throw sideFile(name);
  if (startsWith(head, 'PAR1')) throw new SourceError(`${name} is a Parquet file. ${CONVERT} ${name}`);
  const isUtf16 = startsWith(head, '\xff\xfe') || startsWith(head, '\xfe\xff');
  if (head.includes(0) && !isUtf16) throw unknownFormat(name);
  const first = firstSignificant(head);
  if (first === '{' || first === '[' || first === '\x1e') return jsonKind(head, first, name);
  if (first === '<') throw new SourceError(`${name} looks like XML (GML, KML, GPX). ${CONVERT} ${name}`);
  if (isUtf16 || /\.(csv|tsv|tab|txt)$/i.test(name) || /^[^\n]*[,;\t|]/.test(head.toString('latin1'))) return 'CSV';
  throw unknownFormat(name);
}

function startsWith(head: Buffer, magic: string): boolean {
  return head.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1'));
}

function shapefileOrIndex(name: string): 'Shapefile' {
  if (/\.shx$/i.test(name)) throw sideFile(name);
  return 'Shapefile';
}

function sideFile(name: string): SourceError {
  return new SourceError(`${name} is one of the files of a Shapefile: give the .shp beside it, the folder or a zip.`);
}

function unknownFormat(name: string): SourceError {
  return new SourceError(`${name} is in no format that can be read here. Known are ${KNOWN}. ${CONVERT} ${name}`);
}

function firstSignificant(head: Buffer): string | undefined {
  return /^(?:\xef\xbb\xbf)?\s*([^\s])/.exec(head.toString('latin1'))?.[1];
}

/** One document, or one feature after another: told by what follows the first complete object. */
function jsonKind(head: Buffer, first: string, name: string): 'GeoJSON' | 'GeoJSONSeq' {
  if (first === '\x1e') return 'GeoJSONSeq';
  if (first === '[') return 'GeoJSON';
  const text = head.toString('latin1');
  const startsWithFeature = /^[^{]*\{\s*"type"\s*:\s*"Feature"/.test(text);
  if (!startsWithFeature && /"features"\s*:\s*\[/.test(text)) return 'GeoJSON';
  const end = endOfFirstObject(text);
  if (end !== undefined) return text.slice(end).trim() === '' ? 'GeoJSON' : 'GeoJSONSeq';
  if (/\.(geojsonl|geojsons|geojsonseq|ndjson|ndgeojson|jsonl)$/i.test(name)) return 'GeoJSONSeq';
  const isOnOneLine = !text.trimStart().includes('\n');
  return startsWithFeature && isOnOneLine ? 'GeoJSONSeq' : 'GeoJSON';
}

function endOfFirstObject(text: string): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = text.indexOf('{'); at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
