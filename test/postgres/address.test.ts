import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPostgresAddress, readPostgresAddress } from '../../src/store/postgres-address.ts';

function passwordOf(address: string, env: Record<string, string> = {}, host = 0): unknown {
  const { password } = readPostgresAddress(address, env).hosts[host]!.config;
  return typeof password === 'function' ? password() : password;
}

test('an address names several hosts, a port for each, a user and a database', () => {
  const { hosts, shown } = readPostgresAddress(
    'postgres://reader@db1:5433,[::1],db3/rivers?sslmode=require&pool=3',
    {},
  );
  assert.deepEqual(
    hosts.map(({ name, config: { host, port, user, database } }) => [name, host, port, user, database]),
    [
      ['db1:5433', 'db1', 5433, 'reader', 'rivers'],
      ['[::1]:5432', '::1', 5432, 'reader', 'rivers'],
      ['db3:5432', 'db3', 5432, 'reader', 'rivers'],
    ],
  );
  assert.equal(shown, 'postgres://db1:5433,[::1]:5432,db3:5432/rivers');
});

test('what the address leaves out comes from the usual variables', () => {
  const env = { PGHOST: 'a,b', PGPORT: '6000', PGUSER: 'u', PGDATABASE: 'd', PGSSLMODE: 'disable' };
  const { hosts, poolSize, queryTimeoutMs } = readPostgresAddress('postgres://', env);
  assert.deepEqual(
    hosts.map(({ name, config }) => [name, config.user, config.database, config.ssl]),
    [
      ['a:6000', 'u', 'd', false],
      ['b:6000', 'u', 'd', false],
    ],
  );
  assert.ok(poolSize >= 1 && queryTimeoutMs >= 1000);
});

test('without sslmode, a connection to another machine is encrypted and the certificate checked', () => {
  const [far, near] = readPostgresAddress('postgres://u@db.example.org,127.0.0.1/d', {}).hosts;
  assert.deepEqual(far!.config.ssl, { rejectUnauthorized: true, servername: 'db.example.org' });
  assert.equal(near!.config.ssl, false);
  const required = readPostgresAddress('postgres://u@db.example.org/d?sslmode=require', {}).hosts[0]!.config.ssl;
  assert.equal(typeof required === 'object' && required.rejectUnauthorized, false);
});

test('the password comes from the address, a file, PGPASSWORD or a password file, in this order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watercode-address-'));
  try {
    const bare = join(folder, 'bare');
    const pgpass = join(folder, 'pgpass');
    writeFileSync(bare, 'from file\n');
    writeFileSync(pgpass, '# a comment\nother:*:*:*:no\n*:5433:rivers:reader:with\\:colon\\\\\n*:*:*:*:any\n');
    assert.equal(passwordOf('postgres://u:p%40ss@h/d', { PGPASSWORD: 'env' }), 'p@ss');
    assert.equal(passwordOf('postgres://u@h/d', { PGPASSWORD_FILE: bare, PGPASSWORD: 'env' }), 'from file');
    assert.equal(passwordOf(`postgres://u@h/d?passwordfile=${bare}`), 'from file');
    assert.equal(passwordOf('postgres://u@h/d', { PGPASSWORD: 'env', PGPASSFILE: pgpass }), 'env');
    assert.equal(passwordOf('postgres://reader@a:5433,b/rivers', { PGPASSFILE: pgpass }), 'with:colon\\');
    assert.equal(passwordOf('postgres://reader@a:5433,b/rivers', { PGPASSFILE: pgpass }, 1), 'any');
    writeFileSync(bare, 'changed');
    assert.equal(passwordOf(`postgres://u@h/d?passwordfile=${bare}`), 'changed');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what can not be read is refused with what to do', () => {
  const refused: [string, RegExp][] = [
    ['postgres://u@h:99999/d', /host or port/],
    ['postgres://u@h:x/d', /host or port/],
    ['postgres://u@h/d?sslmode=maybe', /wrong sslmode\. Use one of disable/],
    ['postgres://u@h/d?pool=0', /wrong pool\. Give a whole number/],
    ['postgres://u@h/d?poool=1', /unknown option poool\. Known are/],
    ['postgres://u@h/d?sslmode=verify-ca&sslrootcert=/nowhere/ca.crt', /sslrootcert that can not be read/],
    ['postgres://u:%zz@h/d', /percent sign/],
  ];
  for (const [address, said] of refused) assert.throws(() => readPostgresAddress(address, {}), said, address);
  assert.ok(isPostgresAddress('postgresql://h/d') && !isPostgresAddress('rivers.gpkg'));
});

test('a password is in no text for people, whether the address can be read or not', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 8, maxLength: 20, unit: fc.constantFrom(...'abcXYZ019%$#!~') }),
      fc.constantFrom('h/d', 'h:x/d', 'h/d?pool=0', 'h:5,i/d?sslmode=no', 'h/d?nonsense=1', '/d', 'h'),
      (secret, rest) => {
        try {
          assert.ok(!readPostgresAddress(`postgres://u:${secret}@${rest}`, {}).shown.includes(secret));
        } catch (error) {
          assert.ok(!String((error as Error).stack).includes(secret));
        }
      },
    ),
  );
});
