/** Strong entity tags from the dataset's identity and the request, and the check of If-None-Match (RFC 9110, 8.8.3 and 13.1.2). */

import { hashOf } from '../service/hash.ts';

/**
 * `edition` says which data and which software made the reply, `variant` which representation and language it is. Tags are
 * compared for one address only, so that a collision of hashes does no harm.
 */
export function entityTag(edition: string, target: string, variant: string): string {
  return tagOf(edition, hashOf(target), variant);
}

/** The same with the hash of the target at hand. */
export function tagOf(edition: string, targetHash: number, variant: string): string {
  return `"${edition}-${targetHash.toString(36)}-${variant}"`;
}

/** What every tag of one dataset under one version of the software starts with. */
export function editionOf(datasetIdentity: string, version: string): string {
  return `${datasetIdentity.slice(0, 16)}-${version}`;
}

const MEMBER = /\s*(?:W\/)?("[^"]*")\s*(?:,|$)/y;

/** Whether If-None-Match names this tag; the weak comparison is used, as the standard wants for this header. */
export function isNoneMatch(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  MEMBER.lastIndex = 0;
  for (let match = MEMBER.exec(header); match !== null; match = MEMBER.exec(header)) {
    if (match[1] === tag) return true;
  }
  return false;
}
