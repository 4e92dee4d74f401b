/** Reads `postgres://user@host1:5432,host2/database?sslmode=verify-full`: the hosts, how to reach them safely, and no secret in any text. */
import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { DatasetError } from './dataset-error.ts';

export interface PostgresAddress {
  /** For people: without password and options. */
  shown: string;
  hosts: readonly PostgresHostAddress[];
  /** Connections that one process opens to one host at most. */
  poolSize: number;
  /** After this a query is given up, at the server and here. */
  queryTimeoutMs: number;
  /** Reaches read lately that a process remembers, at some 500 bytes each. */
  remembered: number;
}

export interface PostgresHostAddress {
  /** `host:port`, for messages. */
  name: string;
  config: ClientConfig;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 5432;
const DEFAULT_POOL = 10;
const MOST_POOL = 1000;
const DEFAULT_TIMEOUT_MS = 5_000;
const LONGEST_TIMEOUT_MS = 600_000;
const DEFAULT_REMEMBERED = 4_000;
const MOST_REMEMBERED = 1_000_000;
const EXAMPLE = 'Write it as postgres://user@host1:5432,host2:5432/database?sslmode=verify-full';

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

const OPTIONS = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'passfile',
  'passwordfile',
  'pool',
  'timeout',
  'remember',
] as const;
type OptionName = (typeof OPTIONS)[number];

export function isPostgresAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/** Throws a DatasetError that says what is wrong, without repeating what may be secret. */
export function readPostgresAddress(text: string, env: Environment): PostgresAddress {
  const match = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/i.exec(text);
  if (match === null) throw new DatasetError('postgres://...', 'is no address that can be read', EXAMPLE);
  const [, login = '', hostList = '', databasePart = '', query = ''] = match;
  const [userPart = '', ...passwordParts] = login.split(':');
  const user = decoded(userPart) || env.PGUSER || userInfo().username;
  const database = decoded(databasePart) || env.PGDATABASE || user;
  const places = (hostList || env.PGHOST || 'localhost').split(',').map((place) => placeOf(place, env));
  const shown = `postgres://${places.map(({ name }) => name).join(',')}/${database}`;
  const options = optionsOf(query, shown);
  const given = decoded(passwordParts.join(':'));
  const hosts = places.map(({ host, port, name }) => ({
    name,
    config: {
      host,
      port,
      user,
      database,
      password: () => passwordFor({ given, options, env, host, port, database, user }),
      ssl: tlsOf(options, host, shown, env),
    },
  }));
  const number = (name: OptionName, usual: number, least: number, most: number): number => {
    const value = Number(options.get(name) ?? usual);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new DatasetError(shown, `has a wrong ${name}`, `Give a whole number from ${least} to ${most}`);
  };
  return {
    shown,
    hosts,
    poolSize: number('pool', DEFAULT_POOL, 1, MOST_POOL),
    queryTimeoutMs: number('timeout', DEFAULT_TIMEOUT_MS, 1, LONGEST_TIMEOUT_MS),
    remembered: number('remember', DEFAULT_REMEMBERED, 0, MOST_REMEMBERED),
  };
}

function placeOf(text: string, env: Environment): { host: string; port: number; name: string } {
  const match = /^(\[[0-9A-Fa-f:.%]+\]|[^:[\]]+)?(?::(\d{1,5}))?$/.exec(text);
  const port = Number(match?.[2] ?? env.PGPORT ?? DEFAULT_PORT);
  if (match === null || !(port >= 1 && port <= 65535)) {
    throw new DatasetError('postgres://...', 'has a host or port that can not be read', EXAMPLE);
  }
  const written = decoded(match[1] ?? 'localhost');
  return { host: written.replace(/^\[|\]$/g, ''), port, name: `${written}:${port}` };
}

function optionsOf(query: string, shown: string): ReadonlyMap<OptionName, string> {
  const options = new Map<OptionName, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = OPTIONS.find((option) => option === name);
    if (known === undefined) {
      throw new DatasetError(shown, `has an unknown option ${name}`, `Known are ${OPTIONS.join(', ')}`);
    }
    options.set(known, value);
  }
  return options;
}

/** Without `sslmode` a connection that leaves the machine is encrypted and the server's certificate checked. */
function tlsOf(
  options: ReadonlyMap<OptionName, string>,
  host: string,
  shown: string,
  env: Environment,
): false | ConnectionOptions {
  const usual = isLocal(host) ? 'disable' : 'verify-full';
  const text = options.get('sslmode') ?? env.PGSSLMODE ?? usual;
  const mode: SslMode | undefined = SSL_MODES.find((known) => known === text);
  if (mode === undefined) throw new DatasetError(shown, 'has a wrong sslmode', `Use one of ${SSL_MODES.join(', ')}`);
  if (mode === 'disable') return false;
  const rootFile = options.get('sslrootcert') ?? env.PGSSLROOTCERT;
  const certFile = options.get('sslcert') ?? env.PGSSLCERT;
  const keyFile = options.get('sslkey') ?? env.PGSSLKEY;
  return {
    rejectUnauthorized: mode !== 'require' || rootFile !== undefined,
    ...(rootFile !== undefined && { ca: readText(rootFile, 'sslrootcert', shown) }),
    ...(certFile !== undefined && { cert: readText(certFile, 'sslcert', shown) }),
    ...(keyFile !== undefined && { key: readText(keyFile, 'sslkey', shown) }),
    ...(mode === 'verify-full' ? { servername: host } : { checkServerIdentity: () => undefined }),
  };
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('/') || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function readText(path: string, option: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new DatasetError(shown, `names a file for ${option} that can not be read (${path})`, 'Check the path');
  }
}

interface Login {
  given: string;
  options: ReadonlyMap<OptionName, string>;
  env: Environment;
  host: string;
  port: number;
  database: string;
  user: string;
}

/** Asked anew for each connection, so that a password that changed in its file is used. */
function passwordFor({ given, options, env, host, port, database, user }: Login): string {
  if (given !== '') return given;
  const bare = options.get('passwordfile') ?? env.PGPASSWORD_FILE;
  if (bare !== undefined) return readFileSync(bare, 'utf8').replace(/\r?\n$/, '');
  if (env.PGPASSWORD !== undefined) return env.PGPASSWORD;
  const named = options.get('passfile') ?? env.PGPASSFILE;
  return passwordInFile(named ?? join(homedir(), '.pgpass'), named !== undefined, [host, String(port), database, user]);
}

/** The first line `host:port:database:user:password` that fits; `*` fits anything, `\` escapes. */
function passwordInFile(path: string, mustBeThere: boolean, wanted: readonly string[]): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (mustBeThere) throw error;
    return '';
  }
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = [...line.matchAll(/((?:[^\\:]|\\.)*)(?::|$)/g)].map(([, field]) => field!.replace(/\\(.)/g, '$1'));
    if (fields.length >= 5 && wanted.every((value, i) => fields[i] === '*' || fields[i] === value)) return fields[4]!;
  }
  return '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatasetError('postgres://...', 'has a percent sign without two hexadecimal digits', EXAMPLE);
  }
}
