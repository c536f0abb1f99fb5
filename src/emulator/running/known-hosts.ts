/**
 * The host names that a request may use. A web page can make its own name resolve to this machine (DNS rebinding). A
 * browser then treats the emulator as the page's own server, and its requests contain the page's name.
 */
import { isLoopbackName } from '../../model/api';
import { invalidField } from '../wire/errors';

interface KnownHosts {
  /** The host that it listens at. */
  readonly host: string;
  readonly scheme: 'http' | 'https';
  readonly publicUrls: readonly string[];
}

/**
 * Throws INVALID_ARGUMENT unless `authority` (a `Host`, or the `:authority` of HTTP/2) names the loopback, the address that
 * the connection came in at, or one of the public URLs, at any port: ports may be mapped. A request without one is let in.
 */
export type CheckHost = (authority: string | undefined, localAddress: string | undefined) => void;

export function createHostCheck({ host, scheme, publicUrls }: KnownHosts): CheckHost {
  const known = new Set([host, ...publicUrls.map((url) => new URL(url).hostname)].map(bareHost));
  return (authority, localAddress = '') => {
    if (authority === undefined || authority === '') return;
    const [, name] = AUTHORITY.exec(authority) ?? [];
    const asked = name === undefined ? undefined : bareHost(name);
    if (asked !== undefined && (isLoopbackName(asked) || known.has(asked) || asked === bareHost(localAddress))) return;
    const shown = JSON.stringify(authority.slice(0, 100));
    const way =
      asked === undefined ? '' : `. To use this address, start the emulator with --public-url ${scheme}://${asked}`;
    throw invalidField('Host', `Host is ${shown}, which is not an address of the emulator${way}`);
  };
}

/** A name or a literal address, optionally with a port, and nothing that could become part of a path. */
const AUTHORITY = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Normalizes each host: in lower case, without brackets, without a dot at the end, IPv4 in its own notation. */
function bareHost(host: string): string {
  const bare = host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  return bare.replace(/^::ffff:(?=\d+\.)/, '');
}
