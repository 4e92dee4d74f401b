import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  defaultSettings,
  readFlags,
  readSettings,
  SETTING_NAMES,
  SETTINGS,
  SettingError,
  settingsDocument,
  settingsHelp,
} from '../../src/config.ts';

const DOCUMENT = new URL('../../docs/settings.md', import.meta.url);

test('docs/settings.md is what the table of settings says', () => {
  assert.equal(readFileSync(DOCUMENT, 'utf8'), settingsDocument());
});

test('every setting is in the documentation and in --help with its flag and its variable', () => {
  assert.ok(SETTING_NAMES.length > 15);
  for (const name of SETTING_NAMES) {
    const { flag, variable, help } = SETTINGS[name];
    for (const text of [settingsDocument(), settingsHelp()]) {
      assert.ok(text.includes(`--${flag}`) && text.includes(variable) && text.includes(help), name);
    }
    assert.match(help, /^[A-Z].*\.$/, `${name}: one sentence`);
  }
});

test('--help shows what stands behind each flag', () => {
  const shown = settingsHelp()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/)[0]);
  assert.equal(shown.length, SETTING_NAMES.length);
  for (const usage of ['--port N', '--host ADDRESS', '--dataset DATASET', '--public-url URL', '--watch [on|off]'])
    assert.ok(shown.includes(usage), usage);
  for (const usage of ['--mcp-origins ORIGIN,...', '--mcp-hosts HOST,...', '--body-limit SIZE', '--log-level LEVEL'])
    assert.ok(shown.includes(usage), usage);
  for (const usage of shown) assert.match(usage!, /^--[a-z-]+ \S+$/);
});

test('flags and variables are named once, and every example is allowed and differs from the default', () => {
  for (const key of ['flag', 'variable'] as const) {
    assert.equal(new Set(SETTING_NAMES.map((name) => SETTINGS[name][key])).size, SETTING_NAMES.length);
  }
  for (const name of SETTING_NAMES) {
    const value = readSettings(new Map([[name, SETTINGS[name].example]]), {})[name];
    assert.notDeepEqual(value, SETTINGS[name].default, name);
  }
});

test('a flag wins over the environment, which wins over the default', () => {
  assert.equal(readSettings(new Map(), {}).port, 8080);
  assert.equal(readSettings(new Map(), { PORT: '9000' }).port, 9000);
  assert.equal(readSettings(new Map([['port', '9001']]), { PORT: '9000' }).port, 9001);
  assert.equal(readSettings(new Map(), { PORT: '' }).port, 8080);
  assert.deepEqual(readSettings(new Map(), {}), defaultSettings());
});

test('values are read as what they mean', () => {
  const settings = readSettings(new Map(), {
    WATERCODE_TARGET_LIMIT: '4k',
    WATERCODE_BODY_LIMIT: '2M',
    WATERCODE_MCP: 'OFF',
    WATERCODE_MCP_ORIGINS: 'https://a.example, http://b.example:81',
    WATERCODE_PUBLIC_URL: 'https://rivers.example.org/water/',
  });
  assert.equal(settings.targetLimitBytes, 4096);
  assert.equal(settings.bodyLimitBytes, 2 * 1024 * 1024);
  assert.equal(settings.mcp, false);
  assert.deepEqual(settings.mcpOrigins, ['https://a.example', 'http://b.example:81']);
  assert.equal(settings.publicUrl, 'https://rivers.example.org/water');
});

test('a bad value gives an error that names the setting, the value and what is allowed', () => {
  const bad: [string, string, RegExp][] = [
    ['PORT', '70000', /^PORT is "70000", but must be a whole number from 0 to 65535\.$/],
    ['PORT', '-1', /^PORT is "-1"/],
    ['PORT', '1e3', /^PORT is "1e3"/],
    ['WATERCODE_MCP', 'maybe', /^WATERCODE_MCP is "maybe", but must be on or off\.$/],
    ['WATERCODE_LOG_LEVEL', 'loud', /one of fatal, error/],
    ['WATERCODE_PUBLIC_URL', 'ftp://x', /an http or https address/],
    ['WATERCODE_PUBLIC_URL', 'rivers.example.org', /an http or https address/],
    ['WATERCODE_TARGET_LIMIT', '8G', /a number of bytes/],
    ['WATERCODE_MCP_ORIGINS', 'https://a.example/path', /an origin/],
  ];
  for (const [variable, value, message] of bad) {
    assert.throws(() => readSettings(new Map(), { [variable]: value }), { name: 'SettingError', message }, variable);
  }
  assert.throws(() => readSettings(new Map([['port', 'x']]), { PORT: '1' }), { message: /^--port is "x"/ });
});

test('flags are read with a space, with an equals sign and, for on/off, alone', () => {
  const { flags, rest } = readFlags(['--port', '9000', 'rivers.gpkg', '--host=0.0.0.0', '--watch', '--mcp', 'off']);
  assert.deepEqual(rest, ['rivers.gpkg']);
  assert.deepEqual(Object.fromEntries(flags), { port: '9000', host: '0.0.0.0', watch: 'on', mcp: 'off' });
  assert.deepEqual(readFlags(['--watch', 'rivers.gpkg']).rest, ['rivers.gpkg']);
});

test('a flag that does not exist and a flag without its value are refused by name', () => {
  assert.throws(
    () => readFlags(['--prot', '1']),
    (error) => error instanceof SettingError && /--prot/.test(error.message),
  );
  assert.throws(() => readFlags(['--port']), { message: /^--port needs a value: a whole number/ });
});
