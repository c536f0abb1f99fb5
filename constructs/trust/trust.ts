/** The workloads and people that may assume an identity, in the words of their platform. */
import { isObject, nearest, PACKAGE_NAME, type Values } from '../../src/api';
import { isPlain, requireType } from '../base/constructor-arguments';
import { checkTrust, type CheckedTrust } from './checked-trust';
import { PLATFORMS, type PlatformName, type TrustProps } from './platforms';
import type { GitHubActionsTrustProps } from './platforms/github-actions';

/** A trust as plain data: the name of a platform, and the props of its factory. */
export type TrustData = {
  [Name in PlatformName]: { readonly [_ in Name]: TrustProps[Name] } & {
    readonly [_ in Exclude<PlatformName, Name>]?: undefined;
  };
}[PlatformName];

const checked: unique symbol = Symbol.for(`${PACKAGE_NAME}/trust`);

/**
 * The workloads or the person that may assume an identity, for the prop `assumedBy`. Each platform has a factory, which sets
 * issuer, subject, audience and further claims, and escapes values.
 *
 * @example
 * const ci = payments.addIdentity('ci', {
 *   assumedBy: Trust.gitHubActions({ repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } }),
 * });
 */
export class Trust {
  /**
   * Accepts jobs of a repository on GitHub Actions.
   *
   * @see https://docs.github.com/en/actions/reference/security/oidc
   * @throws Error for a prop of another type; all other problems are reported at synth.
   * @example
   * Trust.gitHubActions({ repository: 'acme/shop', environment: 'production', ids: { owner: 1234, repository: 7890 } });
   */
  static gitHubActions(props: GitHubActionsTrustProps): Trust {
    return new Trust('gitHubActions', props);
  }

  /**
   * Returns the trust that plain data describes: an object with the name of a factory as its only key.
   *
   * @throws Error for another key, and for a prop of another type; all other problems are reported at synth.
   * @example
   * Trust.of({ gitHubActions: { repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } } });
   */
  static of(data: TrustData): Trust {
    requireType('Trust.of', 'its data, the first argument,', 'an object', data, isPlain);
    const names = Object.keys(data).filter((name) => (data as Values)[name] !== undefined);
    const known = Object.keys(PLATFORMS);
    const [name = ''] = names;
    if (names.length !== 1)
      throw new Error(
        `Trust.of: exactly one of ${known.join(', ')} must be given, found ${names.length === 0 ? 'none' : names.join(', ')}.`,
      );
    if (!isPlatform(name)) {
      const meant = nearest(name, known);
      throw new Error(
        `Trust.of: unknown platform \`${name}\`; ${meant === undefined ? `there are ${known.join(', ')}` : `did you mean \`${meant}\`?`}`,
      );
    }
    return new Trust(name, (data as Values)[name]);
  }

  private readonly [checked]: CheckedTrust;

  private constructor(name: PlatformName, props: unknown) {
    this[checked] = checkTrust(`Trust.${name}`, PLATFORMS[name], props);
  }
}

/** Returns true for a `Trust`, made by this copy of the package or another. */
export function isTrust(value: unknown): value is Trust {
  return isObject(value) && checked in value;
}

/** Returns the checked trust; undefined for a value that is no `Trust`. */
export function checkedTrust(value: unknown): CheckedTrust | undefined {
  return isTrust(value) ? value[checked] : undefined;
}

function isPlatform(name: string): name is PlatformName {
  return Object.hasOwn(PLATFORMS, name);
}
