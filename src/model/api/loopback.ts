/**
 * Decides if a host is this machine. Does not resolve names: the name server would decide the result, and a token or a
 * key would be sent to the address that it returns.
 */

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const ipv4 = `127(\\.${octet}){3}`;

/**
 * The hosts of the loopback in the notation of a URL: `localhost`, 127.0.0.0/8, `[::1]`, and an IPv4 address in the
 * notation of IPv6. Subexpression of a regular expression.
 */
export const LOOPBACK_PATTERN = `(localhost|${ipv4}|\\[::1\\]|\\[::ffff:${ipv4}\\])`;

/** In the normal form of `URL`, the last 32 bits are hexadecimal. */
const loopback = new RegExp(`^(localhost|${ipv4}|::1|::ffff:(${ipv4}|7f[0-9a-f]{2}:[0-9a-f]{1,4}))$`);

/**
 * Returns true if a connection to the host certainly stays on this machine: a literal loopback address, or `localhost`.
 * `host` is a `hostname` of `URL`, with or without brackets. Returns false for other names that end with `.localhost`
 * or with a dot, because some systems ask a name server for these.
 */
export function isLoopback(host: string): boolean {
  return loopback.test(host.replace(/^\[(.*)\]$/, '$1'));
}

/**
 * Returns true if a host in a request is this machine: the loopback, or any name that ends with `.localhost`. Browsers
 * resolve these names to the loopback (RFC 6761), so no web page can have such a name.
 */
export function isLoopbackName(host: string): boolean {
  return isLoopback(host) || host.endsWith('.localhost');
}
