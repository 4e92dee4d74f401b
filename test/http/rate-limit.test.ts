import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientAddress } from '../../src/http/client-address.ts';
import { createRateLimiter } from '../../src/http/rate-limit.ts';

function allowedOf(
  limiter: ReturnType<typeof createRateLimiter>,
  address: string,
  count: number,
  nowMs: number,
): number {
  let allowed = 0;
  for (let i = 0; i < count; i++) if (limiter.secondsToWait(address, nowMs) === 0) allowed++;
  return allowed;
}

test('a client may make a burst at once, and then so many a second', () => {
  const limiter = createRateLimiter(100, 200);
  assert.equal(allowedOf(limiter, '192.0.2.1', 1000, 0), 200);
  assert.equal(allowedOf(limiter, '192.0.2.1', 1000, 500), 50);
  assert.equal(allowedOf(limiter, '192.0.2.1', 1000, 1500), 100);
  assert.equal(allowedOf(limiter, '192.0.2.1', 1000, 60_000), 200);
});

test('clients are counted each for themselves, an IPv6 network as one', () => {
  const limiter = createRateLimiter(1, 2);
  assert.equal(allowedOf(limiter, '192.0.2.1', 5, 0), 2);
  assert.equal(allowedOf(limiter, '192.0.2.2', 5, 0), 2);
  assert.equal(allowedOf(limiter, '2001:db8:1:2:3:4:5:6', 5, 0), 2);
  assert.equal(allowedOf(limiter, '2001:db8:1:2::7', 5, 0), 0);
  assert.equal(allowedOf(limiter, '2001:db8:1:3::7', 5, 0), 2);
  assert.equal(allowedOf(limiter, '::ffff:192.0.2.9', 5, 0), 2);
});

test('the time to wait is in whole seconds, at least one', () => {
  const slow = createRateLimiter(1, 1);
  assert.equal(slow.secondsToWait('192.0.2.1', 0), 0);
  assert.equal(slow.secondsToWait('192.0.2.1', 0), 1);
  assert.equal(slow.secondsToWait('192.0.2.1', 999), 1);
  assert.equal(slow.secondsToWait('192.0.2.1', 1001), 0);
});

test('loopback is never limited, and a limit of 0 limits nobody', () => {
  const limiter = createRateLimiter(1, 1);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    assert.equal(allowedOf(limiter, address, 100, 0), 100, address);
  }
  assert.equal(allowedOf(createRateLimiter(0, 1), '192.0.2.1', 100, 0), 100);
});

test('clients beyond the number kept are forgotten, the longest silent first', () => {
  const limiter = createRateLimiter(1, 1, 100);
  assert.equal(allowedOf(limiter, '192.0.2.1', 1, 0), 1);
  for (let i = 0; i < 100; i++) limiter.secondsToWait(`198.51.100.${i}`, 0);
  assert.equal(allowedOf(limiter, '192.0.2.1', 1, 0), 1, 'forgotten, so counted afresh');
  assert.equal(allowedOf(limiter, '198.51.100.99', 1, 0), 0, 'still known');
});

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

test('X-Forwarded-For is believed only as far as proxies are trusted', () => {
  const forwarded = '203.0.113.7, 198.51.100.2, 198.51.100.3';
  assert.equal(clientAddress(requestFrom('10.0.0.1', forwarded), 0), '10.0.0.1');
  assert.equal(clientAddress(requestFrom('10.0.0.1', forwarded), 1), '198.51.100.3');
  assert.equal(clientAddress(requestFrom('10.0.0.1', forwarded), 3), '203.0.113.7');
  assert.equal(clientAddress(requestFrom('10.0.0.1', forwarded), 9), '203.0.113.7');
  assert.equal(clientAddress(requestFrom('10.0.0.1'), 1), '10.0.0.1');
  assert.equal(clientAddress(requestFrom('10.0.0.1', 'nonsense'), 1), '10.0.0.1');
});
