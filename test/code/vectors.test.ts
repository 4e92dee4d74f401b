import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  canonicalMa,
  checkCharactersOf,
  commonDownstreamOf,
  downstreamOf,
  escapeKey,
  formatCode,
  isAtLevel,
  isReachCode,
  isValidMa,
  latitudeOf,
  longitudeOf,
  MaError,
  mainStemUpstreamOf,
  parentZoneOf,
  parseCode,
  parseMa,
  relationOf,
  resolutionToJson,
  resolveMa,
  type TreeCode,
  tributaryUpstreamOf,
  unescapeKey,
  type ZoneTable,
  zoneGroupOf,
  zoneNumberOf,
  zonePathOf,
} from '../../src/code/index.ts';
import { basinOfRank, codeNetwork } from './naive-network.ts';
import { field, type Row, vectorFiles, vectors } from './vectors.ts';

test('every clause of the specification has a vector, and every vector names clauses that exist', () => {
  const spec = readFileSync(new URL('../../spec/code.md', import.meta.url), 'utf8');
  const clauses = [...spec.matchAll(/^\*\*(\d+\.\d+)\*\*/gm)].map(([, clause]) => clause ?? '');
  const covered = new Set<string>();
  for (const file of vectorFiles()) {
    for (const row of vectors(file)) for (const clause of field(row, 'clause').split(' ')) covered.add(clause);
  }
  assert.ok(clauses.length > 40);
  assert.deepEqual(clauses.toSorted(), [...covered].toSorted());
});

test('the specification describes every vector file', () => {
  const spec = readFileSync(new URL('../../spec/code.md', import.meta.url), 'utf8');
  for (const file of vectorFiles()) assert.ok(spec.includes(`\`${file}\``), file);
});

test('the published code reads and writes to the letter', () => {
  const published = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';
  assert.equal(canonicalMa(published), published);
  assert.deepEqual(parseMa(published), {
    proprietary: { special: 1002, register: 3261, schema: 10, resolution: 12, version: 1 },
    standard: { basincode: 3261, subbasincd: '001', binstrval: 0n, binstrlen: 1715 },
    extension: { strahler: 7, level: 1, place: { lonE4: 1062035, latE4: 380739 }, type: 'rivers' },
  });
});

test('valid codes have the parts their vectors say', () => {
  for (const row of vectors('valid.csv')) {
    const { proprietary, standard, extension } = parseMa(field(row, 'ma'));
    const { place } = extension;
    const found = {
      ...proprietary,
      ...standard,
      ...extension,
      longitude: place && longitudeOf(place),
      latitude: place && latitudeOf(place),
      other: extension.other?.join(' '),
    };
    for (const column of Object.keys(row).filter((name) => name !== 'clause' && name !== 'ma')) {
      const value = found[column as keyof typeof found];
      assert.equal(value === undefined ? '' : String(value), field(row, column), `${column} of ${row.ma}`);
    }
  }
});

test('codes are written in the canonical form of their vectors', () => {
  for (const row of vectors('canonical.csv')) {
    const canonical = field(row, 'canonical');
    assert.equal(canonicalMa(field(row, 'ma')), canonical);
    assert.equal(canonicalMa(canonical), canonical);
  }
});

test('invalid codes are refused at the position and by the clause of their vectors', () => {
  for (const row of vectors('invalid.csv')) {
    const text = field(row, 'text');
    const kind = field(row, 'kind');
    assert.ok(['ma', 'checked', 'code'].includes(kind));
    const read = () => (kind === 'code' ? parseCode(text) : parseMa(text, { requireCheck: kind === 'checked' }));
    assert.throws(read, (error) => {
      assert.ok(error instanceof MaError, `${text}: ${error}`);
      const { clause, position, found } = error;
      assert.deepEqual({ clause, position }, expectedFault(row), text);
      assert.ok(
        text.startsWith(found, position) && (found !== '' || position >= text.trimEnd().replace(/\/$/, '').length),
        text,
      );
      return true;
    });
    if (kind === 'ma') assert.equal(isValidMa(text), false);
  }
});

function expectedFault(row: Row): { clause: string; position: number } {
  return { clause: field(row, 'clause').split(' ')[0] ?? '', position: Number(field(row, 'position')) };
}

test('code texts have the parts of their vectors and are written back', () => {
  for (const row of vectors('codes.csv')) {
    const code = parseCode(field(row, 'text'));
    assert.equal(formatCode(code), field(row, 'written'));
    assert.equal(String(code.basincode), field(row, 'basincode'));
    assert.equal(code.subbasincd, field(row, 'subbasincd'));
    assert.equal(isReachCode(code) ? String(code.binstrval) : '', field(row, 'binstrval'));
    assert.equal(isReachCode(code) ? String(code.binstrlen) : '', field(row, 'binstrlen'));
  }
});

function treeCode(text: string): TreeCode {
  const [binstrval = '', binstrlen = ''] = text.split('.');
  return { binstrval: BigInt(binstrval), binstrlen: Number(binstrlen) };
}

function treeText(code: TreeCode | undefined): string {
  return code === undefined ? '-' : `${code.binstrval}.${code.binstrlen}`;
}

test('steps in the tree lead where their vectors say', () => {
  for (const row of vectors('steps.csv')) {
    const code = treeCode(field(row, 'code'));
    assert.equal(treeText(downstreamOf(code)), field(row, 'downstream'), `below ${row.code}`);
    assert.equal(treeText(mainStemUpstreamOf(code)), field(row, 'main'), `main stem above ${row.code}`);
    assert.equal(treeText(tributaryUpstreamOf(code)), field(row, 'tributary'), `tributary above ${row.code}`);
  }
});

test('two codes lie to each other as their vectors say', () => {
  const mirrored: Record<string, string> = { upstream: 'downstream', downstream: 'upstream' };
  for (const row of vectors('relations.csv')) {
    const a = parseCode(field(row, 'a'));
    const b = parseCode(field(row, 'b'));
    const table = tableOf(field(row, 'joins'));
    const relation = field(row, 'relation');
    assert.equal(relationOf(a, b, table), relation, `${row.a} to ${row.b}`);
    assert.equal(relationOf(b, a, table), mirrored[relation] ?? relation, `${row.b} to ${row.a}`);
    if (field(row, 'common') === '') continue;
    const outlet = { binstrval: 0n, binstrlen: 1 };
    const common = commonDownstreamOf(isReachCode(a) ? a : outlet, isReachCode(b) ? b : outlet);
    assert.equal(treeText(common), field(row, 'common'));
  }
});

function tableOf(joins: string): ZoneTable | undefined {
  if (joins === '') return undefined;
  const table = new Map(joins.split(' ').map((join) => join.split('>') as [string, string]));
  return {
    joinOf(basincode, subbasincd) {
      const reach = table.get(`${basincode}${subbasincd}`);
      const code = reach === undefined ? undefined : parseCode(reach);
      return code !== undefined && isReachCode(code) ? code : undefined;
    },
  };
}

test('zones are numbered and nested as their vectors say', () => {
  for (const row of vectors('zones.csv')) {
    const number = field(row, 'number');
    if (number !== '') {
      assert.equal(zoneNumberOf(field(row, 'group')), number === '-' ? undefined : Number(number));
      if (number !== '-') assert.equal(zoneGroupOf(Number(number)), field(row, 'group'));
    } else {
      const zone = { basincode: Number(field(row, 'basincode')), subbasincd: field(row, 'subbasincd') };
      assert.equal(parentZoneOf(zone)?.subbasincd ?? '-', field(row, 'parent'));
      assert.equal(zonePathOf(zone)?.join(' ') ?? '-', field(row, 'path'));
    }
  }
});

test('keys are escaped as their vectors say, and read back', () => {
  for (const row of vectors('keys.csv')) {
    assert.equal(escapeKey(field(row, 'key')), field(row, 'escaped'));
    assert.equal(unescapeKey(field(row, 'escaped')), field(row, 'key'));
  }
});

test('check characters are those of their vectors', () => {
  for (const row of vectors('checks.csv')) assert.equal(checkCharactersOf(field(row, 'text')), field(row, 'check'));
});

test('levels have the reaches their vectors say', () => {
  for (const row of vectors('levels.csv')) {
    assert.equal(isAtLevel(Number(field(row, 'strahler')), Number(field(row, 'level'))), field(row, 'found') === 'yes');
  }
});

test('resolving gives the JSON of the vectors', () => {
  for (const row of vectors('resolve.csv')) {
    assert.equal(resolutionToJson(resolveMa(field(row, 'ma'))), field(row, 'json'));
  }
});

test('the naive coder numbers basins as the vectors say', () => {
  for (const row of vectors('basins.csv')) {
    const { basincode, subbasincd } = basinOfRank(Number(field(row, 'continent')), Number(field(row, 'rank')));
    assert.equal(`${basincode} ${subbasincd}`, `${row.basincode} ${row.subbasincd}`);
  }
});

test('the naive coder gives the codes of the network vectors', () => {
  const number = (row: Row, name: string) => (field(row, name) === '' ? undefined : Number(field(row, name)));
  for (const rows of Map.groupBy(vectors('network.csv'), (row) => field(row, 'case')).values()) {
    const reaches = rows.map((row) => ({
      id: Number(field(row, 'id')),
      down: number(row, 'down'),
      areaKm2: number(row, 'areaKm2'),
      lengthKm: Number(field(row, 'lengthKm')),
      continent: Number(field(row, 'continent')),
      pin: number(row, 'pin'),
    }));
    const { codes, strahler } = codeNetwork(reaches, Number(rows[0]?.share));
    for (const row of rows) {
      const code = codes.get(Number(row.id));
      assert.ok(code);
      assert.equal(
        formatCode(code),
        `${row.basincode}${row.subbasincd}.${row.binstrval}.${row.binstrlen}`,
        `${row.case}: ${row.id}`,
      );
      assert.equal(strahler.get(Number(row.id)), Number(row.strahler), `${row.case}: ${row.id}`);
    }
  }
});
