import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../src/cli/main.ts';
import { run } from './run.ts';

const PUBLISHED = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

test('parse shows the parts on one line, and with --json what the service gives', async () => {
  const { code, stdout } = await run(['ma', 'parse', PUBLISHED]);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    'root=MA special=1002 register=3261 schema=10 resolution=12 version=1 basincode=3261 subbasincd=001 binstrval=0 ' +
      'binstrlen=1715 type=rivers strahler=7 level=1 outletLongitude=106.2035 outletLatitude=38.0739\n',
  );
  const json = await run(['ma', 'parse', '--json', 'MA.1002.3261.101201/3261001.18446744073709551615.65']);
  assert.match(json.stdout, /"binstrval":18446744073709551615,"binstrlen":65/);
});

test('format gives the canonical form of each argument', async () => {
  const { code, stdout } = await run(['ma', 'format', PUBLISHED.toLowerCase(), 'ma.1002.3261.101201/3261001/']);
  assert.equal(code, 0);
  assert.equal(stdout, `${PUBLISHED}\nMA.1002.3261.101201/3261001\n`);
});

test('check verifies check characters, and adds them with --add', async () => {
  const added = await run(['ma', 'check', '--add', PUBLISHED]);
  assert.deepEqual(added, { code: 0, stdout: `${PUBLISHED}.CY1\n`, stderr: '' });
  assert.deepEqual(await run(['ma', 'check', `${PUBLISHED}.CY1`]), {
    code: 0,
    stdout: `ok ${PUBLISHED}.CY1\n`,
    stderr: '',
  });
  const wrong = await run(['ma', 'check', `${PUBLISHED}.CY2`]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /expected the check characters "Y1".*did you mean .*\.CY1/);
  const missing = await run(['ma', 'check', PUBLISHED]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /spec 6\.4/);
  const json = await run(['ma', 'check', '--json', `${PUBLISHED}.CY1`]);
  assert.deepEqual(JSON.parse(json.stdout), { original: `${PUBLISHED}.CY1`, check: 'Y1', ok: true });
});

test('explain says what is wrong in English or Chinese, and that is no failure', async () => {
  const mistyped = 'MA.1OO2.3261.101201/3261001';
  const english = await run(['ma', 'explain', mistyped]);
  assert.equal(english.code, 0);
  assert.match(english.stdout, /^Character 5 is "O".* Did you mean: MA\.1002\.3261\.101201\/3261001\n$/);
  assert.match((await run(['ma', 'explain', '--lang', 'zh', mistyped])).stdout, /^第 5 个字符是 "O"/);
  const json = JSON.parse((await run(['ma', 'explain', '--json', mistyped])).stdout);
  assert.deepEqual(json.suggestions, ['MA.1002.3261.101201/3261001']);
});

test('explain says in words what a valid code says, in English or Chinese', async () => {
  const said = async (...args: string[]) => {
    const { code, stdout } = await run(['ma', 'explain', ...args]);
    assert.equal(code, 0);
    return stdout.trimEnd();
  };
  assert.equal(
    await said(PUBLISHED.toLowerCase()),
    `valid: ${PUBLISHED}, a river reach in sub-basin 001 of basin 3261 (Asia); on the main stem, 1714 steps above its outlet; ` +
      'Strahler order 7, level 1; outlet at 106.2035°E 38.0739°N; ' +
      'special number 1002, register 3261, schema 10, resolution 12, version 01',
  );
  assert.equal(
    await said('--lang', 'zh', PUBLISHED),
    `有效：${PUBLISHED}，流域 3261（亚洲）子流域 001的河段；在干流上，自出口上溯 1714 步；` +
      'Strahler 级别 7，层级 1；出口位于 106.2035°E 38.0739°N；' +
      '专用号 1002，注册节点 3261，模式 10，分辨率 12，版本 01',
  );
  const words: [text: string, en: RegExp, zh: RegExp][] = [
    [
      '3261001',
      /^valid: 3261001, sub-basin 001 of basin 3261 \(Asia\)$/,
      /^有效：3261001，流域 3261（亚洲）子流域 001$/,
    ],
    [
      '7905001.0.1',
      /in sub-basin 001 of basin area 7905 \(South America\); the outlet of/,
      /流域合集 7905（南美洲）.*出口$/,
    ],
    ['8001001.1.2', /\(a reserved number\); on a tributary, 1 step above its outlet$/, /支流上，自出口上溯 1 步$/],
    ['3261001003.0.2', /the sub-basin drains into 001; on the main stem/, /该子流域汇入 001；在干流上/],
    [
      'MA.1002.3261.101201/3261001.5.9/OPW0000001S0000002.SB',
      /^valid: \S+, sub-basin 001 of [^;]+; outlet at 0\.0001°W 0\.0002°S;/,
      /出口位于/,
    ],
    [
      'MA.1002.3261.101201/3261001.0.9/ID3261001-0-9.JN.XX1',
      /a junction in .*key 3261001-0-9; unknown tokens XX1;/,
      /汇流点.*键 3261001-0-9；未知标记 XX1；/,
    ],
    [
      'MA.1002.3261.101201/3261001.0.9/IDA.OPE1062035N0380739.TYDAM.PI',
      /a point of interest of type dam in .*; at 106/,
      /兴趣点，类型 dam.*；位于 106/,
    ],
    ['MA.1002.3261.101201/3261001/CZ2', /; check Z2 is right;/, /；校验字符 Z2 正确；/],
  ];
  for (const [text, en, zh] of words) {
    assert.match(await said(text), en);
    assert.match(await said('--lang', 'zh', text), zh);
    const { valid, message } = JSON.parse(await said('--json', text));
    assert.equal(valid, true);
    assert.ok(
      (await said(text)).endsWith(`, ${message.en}`) && (await said('--lang', 'zh', text)).endsWith(message.zh),
    );
  }
});

test('relation takes two codes or MA strings, and a file of joins', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'watercode-'));
  t.after(() => rm(folder, { recursive: true }));
  const zones = join(folder, 'zones.csv');
  await writeFile(zones, '3261001003,3261001.0.9\n\n');
  assert.equal((await run(['ma', 'relation', PUBLISHED, '3261001.0.5'])).stdout, 'upstream\n');
  assert.equal((await run(['ma', 'relation', '3261001003.0.7', '3261001.0.5'])).stdout, 'unknown\n');
  const across = await run(['ma', 'relation', '--zones', zones, '3261001003.0.7', '3261001.0.5']);
  assert.equal(across.stdout, 'upstream\n');
  const lines = await run(['ma', 'relation', '--json'], { stdin: '3261001.0.1 3261001.0.2\n3261001.0.1\n' });
  assert.equal(lines.code, 1);
  assert.equal(lines.stdout, '{"a":"3261001.0.1","b":"3261001.0.2","relation":"downstream"}\n');
  assert.match(lines.stderr, /line 2: needs 2 codes, has 1/);
  await writeFile(zones, '3261001003,3261001.0.9\n3261001003;3261001.0.9\n');
  const bad = await run(['ma', 'relation', '--zones', zones, '3261001.0.1', '3261001.0.2']);
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /zones\.csv, line 2: expected ZONE,REACH/);
  const absent = await run(['ma', 'relation', '--zones', join(folder, 'none'), '3261001.0.1', '3261001.0.2']);
  assert.equal(absent.code, 1);
  assert.match(absent.stderr, /cannot read the zones: ENOENT/);
  assert.equal((await run(['ma', 'relation', '3261001.0.1'])).code, 2);
});

test('up and down follow the tree as many steps as asked', async () => {
  assert.equal(
    (await run(['ma', 'up', '-n', '2', '3261001.5.9'])).stdout,
    'main 3261001.10.10\ntributary 3261001.11.10\nmain 3261001.20.11\ntributary 3261001.21.11\n',
  );
  assert.equal((await run(['ma', 'down', '3261001.5.4'])).stdout, '3261001.2.3\n3261001.1.2\n3261001.0.1\n');
  assert.equal((await run(['ma', 'down', '-n', '1', '3261001.0.99999999'])).stdout, '3261001.0.99999998\n');
  const json = await run(['ma', 'down', '--json', '--steps', '1', PUBLISHED]);
  assert.deepEqual(JSON.parse(json.stdout), { original: PUBLISHED, step: 1, code: '3261001.0.1714' });
  const zone = await run(['ma', 'up', '3261001']);
  assert.equal(zone.code, 1);
  assert.match(zone.stderr, /give a reach.*3261001\.0\.1/);
});

test('lines of standard input go through one by one; bad ones are told with their number', async () => {
  const { code, stdout, stderr } = await run(['ma', 'format'], {
    stdin: `${PUBLISHED}\r\n\nMA.1OO2.3261.101201/3261001\n ma.1002.3261.101201/3261002/\n`,
  });
  assert.equal(code, 1);
  assert.equal(stdout, `${PUBLISHED}\nMA.1002.3261.101201/3261002\n`);
  assert.match(stderr, /^error: line 3: .*character 5.*did you mean MA\.1002\.3261\.101201\/3261001\n$/);
});

test('results come while input is still open', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* lines() {
    yield `${PUBLISHED}\n`;
    await promise;
  }
  const child = spawn(process.execPath, [MAIN, 'ma', 'format'], { stdio: ['pipe', 'pipe', 'inherit'] });
  Readable.from(lines()).pipe(child.stdin);
  const [first] = await once(child.stdout, 'data');
  assert.equal(String(first), `${PUBLISHED}\n`);
  resolve();
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
});

test('a reader that goes away ends the command quietly', async () => {
  const child = spawn(process.execPath, [MAIN, 'ma', 'down', '3261001.0.99999999'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('wrong usage is exit code 2, with the nearest that exists and where to read on', async () => {
  const cases: [string[], RegExp][] = [
    [['mb'], /unknown command "mb"\. Did you mean "ma"\? See "watercode --help"/],
    [['--verson'], /unknown option "--verson"\. Did you mean "--version"\?/],
    [['ma', 'prase'], /unknown action "prase"\. Did you mean "parse"\?/],
    [['ma', 'xyzzy'], /It is one of parse, format, check/],
    [['ma', 'toString'], /unknown action "toString"/],
    [['ma'], /say what to do: parse, format/],
    [['ma', 'parse', '--jsn', PUBLISHED], /unknown option "--jsn"\. Did you mean "--json"\? See "watercode ma --help"/],
    [['ma', 'up', '-n'], /See "watercode ma --help"/],
    [['ma', 'up', '-n', '0', '3261001.0.1'], /-n takes a whole number/],
    [['ma', 'explain', '--lang', 'fr', 'x'], /--lang takes en or zh/],
  ];
  for (const [argv, message] of cases) {
    const { code, stdout, stderr } = await run(argv);
    assert.equal(code, 2, argv.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, message);
  }
  const terminal = await run(['ma', 'parse'], { isTTY: true });
  assert.equal(terminal.code, 2);
  assert.match(terminal.stderr, /give a code, or pipe in one a line/);
});

test('help names every command with an example; each command helps with examples of its own', async () => {
  const { code, stdout } = await run(['--help']);
  assert.equal(code, 0);
  for (const { name, summary, example } of COMMANDS) {
    assert.ok(stdout.includes(`  ${name} `) && stdout.includes(summary) && stdout.includes(example), name);
    assert.ok(example.startsWith(`watercode ${name} `) || example === `watercode ${name}`, example);
  }
  for (const argv of [
    ['ma', '--help'],
    ['ma', 'parse', '-h'],
    ['help', 'ma'],
  ]) {
    const help = await run(argv);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /Usage:[\s\S]*--json[\s\S]*Examples:\n {2}watercode ma parse/);
  }
  const nothing = await run([]);
  assert.equal(nothing.code, 2);
  assert.match(nothing.stderr, /Usage:/);
});

test('the version is that of the package', async () => {
  assert.match((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('errors are red on a terminal only, and never with NO_COLOR', async () => {
  assert.ok((await run(['mb'], { isTTY: true })).stderr.startsWith('\u001b[31merror:'));
  assert.ok((await run(['mb'], { isTTY: true, env: { NO_COLOR: '1' } })).stderr.startsWith('error:'));
  assert.ok((await run(['mb'])).stderr.startsWith('error:'));
});
