/** The settings that the HTTP side reads; those of `config.ts` have all of them. */

/** How long a connection without a request is kept open; longer than the proxies in front of us keep theirs. */
export const KEEP_ALIVE_MS = 72_000;

export interface HttpSettings {
  /** '' where links are relative to the host. */
  publicUrl: string;
  bodyLimitBytes: number;
  targetLimitBytes: number;
  limitMax: number;
  requestTimeLimitS: number;
  rateLimit: number;
  rateBurst: number;
  trustProxy: number;
  cacheSeconds: number;
  hotReplies: number;
  accessLog: boolean;
}
