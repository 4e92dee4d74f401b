import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { generate } from '../../bench/generate.ts';
import { inflowsOf } from '../../src/network/inflows.ts';
import { resolveTopology } from '../../src/network/topology.ts';

const folder = mkdtempSync(join(tmpdir(), 'generate-'));
after(() => rmSync(folder, { recursive: true }));

interface River {
  id: number;
  down: number;
  length_km: number;
  area_km2: number;
  name: string | null;
  geom: Uint8Array;
}

function endsOf({ geom }: River): { start: string; end: string; vertices: number } {
  const view = new DataView(geom.buffer, geom.byteOffset, geom.byteLength);
  const vertices = view.getUint32(45, true);
  const vertex = (i: number) => `${view.getFloat64(49 + 16 * i, true)} ${view.getFloat64(57 + 16 * i, true)}`;
  return { start: vertex(0), end: vertex(vertices - 1), vertices };
}

test('a generated network is a forest of just as many reaches, with lines that meet and areas that grow', () => {
  const path = join(folder, 'rivers.gpkg');
  const made = generate(path, 3000, 4);
  const db = new DatabaseSync(path, { readOnly: true });
  const rivers = db.prepare('SELECT * FROM rivers').all() as unknown as River[];
  assert.equal(db.prepare('PRAGMA application_id').get()?.application_id, 0x47504b47);
  assert.equal(db.prepare("SELECT srs_id FROM gpkg_contents WHERE table_name = 'rivers'").get()?.srs_id, 4326);
  db.close();
  assert.equal(rivers.length, 3000);

  const { down, notes } = resolveTopology({
    ids: Float64Array.from(rivers, (river) => river.id),
    downIds: Float64Array.from(rivers, (river) => river.down),
  });
  assert.deepEqual(notes, []);
  inflowsOf(down);
  rivers.forEach((river, x) => {
    assert.ok(river.length_km > 0);
    const below = rivers[down[x]!];
    if (below === undefined) return;
    assert.equal(endsOf(river).end, endsOf(below).start);
    assert.ok(river.area_km2 < below.area_km2);
  });
  const vertices = rivers.reduce((sum, river) => sum + endsOf(river).vertices, 0) / rivers.length;
  assert.ok(vertices > 9 && vertices < 16, `${vertices} vertices a line`);
  const outlets = down.filter((below) => below < 0).length;
  assert.deepEqual([made.reaches, made.basins], [3000, outlets]);
  assert.ok(made.named > 300 && made.named < 2700);
});

test('the same seed gives the same file, another seed another', () => {
  const file = (name: string, seed: number) => {
    generate(join(folder, name), 500, seed);
    return readFileSync(join(folder, name));
  };
  const first = file('a', 1);
  assert.ok(first.equals(file('b', 1)));
  assert.ok(!first.equals(file('c', 2)));
});
