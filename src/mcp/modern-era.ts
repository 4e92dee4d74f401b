/** Requests of the era without `initialize` (2026-07-28 on): each names its own version, and has a server of its own. */
import { createMcpHandler, type Server } from '@modelcontextprotocol/server';
import { toByteString } from '../format/byte-string.ts';
import type { EraHeaders, McpReply } from './endpoint.ts';
import type { Framing } from './framing.ts';

export interface ModernEra {
  /** `undefined` when the time limit passed first. */
  answer(body: unknown, headers: EraHeaders, framing: Framing): Promise<McpReply | undefined>;
  close(): Promise<void>;
}

/** The handler of the SDK reads nothing of it. */
const ADDRESS = 'http://localhost/';

export function createModernEra(buildServer: () => Server, timeLimitMs: number): ModernEra {
  // A subscription would keep a stream open, and there is never anything to tell on it.
  const options = { legacy: 'reject', maxSubscriptions: 0 } as const;
  const handlers = {
    events: createMcpHandler(buildServer, { ...options, responseMode: 'sse' }),
    json: createMcpHandler(buildServer, options),
  };
  return {
    async answer(body, { version, method, name }, framing) {
      const headers = new Headers({ 'content-type': 'application/json' });
      if (version !== undefined) headers.set('mcp-protocol-version', version);
      if (method !== undefined) headers.set('mcp-method', method);
      if (name !== undefined) headers.set('mcp-name', name);
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), timeLimitMs);
      try {
        const request = new Request(ADDRESS, { method: 'POST', headers, signal: abort.signal });
        const response = await handlers[framing].fetch(request, { parsedBody: body });
        const text = await response.text();
        if (abort.signal.aborted) return undefined;
        if (response.status >= 500) throw new Error(`the protocol handler failed: ${text}`);
        return {
          status: response.status,
          contentType: response.headers.get('content-type') ?? '',
          body: toByteString(text),
        };
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      await Promise.all([handlers.events.close(), handlers.json.close()]);
    },
  };
}
