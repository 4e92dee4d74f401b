/** What a person who has just started the service sees: where it is, and three links to try. */

import { exampleRequests } from '../../http/docs/examples.ts';
import type { Service } from '../../service/service.ts';
import { nounFor } from '../noun.ts';

/** The address that a browser on this machine can open. */
function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

export async function greeting(service: Service, host: string, port: number, publicUrl: string): Promise<string> {
  const base = publicUrl === '' ? addressOf(host, port) : publicUrl;
  const { titleEn, counts } = service.dataset;
  const { river, search } = await exampleRequests(service);
  return `Serving ${titleEn} (${counts.reaches.toLocaleString('en')} ${nounFor(counts.reaches, 'reach')}) at ${base} (process ${process.pid})
  the map   ${base}/
  a river   ${base}${river}
  a search  ${base}${search}
  the docs  ${base}/api/docs
`;
}
