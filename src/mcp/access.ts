/** Who may call from a browser: checks of Origin and Host, against pages that make a browser call services of its own machine. */

export interface AccessSettings {
  /** Where the service listens. */
  host: string;
  /** '' where there is none. */
  publicUrl: string;
  mcpOrigins: readonly string[];
  mcpHosts: readonly string[];
}

export interface Access {
  /** Why the request is refused; `undefined` when it may come in. */
  refusalOf(headers: { origin?: string | undefined; host?: string | undefined }): string | undefined;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** An address cannot be pointed elsewhere, as a name can. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The host of an authority, with and without its port; `undefined` where it is none. */
function readHost(text: string): { host: string; hostname: string } | undefined {
  if (!/^[^\s/?#@\\]+$/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const { host, hostname } = new URL(`http://${text}`);
  return { host, hostname };
}

/** An IPv6 address in brackets, as URLs have it. */
function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

export function createAccess({ host, publicUrl, mcpOrigins, mcpHosts }: AccessSettings): Access {
  const bound = readHost(bracketed(host))?.hostname ?? host;
  const publicHost = publicUrl === '' ? undefined : new URL(publicUrl).host;
  const knownHosts = new Set(mcpHosts.map((known) => known.toLowerCase()));
  if (publicHost !== undefined) knownHosts.add(publicHost);
  const checksHost = mcpHosts.length > 0 || isLoopback(bound);
  const origins = new Set([...mcpOrigins, publicUrl].map(originOf));

  function isKnownHost(text: string | undefined): boolean {
    const given = text === undefined ? undefined : readHost(text);
    if (given === undefined) return false;
    if (knownHosts.has(given.host) || knownHosts.has(given.hostname)) return true;
    return isLoopback(bound) && isLoopback(given.hostname);
  }

  /** The page comes from this very service, under a host that nobody else can have pointed here. */
  function isOwn(origin: URL, hostHeader: string | undefined): boolean {
    const given = hostHeader === undefined ? undefined : readHost(hostHeader);
    if (given === undefined || origin.host !== given.host) return false;
    return checksHost || isAddress(given.hostname) || given.hostname === bound;
  }

  /** Clients come back with the same host: the last one that was let in needs no second look. */
  let lastKnownHost: string | undefined;

  return {
    refusalOf({ origin, host: hostHeader }) {
      if (origin === undefined && hostHeader !== undefined && hostHeader === lastKnownHost) return undefined;
      if (checksHost && !isKnownHost(hostHeader)) return 'this host name is not served here';
      lastKnownHost = hostHeader;
      if (origin === undefined) return undefined;
      if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return 'this origin may not call';
      const url = new URL(origin);
      const allowed = origins.has(url.origin) || isLoopback(url.hostname) || isOwn(url, hostHeader);
      return allowed ? undefined : 'this origin may not call; the setting mcp-origins allows further ones';
    },
  };
}
