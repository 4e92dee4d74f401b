import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/main.ts';
import { openDataset } from '../../src/cli/serve/dataset.ts';
import { greeting } from '../../src/cli/serve/greeting.ts';
import { geojsonOf, TWO_CONFLUENCES } from '../dataset/support.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'watercode-cli-'));
const rivers = join(folder, 'rivers.geojson');
writeFileSync(rivers, geojsonOf(TWO_CONFLUENCES));

test('build writes a dataset with a report beside it, and info shows it', async () => {
  const dataset = join(folder, 'rivers.gpkg');
  const built = await run(['build', rivers, '-o', dataset, '--title-en', 'Two confluences', '--continent', '3']);
  assert.equal(built.code, 0, built.stderr);
  assert.match(built.stdout, /\| reaches \| 5 \|/);
  assert.match(built.stdout, new RegExp(`watercode serve ${dataset}`));
  assert.ok(existsSync(join(folder, 'rivers.report.md')));
  assert.equal(JSON.parse(readFileSync(join(folder, 'rivers.report.json'), 'utf8')).counts.reaches, 5);

  const shown = await run(['info', dataset]);
  assert.equal(shown.code, 0);
  assert.match(shown.stdout, /^Two confluences/);
  assert.match(shown.stdout, /3001 {2}Yellow River basin · 黄河流域, 5 reaches/);

  const json = JSON.parse((await run(['info', dataset, '--json', '--verify'])).stdout);
  assert.equal(json.meta.count_reaches, '5');
  assert.ok(json.checks.length >= 5 && json.checks.every(({ ok }: { ok: boolean }) => ok));
});

test('info --verify fails on a damaged file and says what to do', async () => {
  const dataset = join(folder, 'damaged.gpkg');
  assert.equal((await run(['build', rivers, '-o', dataset, '-q'])).code, 0);
  const bytes = readFileSync(dataset);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(dataset, bytes);
  const { code, stdout, stderr } = await run(['info', dataset, '--verify']);
  assert.equal(code, 1);
  assert.match(stdout, /✗ every byte is as it was written/);
  assert.match(stderr, /Build it again/);
});

test('build --check writes nothing', async () => {
  const before = readdirSync(folder);
  const { code, stdout } = await run(['build', rivers, '--check', '--json']);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).counts.reaches, 5);
  assert.deepEqual(readdirSync(folder), before);
});

test('wrong usage is told with what to do, exit code 2', async () => {
  const cases: [string[], RegExp][] = [
    [['build'], /say which river files/],
    [['build', rivers], /-o FILE, or --check/],
    [['build', rivers, '-o', rivers], /is a source/],
    [['build', rivers, '-o', 'x.gpkg', '--continent', '12'], /--continent takes a whole number from 1 to 9/],
    [['build', rivers, '-o', 'x.gpkg', '--snap', 'near'], /--snap takes a number/],
    [['build', rivers, '-o', 'x.gpkg', '--direction', 'up'], /--direction takes trust, hint, ignore/],
    [['build', rivers, '-o', 'x.gpkg', '--ma-register', '1'], /--ma-register takes 4 digits/],
    [['build', rivers, '--chek'], /Did you mean "--check"/],
    [['info'], /give one dataset file/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await run(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, message);
  }
});

test('a file that cannot be used fails with the reason, exit code 1, without a stack', async () => {
  const noRivers = join(folder, 'notes.txt');
  writeFileSync(noRivers, 'not rivers at all');
  const cases: [string[], RegExp][] = [
    [['build', join(folder, 'missing.shp'), '-o', join(folder, 'x.gpkg')], /no file/],
    [['build', noRivers, '-o', join(folder, 'x.gpkg')], /notes\.txt/],
    [['build', rivers, '--down', 'TOSEG', '-o', join(folder, 'x.gpkg')], /no column "TOSEG".*id, down, name_zh/],
    [['build', rivers, '--preset', 'hydrorivers', '-o', join(folder, 'x.gpkg')], /hyriv_id/],
    [['build', rivers, '-o', join(folder, 'nowhere', 'x.gpkg')], /Is its folder there/],
    [['info', join(folder, 'missing.gpkg')], /there is no file/],
    [['info', rivers], /no watercode dataset/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await run(args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n +at /);
  }
});

test('what a source does not have is told with the flag that named it', async () => {
  const table = join(folder, 'table.csv');
  writeFileSync(table, 'id,x,y\n1,2,3\n');
  const cases: [string[], RegExp][] = [
    [[rivers, '--id', 'SEGID'], /no column "SEGID".* Name another with --id COLUMN\.$/],
    [[rivers, '--from-node', 'A', '--to-node', 'B'], /no column "A".* Name another with --from-node COLUMN\.$/],
    [[rivers, '--name', 'X', '--name-en', 'X'], /Name another with --name COLUMN or --name-en COLUMN\.$/],
    [[rivers, '--layer', 'lakes'], /no layer "lakes".*\nName another with --layer NAME\.$/s],
    [[rivers, '--preset', 'osm'], /no preset "osm".* Name another with --preset NAME\.$/],
    [
      [rivers, '--preset', 'hydrorivers'],
      /hyriv_id.*leave it out and name the columns with flags such as --id and --down\.$/,
    ],
    [[table, '--lon', 'lng', '--lat', 'y'], /no column "lng".* Name another with --lon COLUMN\.$/],
    [[table, '--wkt', 'shape'], /no column "shape".* Name another with --wkt COLUMN\.$/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await run(['build', ...args, '--check', '-q']);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr.trimEnd(), message);
  }
});

test('one of a thing is counted in the singular', async () => {
  const lone = join(folder, 'lone.geojson');
  writeFileSync(lone, geojsonOf(TWO_CONFLUENCES.slice(0, 1)));
  const dataset = join(folder, 'lone.gpkg');
  assert.equal((await run(['build', lone, '-o', dataset, '-q'])).code, 0);
  const { stdout } = await run(['info', dataset]);
  assert.match(stdout, /holds {5}1 basin, 1 subbasin, 1 reach, 1 river, 0 pois$/m);
  assert.match(stdout, /流域, 1 reach, \d+ km$/m);
  const { service, close } = openDataset(dataset);
  assert.match(await greeting(service, '127.0.0.1', 8080, ''), /^Serving .* \(1 reach\) at /);
  close();
});

test('every command has help with examples', async () => {
  for (const { name } of COMMANDS) {
    const { code, stdout } = await run([name, '--help']);
    assert.equal(code, 0);
    assert.match(stdout, /Examples/);
  }
});
