/**
 * The proxies of the environment, read as curl and Terraform read them: the scheme may be missing, and a password may contain
 * any character. Errors name the variable and the proxy's address, never its user or password.
 */
import type * as Undici from 'undici';
import type { Dispatcher } from 'undici';

/** The code of the error for a variable that is not the address of a proxy. */
export const INVALID_PROXY = 'ERR_INVALID_PROXY';

interface EnvironmentProxy {
  /** The name of the variable, for messages. */
  readonly variable: string;
  /** The address with the user and password, percent-encoded. */
  readonly url: string;
}

/** A failure to reach the proxy itself. undici passes the error of the connection on, with this property. */
export interface ProxyFailure {
  /** The proxy in words, for example `the proxy http://proxy:3128 (HTTPS_PROXY)`. */
  readonly proxy?: string;
}

/** Returns a dispatcher that uses the proxy of the environment, or undefined without any. */
export function openProxy(undici: typeof Undici, options: Undici.Agent.Options): Dispatcher | undefined {
  const proxy = findProxy();
  if (proxy === undefined) return undefined;
  return new undici.EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    // undici's type of the second argument is `object`.
    clientFactory: ({ origin }, { connect }: Undici.Pool.Options) =>
      new undici.Pool(origin, {
        connect: namingProxy(connect as Undici.buildConnector.connector, `the proxy ${origin} (${proxy.variable})`),
      }),
  });
}

/** Returns the proxy. Only this machine is reached with plain http, and never through a proxy. */
export function findProxy(): EnvironmentProxy | undefined {
  return readProxy('HTTPS_PROXY') ?? readProxy('HTTP_PROXY');
}

/** Returns the proxy of a variable, in lower or upper case. Throws if its value is no address of a proxy. */
function readProxy(name: string): EnvironmentProxy | undefined {
  const variable = [name.toLowerCase(), name].find((each) => process.env[each] !== undefined);
  const value = variable === undefined ? '' : (process.env[variable] ?? '').trim();
  if (variable === undefined || value === '') return undefined;
  const [, scheme = 'http', user, password, host] = proxyAddress.exec(value) ?? [];
  const address = `${scheme.toLowerCase()}://${host}`;
  if (host === undefined || !URL.canParse(address)) {
    const message = `${variable} is not the address of a proxy. Write host:port or http://host:port, with a user and a password if the proxy asks for them: http://user:password@host:port.`;
    throw Object.assign(new Error(message), { code: INVALID_PROXY });
  }
  const credentials = user === undefined ? '' : `${encoded(user)}:${encoded(password ?? '')}@`;
  return { variable, url: `${scheme.toLowerCase()}://${credentials}${host}` };
}

/** The user ends at the first colon, and the password at the last `@`. */
const proxyAddress =
  /^(?:(https?|socks5?):\/\/)?(?:([^:@]*)(?::(.*))?@)?((?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?)\/?$/is;

/** Returns the text percent-encoded. An encoded text stays unchanged. */
function encoded(text: string): string {
  const isEncoded = /%[\da-f]{2}/i.test(text) && /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(text);
  return isEncoded ? text : encodeURIComponent(text);
}

/** Adds to the error of a failed connection which proxy it is. */
function namingProxy(connect: Undici.buildConnector.connector, proxy: string): Undici.buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(Object.assign(error, { proxy } satisfies ProxyFailure), null);
    });
}
