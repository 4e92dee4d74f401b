/** Asking the service: addresses, languages, and errors that tell the page what to say. */

import type { Language } from './texts/language.ts';

const BASE = document.documentElement.dataset.base ?? '';

/** Why there is no answer: `network` when the service could not be reached at all. */
export type FailureKind = 'network' | 'not-found' | 'invalid' | 'busy' | 'server';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

function kindOf(status: number): FailureKind {
  if (status === 404) return 'not-found';
  if (status === 429 || status === 503) return 'busy';
  return status < 500 ? 'invalid' : 'server';
}

/** An address of the service: path segments and query values are escaped here. */
export function address(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${BASE}${path}${search.size === 0 ? '' : `?${search}`}`;
}

export function absolute(path: string): string {
  return new URL(address(path), location.href).href;
}

async function ask(url: string, options: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('network', url);
  }
  if (response.ok) return response;
  throw new ApiError(kindOf(response.status), response.headers.get('x-error-reason') ?? String(response.status));
}

export interface AskOptions {
  language?: Language;
  signal?: AbortSignal;
}

function requestOf({ language, signal }: AskOptions): RequestInit {
  return {
    ...(language !== undefined && { headers: { 'accept-language': language } }),
    ...(signal !== undefined && { signal }),
  };
}

export async function getJson<T>(url: string, options: AskOptions = {}): Promise<T> {
  return (await (await ask(url, requestOf(options))).json()) as T;
}

export async function getText(url: string, options: AskOptions = {}): Promise<string> {
  return await (await ask(url, requestOf(options))).text();
}

export async function postJson<T>(url: string, body: object, options: AskOptions = {}): Promise<T> {
  const { headers, ...rest } = requestOf(options);
  const response = await ask(url, {
    ...rest,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}
