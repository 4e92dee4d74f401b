/** A bucket of tokens for each client: `burst` requests at once, then `perSecond`; memory is bounded. */

const MOST_CLIENTS = 20_000;

/** In the forms that sockets give; the third is IPv4 on a socket that also takes IPv6. */
function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
}

/** IPv6 hands out whole /64 networks, so that one client is the first four groups of an address. */
function clientKey(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + after < 8) groups.push('0');
  }
  return groups.slice(0, 4).join(':');
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

export interface RateLimiter {
  /** Takes a token; 0 when there was one, else the whole seconds after which there will be. */
  secondsToWait(address: string, nowMs: number): number;
}

export function createRateLimiter(perSecond: number, burst: number, mostClients = MOST_CLIENTS): RateLimiter {
  /** In the order of their last request: the first is the one to forget. */
  const buckets = new Map<string, Bucket>();

  function take(key: string, nowMs: number): number {
    const bucket = buckets.get(key) ?? { tokens: burst, filledAtMs: nowMs };
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > mostClients) buckets.delete(buckets.keys().next().value!);
    const elapsedS = Math.max(0, nowMs - bucket.filledAtMs) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + elapsedS * perSecond);
    bucket.filledAtMs = nowMs;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
    bucket.tokens -= 1;
    return 0;
  }

  return {
    secondsToWait(address, nowMs) {
      if (perSecond === 0 || isLoopback(address)) return 0;
      return take(clientKey(address), nowMs);
    },
  };
}
