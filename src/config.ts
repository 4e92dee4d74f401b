/** The settings of the service, in one table: flags, environment variables and docs/settings.md all come from it. */

/** How the text of a setting becomes its value; `undefined` means that the text is not allowed. */
interface Kind<T> {
  allowed: string;
  /** What stands for the value in `--help`. */
  placeholder: string;
  parse(text: string): T | undefined;
}

interface Setting<T> {
  flag: string;
  variable: string;
  kind: Kind<T>;
  default: T;
  help: string;
  example: string;
}

function integer(least: number, most: number): Kind<number> {
  return {
    allowed: `a whole number from ${least} to ${most}`,
    placeholder: 'N',
    parse(text) {
      const value = Number(text);
      return /^\d{1,10}$/.test(text) && value >= least && value <= most ? value : undefined;
    },
  };
}

const SIZE_UNITS: Record<string, number> = { '': 1, k: 1024, m: 1024 * 1024 };

function bytes(least: number, most: number): Kind<number> {
  return {
    allowed: `a number of bytes from ${least} to ${most}, or one with k or M for KiB or MiB, such as 8k`,
    placeholder: 'SIZE',
    parse(text) {
      const match = /^(\d{1,9})([kKmM]?)$/.exec(text);
      if (match === null) return undefined;
      const value = Number(match[1]) * SIZE_UNITS[match[2]!.toLowerCase()]!;
      return value >= least && value <= most ? value : undefined;
    },
  };
}

const onOff: Kind<boolean> = {
  allowed: 'on or off',
  placeholder: '[on|off]',
  parse: (text) => ({ on: true, off: false, true: true, false: false, 1: true, 0: false })[text.toLowerCase()],
};

function text(allowed: string, placeholder: string, pattern: RegExp): Kind<string> {
  return { allowed, placeholder, parse: (value) => (pattern.test(value) ? value : undefined) };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const logLevel: Kind<(typeof LOG_LEVELS)[number]> = {
  allowed: `one of ${LOG_LEVELS.join(', ')}`,
  placeholder: 'LEVEL',
  parse: (value) => LOG_LEVELS.find((level) => level === value.toLowerCase()),
};

const publicUrl: Kind<string> = {
  allowed: 'an http or https address without query and fragment',
  placeholder: 'URL',
  parse(value) {
    if (!URL.canParse(value)) return undefined;
    const url = new URL(value);
    if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
      return undefined;
    return url.href.replace(/\/+$/, '');
  },
};

function list(allowed: string, placeholder: string, pattern: RegExp): Kind<readonly string[]> {
  return {
    allowed: `${allowed}, several of them with commas between`,
    placeholder: `${placeholder},...`,
    parse(value) {
      const items = value.split(',').map((item) => item.trim());
      return items.every((item) => pattern.test(item)) ? items : undefined;
    },
  };
}

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

export const SETTINGS = {
  port: setting({
    flag: 'port',
    variable: 'PORT',
    kind: integer(0, 65535),
    default: 8080,
    help: 'The TCP port to listen on; 0 takes any free one.',
    example: '9000',
  }),
  host: setting({
    flag: 'host',
    variable: 'HOST',
    kind: text('a host name or an IP address', 'ADDRESS', /^[0-9A-Za-z:.%_-]{1,255}$/),
    default: '127.0.0.1',
    help: 'The address to listen on; 0.0.0.0 (or :: with IPv6) lets other machines in.',
    example: '0.0.0.0',
  }),
  dataset: setting({
    flag: 'dataset',
    variable: 'WATERCODE_DATASET',
    kind: text('a path, or an address such as postgres://watercode@db.example.org/rivers', 'DATASET', /^[^\0]+$/),
    default: '',
    help: 'The dataset to serve, a file or a PostgreSQL database; without one the default dataset is built and served.',
    example: 'rivers.gpkg',
  }),
  publicUrl: setting({
    flag: 'public-url',
    variable: 'WATERCODE_PUBLIC_URL',
    kind: publicUrl,
    default: '',
    help: 'The address under which clients reach the service, put in front of every link; without it links are relative to the host.',
    example: 'https://rivers.example.org',
  }),
  workers: setting({
    flag: 'workers',
    variable: 'WATERCODE_WORKERS',
    kind: integer(1, 256),
    default: 1,
    help: 'How many processes share the port; one for each processor core is plenty.',
    example: '4',
  }),
  watch: setting({
    flag: 'watch',
    variable: 'WATERCODE_WATCH',
    kind: onOff,
    default: false,
    help: 'Whether to swap to the new dataset by itself when the file is replaced; SIGHUP does it at any time.',
    example: 'on',
  }),
  mcp: setting({
    flag: 'mcp',
    variable: 'WATERCODE_MCP',
    kind: onOff,
    default: true,
    help: 'Whether the MCP endpoint answers.',
    example: 'off',
  }),
  mcpOrigins: setting({
    flag: 'mcp-origins',
    variable: 'WATERCODE_MCP_ORIGINS',
    kind: list('an origin such as https://app.example.org', 'ORIGIN', /^https?:\/\/[^\s/,]+$/),
    default: [],
    help: 'Further web origins that may call the MCP endpoint, beside our own and those of this machine.',
    example: 'https://app.example.org',
  }),
  mcpHosts: setting({
    flag: 'mcp-hosts',
    variable: 'WATERCODE_MCP_HOSTS',
    kind: list('a host name, with or without a port', 'HOST', /^[^\s/,]+$/),
    default: [],
    help: 'Host names that the MCP endpoint accepts in the Host header; any when none is given and other machines are let in.',
    example: 'rivers.example.org',
  }),
  bodyLimitBytes: setting({
    flag: 'body-limit',
    variable: 'WATERCODE_BODY_LIMIT',
    kind: bytes(1024, 64 * 1024 * 1024),
    default: 1024 * 1024,
    help: 'The greatest request body, for the MCP endpoint and for looking up many codes at once.',
    example: '256k',
  }),
  targetLimitBytes: setting({
    flag: 'target-limit',
    variable: 'WATERCODE_TARGET_LIMIT',
    kind: bytes(256, 64 * 1024),
    default: 8 * 1024,
    help: 'The longest request target (path and query) that is read.',
    example: '4k',
  }),
  limitMax: setting({
    flag: 'limit-max',
    variable: 'WATERCODE_LIMIT_MAX',
    kind: integer(1, 1000),
    default: 1000,
    help: 'The greatest page that a client may ask for with limit=.',
    example: '200',
  }),
  requestTimeLimitS: setting({
    flag: 'request-time-limit',
    variable: 'WATERCODE_REQUEST_TIME_LIMIT',
    kind: integer(1, 600),
    default: 10,
    help: 'Seconds that one request may take, from its first byte to the reply.',
    example: '30',
  }),
  rateLimit: setting({
    flag: 'rate-limit',
    variable: 'WATERCODE_RATE_LIMIT',
    kind: integer(0, 1_000_000),
    default: 100,
    help: 'Requests a second that one client may make, in each worker; 0 for no limit; never applied on loopback.',
    example: '20',
  }),
  rateBurst: setting({
    flag: 'rate-burst',
    variable: 'WATERCODE_RATE_BURST',
    kind: integer(1, 1_000_000),
    default: 200,
    help: 'How many requests a client may make at once before the rate limit holds it back.',
    example: '50',
  }),
  trustProxy: setting({
    flag: 'trust-proxy',
    variable: 'WATERCODE_TRUST_PROXY',
    kind: integer(0, 10),
    default: 0,
    help: 'How many proxies of your own stand in front; that many entries of X-Forwarded-For are believed.',
    example: '1',
  }),
  cacheSeconds: setting({
    flag: 'cache-seconds',
    variable: 'WATERCODE_CACHE_SECONDS',
    kind: integer(0, 31_536_000),
    default: 300,
    help: 'How long browsers and caches may reuse a reply without asking again.',
    example: '86400',
  }),
  hotReplies: setting({
    flag: 'hot-replies',
    variable: 'WATERCODE_HOT_REPLIES',
    kind: integer(0, 1_000_000),
    default: 12_000,
    help: 'How many river replies are kept ready in memory, at about 2 KiB each; 0 keeps none.',
    example: '50000',
  }),
  logLevel: setting({
    flag: 'log-level',
    variable: 'WATERCODE_LOG_LEVEL',
    kind: logLevel,
    default: 'info',
    help: 'The least important messages to log.',
    example: 'warn',
  }),
  accessLog: setting({
    flag: 'access-log',
    variable: 'WATERCODE_ACCESS_LOG',
    kind: onOff,
    default: false,
    help: 'Whether to log one line for each request; failures of the server are logged in any case.',
    example: 'on',
  }),
  shutdownDelayS: setting({
    flag: 'shutdown-delay',
    variable: 'WATERCODE_SHUTDOWN_DELAY',
    kind: integer(0, 60),
    default: 0,
    help: 'Seconds to go on serving after a signal to stop while /readyz already says no, so that a load balancer can look away.',
    example: '5',
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;

export type Settings = { [K in SettingName]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** A value that a setting does not allow, or a flag that is none. */
export class SettingError extends Error {
  override name = 'SettingError';
}

export function defaultSettings(): Settings {
  const entries = SETTING_NAMES.map((name) => [name, SETTINGS[name].default]);
  return Object.fromEntries(entries) as Settings;
}

export interface CommandLine {
  flags: ReadonlyMap<SettingName, string>;
  /** What is no flag, in order. */
  rest: string[];
}

/** Reads `--flag value`, `--flag=value` and, for on/off settings, a bare `--flag`. */
export function readFlags(args: readonly string[]): CommandLine {
  const flags = new Map<SettingName, string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (!arg.startsWith('--')) {
      rest.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const flag = arg.slice(2, equals < 0 ? undefined : equals);
    const name = SETTING_NAMES.find((each) => SETTINGS[each].flag === flag);
    if (name === undefined) throw new SettingError(`There is no flag --${flag}. Run with --help to see them all.`);
    if (equals >= 0) {
      flags.set(name, arg.slice(equals + 1));
    } else if (SETTINGS[name].kind === onOff && onOff.parse(args[i + 1] ?? '') === undefined) {
      flags.set(name, 'on');
    } else {
      const value = args[++i];
      if (value === undefined) throw new SettingError(`--${flag} needs a value: ${SETTINGS[name].kind.allowed}.`);
      flags.set(name, value);
    }
  }
  return { flags, rest };
}

/** A flag wins over the environment, the environment over the default; an empty variable counts as absent. */
export function readSettings(
  flags: ReadonlyMap<SettingName, string>,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const settings: Record<string, unknown> = defaultSettings();
  for (const name of SETTING_NAMES) {
    const { flag, variable, kind } = SETTINGS[name];
    const fromFlag = flags.get(name);
    const given = fromFlag ?? (environment[variable] || undefined);
    if (given === undefined) continue;
    const value = kind.parse(given);
    if (value === undefined) {
      const where = fromFlag === undefined ? variable : `--${flag}`;
      throw new SettingError(`${where} is ${JSON.stringify(given)}, but must be ${kind.allowed}.`);
    }
    settings[name] = value;
  }
  return settings as Settings;
}

function show(value: Settings[SettingName]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value.join(',');
}

/** The text of docs/settings.md. */
export function settingsDocument(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { flag, variable, kind, default: value, help, example } = SETTINGS[name];
    const shown = show(value);
    const cells = [`\`--${flag}\``, `\`${variable}\``, shown === '' ? 'none' : `\`${shown}\``, help, kind.allowed];
    return `| ${cells.join(' | ')} | \`${example}\` |`;
  });
  return `# Settings

Every setting of \`watercode serve\` is a flag and an environment variable; the flag wins. A value that is not allowed
stops the start with a sentence that says what is.

| flag | variable | default | what it does | allowed | example |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** The flags for `--help`, one line each. */
export function settingsHelp(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { flag, variable, kind, default: value, help } = SETTINGS[name];
    const shown = show(value);
    const note = shown === '' ? variable : `${variable}, default ${shown}`;
    return { left: `--${flag} ${kind.placeholder}`, right: `${help} [${note}]` };
  });
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
