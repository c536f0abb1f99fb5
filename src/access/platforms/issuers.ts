/** The known issuers. The custom issuer comes first, because it is the broadest. */
import { PLATFORMS } from './platforms';
import { anyIssuer } from './any-issuer';
import type { Issuer } from './issuer';
import { exactly } from './platform';

const OF_PLATFORMS = Object.values(PLATFORMS).flatMap(({ issuers }) => issuers);

export const ISSUERS: readonly Issuer[] = [anyIssuer, ...OF_PLATFORMS];

/** The issuers that only their platform runs. Anyone can run an installation of the others, which issues any token. */
export const SERVICES: readonly Issuer[] = OF_PLATFORMS.filter(
  ({ variables }) => !Object.values(variables).some(({ isOwnHost = false }) => isOwnHost),
);

/** The addresses of issuers that are the same for everyone. */
export const FIXED_ISSUERS: readonly string[] = OF_PLATFORMS.flatMap(({ shapes }) =>
  Object.values(shapes).flatMap(({ iss = '{}' }) => (iss.includes('{') ? [] : [iss])),
);

/** A pattern of the hosts of the platforms, which no own installation has. */
export const KNOWN_HOSTS = knownHosts(OF_PLATFORMS);

/**
 * Returns a pattern of the hosts and paths that show a platform: a host whose issuer has no path, and the fixed path of an
 * installation. Any other host of a platform can have issuers of others at other paths.
 */
export function knownHosts(issuers: readonly Issuer[]): string {
  const patterns = issuers.flatMap(({ shapes, variables }) =>
    Object.values(shapes).flatMap(({ iss = '' }) => {
      const [, host, path = ''] = /^https:\/\/([^/]+)(\/.*)?$/.exec(iss) ?? [];
      const isOwn = variables[/^\{(\w+)\}$/.exec(host ?? '')?.[1] ?? '']?.isOwnHost === true;
      if (host === undefined || isOwn !== (path !== '') || path.includes('{')) return [];
      return isOwn
        ? `${exactly(path)}$`
        : `^${host
            .split(/\{\w+\}/)
            .map(exactly)
            .join('[^/]*')}(/|$)`;
    }),
  );
  return [...new Set(patterns)].join('|');
}
