/** Everything upstream of a reach, as ids and sums, against a recursive query on the same file. */
import { DatabaseSync } from 'node:sqlite';
import { createService } from '../src/service/service.ts';
import type { ReachCodeInput } from '../src/service/types.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { benchDataset } from './datasets.ts';
import { interleave, median, ratiosOf, summarise } from './measure.ts';
import type { BenchOptions, Outcome } from './result.ts';

interface Upstream {
  ids: Int32Array;
  lengthKm: number;
}

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const dataset = await benchDataset(quick ? 100_000 : 1_000_000, { say });
  const store = openSqliteStore(dataset);
  const service = createService(store);
  const recursive = openRecursive(dataset);
  try {
    const { code, reaches } = reachWithUpstream(dataset, quick ? 10_000 : 100_000);
    const from = { code: partsOf(code), direction: 'upstream' } as const;
    say(`going up from a reach with ${reaches.toLocaleString('en')} upstream`);

    /** What one call of the service tells: sums, and the ids as a range, here written out one by one. */
    async function byRange(): Promise<Upstream> {
      const { range, sums } = await service.trace({ ...from, limit: 1 });
      const { first, last } = range!;
      const ids = new Int32Array(last - first + 1);
      for (let id = first; id <= last; id++) ids[id - first] = id;
      return { ids, lengthKm: sums.lengthKm };
    }
    /** The same as a client reads it who wants every reach with its code and names: a thousand a page. */
    async function byPages(): Promise<Upstream> {
      const ids = new Int32Array(reaches);
      let [cursor, at, lengthKm]: [string | undefined, number, number] = [undefined, 0, 0];
      do {
        const page = await service.trace({ ...from, limit: 1000, cursor });
        for (const reach of page.reaches) ids[at++] = reach.id;
        lengthKm = page.sums.lengthKm;
        cursor = page.next;
      } while (cursor !== undefined);
      return { ids, lengthKm };
    }
    checkSame(await byRange(), recursive.upstreamOf(code));
    checkSame(await byPages(), recursive.upstreamOf(code));

    const slices = await interleave(
      {
        range: () => timeOf(byRange, 20),
        recursion: () => timeOf(() => recursive.upstreamOf(code), 1),
        pages: () => timeOf(byPages, 1),
      },
      quick ? 7 : 15,
    );
    const against = 'a recursive query on the same file, its index on the reach below in memory';
    const size = reaches.toLocaleString('en');
    const same = (ms: number) => ms;
    const row = (what: string, ms: number[]) => [what, median(ms).toFixed(3)];
    return {
      results: [
        {
          name: `everything upstream (${size} reaches) as ids and sums`,
          ...summarise(ratiosOf(slices.recursion, slices.range, same)),
          bar: 50,
          goal: 200,
          against,
        },
      ],
      tables: [
        {
          title: `Everything upstream of a reach, ${size} reaches`,
          columns: ['way', 'ms'],
          rows: [
            row('ids and sums: one call, the ids written out from their range', slices.range),
            row('every reach with code and names, 1,000 a page', slices.pages),
            row('ids and the sum of lengths by a recursive query', slices.recursion),
          ],
        },
      ],
    };
  } finally {
    recursive.close();
    await store.close();
  }
}

/** The reach whose number of reaches upstream is nearest to the one wanted. */
function reachWithUpstream(dataset: string, wanted: number): { code: string; reaches: number } {
  const db = new DatabaseSync(dataset, { readOnly: true });
  const query = 'SELECT code, last - fid + 1 AS reaches FROM reach ORDER BY abs(last - fid + 1 - ?) LIMIT 1';
  const found = db.prepare(query).get(wanted) as { code: string; reaches: number };
  db.close();
  return found;
}

function partsOf(code: string): ReachCodeInput {
  const [place = '', binstrval = '', binstrlen = ''] = code.split('.');
  const [basincode, subbasincd] = [Number(place.slice(0, 4)), place.slice(4)];
  return { basincode, subbasincd, binstrval: BigInt(binstrval), binstrlen: Number(binstrlen) };
}

/**
 * The file has no index on `down`, since nothing needs one: here the recursive query gets the best there could be. Its
 * start is found by `reach_record`, as `reach` has no index on codes either, and CROSS JOIN keeps SQLite from reading the
 * whole of `reach` for the lengths.
 */
function openRecursive(dataset: string) {
  const db = new DatabaseSync(dataset, { readOnly: true });
  db.exec(`PRAGMA mmap_size = ${2 ** 31 - 65536}; PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE inflow (down INTEGER, fid INTEGER, PRIMARY KEY (down, fid)) WITHOUT ROWID;
    INSERT INTO inflow SELECT down, fid FROM reach WHERE down IS NOT NULL ORDER BY down, fid`);
  const query = db.prepare(`
    WITH RECURSIVE upstream (fid) AS (
      SELECT fid FROM reach_record WHERE code = ?
      UNION ALL SELECT inflow.fid FROM upstream JOIN inflow ON inflow.down = upstream.fid
    )
    SELECT reach.fid, length_km FROM upstream CROSS JOIN reach ON reach.fid = upstream.fid`);
  query.setReturnArrays(true);
  return {
    upstreamOf(code: string): Upstream {
      const ids: number[] = [];
      let lengthKm = 0;
      for (const [fid, km] of query.iterate(code) as unknown as Iterable<[number, number]>) {
        ids.push(fid);
        lengthKm += km;
      }
      return { ids: Int32Array.from(ids), lengthKm };
    },
    close: () => db.close(),
  };
}

function checkSame(a: Upstream, b: Upstream): void {
  const [first, second] = [a.ids.toSorted(), b.ids.toSorted()];
  const areSame = first.length === second.length && first.every((id, i) => id === second[i]);
  if (!areSame || Math.abs(a.lengthKm - b.lengthKm) > 1e-3 * b.lengthKm) throw new Error('two ways up differ');
}

async function timeOf(work: () => unknown, times: number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < times; i++) await work();
  return (performance.now() - start) / times;
}
