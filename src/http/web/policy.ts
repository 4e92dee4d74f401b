/** What the map page may load and do: its own files and data, and nothing from anywhere else. */

import { createHash } from 'node:crypto';

/** The worker is held to the policy of its own file, so that every file of the page carries the whole policy. */
export function contentSecurityPolicy(inlineScript: string): string {
  const hash = createHash('sha256').update(inlineScript).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const PERMISSIONS_POLICY = 'geolocation=(self), camera=(self), clipboard-write=(self), microphone=()';
