/** Splits delimited text that arrives in pieces into rows of cells, with the line each row starts on. */

export interface CsvRow {
  line: number;
  cells: string[];
  /** Why the row is no good; its cells are empty then. */
  problem?: string;
}

/** A quoted cell may run over some lines; past this the closing quote is missing. */
const MAX_ROW_LINES = 1000;
const MAX_ROW_CHARS = 1 << 24;

export class CsvRows {
  readonly #delimiter: string;
  #text = '';
  #at = 0;
  #line = 1;
  #ended = false;
  /** Up to where the row being gathered has been found to be unfinished. */
  #searched = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  push(text: string): void {
    this.#text = this.#at >= this.#text.length ? text : this.#text.slice(this.#at) + text;
    this.#searched -= this.#at;
    this.#at = 0;
    if (this.#searched < 0) this.#searched = 0;
  }

  finish(): void {
    this.#ended = true;
  }

  /** The next row in what has been pushed; undefined when more is needed. Empty lines are passed over. */
  next(): CsvRow | undefined {
    for (;;) {
      const start = this.#at;
      const end = this.#endOfLine(Math.max(start, this.#searched));
      if (end === undefined) return undefined;
      const line = this.#text.slice(start, end);
      const cells = line.includes('"') ? splitQuoted(line, this.#delimiter) : line.split(this.#delimiter);
      if (cells === undefined) {
        const unclosed = this.#unclosed(start, end);
        if (unclosed) return unclosed;
        continue;
      }
      const row = { line: this.#line, cells: withoutReturn(cells) };
      this.#line += countLines(line) + 1;
      this.#moveTo(end + 1);
      if (row.cells.length > 1 || row.cells[0] !== '') return row;
    }
  }

  /** A line ended inside quotes: go on to the next line's end, unless there is none or it has been too many. */
  #unclosed(start: number, end: number): CsvRow | undefined {
    const lastLine = this.#ended && end >= this.#text.length;
    if (!lastLine && end - start < MAX_ROW_CHARS && countLines(this.#text.slice(start, end)) < MAX_ROW_LINES) {
      this.#searched = end + 1;
      return undefined;
    }
    const row = { line: this.#line, cells: [], problem: 'a quote is opened and not closed' };
    const firstEnd = this.#text.indexOf('\n', start);
    this.#line++;
    this.#moveTo(firstEnd < 0 ? this.#text.length : firstEnd + 1);
    return row;
  }

  #moveTo(at: number): void {
    this.#at = Math.min(at, this.#text.length);
    this.#searched = this.#at;
  }

  #endOfLine(from: number): number | undefined {
    const end = this.#text.indexOf('\n', from);
    if (end >= 0) return end;
    if (!this.#ended || this.#at >= this.#text.length) return undefined;
    return this.#text.length;
  }
}

/** Cells of a row with quotes (RFC 4180); undefined when it ends inside a quoted cell. */
function splitQuoted(line: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at);
      cells.push(line.slice(at, end < 0 ? undefined : end));
      if (end < 0) return cells;
      at = end + 1;
      continue;
    }
    let cell = '';
    let from = at + 1;
    for (;;) {
      const quote = line.indexOf('"', from);
      if (quote < 0) return undefined;
      cell += line.slice(from, quote);
      from = quote + 1;
      if (line[from] !== '"') break;
      cell += '"';
      from++;
    }
    const end = line.indexOf(delimiter, from);
    cells.push(cell + line.slice(from, end < 0 ? undefined : end));
    if (end < 0) return cells;
    at = end + 1;
  }
}

function withoutReturn(cells: string[]): string[] {
  const last = cells.length - 1;
  const cell = cells[last]!;
  if (cell.endsWith('\r')) cells[last] = cell.slice(0, -1);
  return cells;
}

function countLines(text: string): number {
  let found = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found++;
  return found;
}

/** The delimiter of a table, from its header line: the one that stands there most often, outside quotes. */
export function detectDelimiter(text: string): string {
  const header = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = [',', '\t', ';', '|'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}
