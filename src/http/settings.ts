/** The settings that the HTTP side reads; those of `config.ts` have all of them. */

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
