import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { IDENTITY_PLACEHOLDER, stampIdentity, verifyFileHash } from '../../src/dataset/identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'watercode-identity-'));

function fileOf(before: number, after: number): string {
  const path = join(folder, `${before}-${after}.bin`);
  writeFileSync(
    path,
    Buffer.concat([Buffer.alloc(before, 'x'), Buffer.from(IDENTITY_PLACEHOLDER), Buffer.alloc(after, 'y')]),
  );
  return path;
}

test('a stamped file verifies, wherever the stamp stands to the chunks that are read', async () => {
  const chunk = 1 << 20;
  for (const before of [0, 100, chunk - 90, chunk - 50, chunk - 17, chunk - 1, chunk, chunk + 3, 2 * chunk - 60]) {
    const path = fileOf(before, 1000);
    const identity = await stampIdentity(path);
    assert.match(identity, /^[0-9a-f]{64}$/);
    assert.deepEqual(
      await verifyFileHash(path),
      { ok: true, expected: identity, actual: identity },
      `stamp at ${before}`,
    );
  }
});

test('any changed byte makes the hash wrong, those of the stamp included', async () => {
  const path = fileOf(300, 300);
  await stampIdentity(path);
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    writeFileSync(path, changed);
    assert.equal((await verifyFileHash(path)).ok, false, `byte ${at}`);
  }
});

test('a file without a stamp does not verify', async () => {
  const path = join(folder, 'plain.bin');
  writeFileSync(path, 'no stamp here');
  assert.equal((await verifyFileHash(path)).ok, false);
});
