/** Tokens that workloads outside of an organization can obtain. */
import type { Token, TokenMatch } from '../claims';
import type { Obtainable } from '../trust';
import { few } from '../../base/text/words';
import { DEFAULT_AUDIENCE } from './read-trust-policy';

/** Returns true for an outsider. Anyone can take over a released name: only subjects with immutable ids are safe. */
export function isOutsider({ outsider, reach }: Obtainable): boolean {
  return outsider && reach !== 'recycled-name';
}

/**
 * Returns the next step if outsiders can assume an identity.
 *
 * @param entries the entries of `owners` that declare them; `undefined` for a hidden trust policy
 * @param findPaths returns the identities that an entry is about, if there are several. @default none
 */
export function getOutsidersRemedy(
  entries: readonly string[] | undefined,
  findPaths: (entry: string) => readonly string[] = () => [],
): string {
  if (entries === undefined) return 'Narrow the trust policy, or declare its owner in "owners".';
  return ['Narrow the trust policy.', ...declareOwners(entries, findPaths)].join(' ');
}

/** Returns the sentence with the entries to paste; none without entries. Each owner needs its own decision. */
function declareOwners(entries: readonly string[], findPaths: (entry: string) => readonly string[]): string[] {
  const toName = (entry: string) => {
    const paths = findPaths(entry);
    return `"${entry}"${paths.length === 0 ? '' : ` (${few(paths)})`}`;
  };
  const names = [...new Set(entries)].map(toName);
  if (names.length === 0) return [];
  return names.length === 1
    ? [`If this owner is yours, add "${entries[0]}" to "owners" in review.config.json.`]
    : [`Add only the owners that are yours to "owners" in review.config.json: ${few(names, MOST_ENTRIES)}.`];
}

/** The number of entries that a remedy lists. */
const MOST_ENTRIES = 8;

/** The issuer of GitHub Actions. */
export const GITHUB = 'https://token.actions.githubusercontent.com';
const workload =
  /^repo:([0-9A-Za-z-]+)(?:@([1-9][0-9]*))?\/[0-9A-Za-z._-]+(?:@[1-9][0-9]*)?:(ref:refs\/(heads|tags)\/[^:\s~^?*[\\]+|environment:[^:*]+)$/;

/** Returns true if a match accepts exactly one workload of one repository, like most identities: nobody else has such a token. */
export function isOneWorkload({ iss, sub }: TokenMatch, owners?: readonly string[]): boolean {
  if (iss === undefined || sub === undefined || !('exact' in iss) || !('exact' in sub)) return false;
  const [, owner = '', id] = workload.exec(sub.exact) ?? [];
  if (iss.exact !== GITHUB || owner === '') return false;
  if (owners === undefined) return true;
  // A declared id decides instead of the name.
  if (owners.some((entry) => /^github:([1-9][0-9]*$|repository_owner_id=)/.test(entry)))
    return owners.includes(`github:${id}`) || owners.includes(`github:repository_owner_id=${id}`);
  return owners.some((one) => one.replace(/^github:/, '').toLowerCase() === owner.toLowerCase());
}

/** Returns the claims of a token: `iss=…, sub=…`. */
export function tokenText(token: Token): string {
  const claims = Object.entries(token)
    .filter(([, value]) => value !== DEFAULT_AUDIENCE)
    .sort(([a], [b]) => rank(a) - rank(b));
  return claims.map(([claim, value]) => (value === undefined ? `no ${claim}` : `${claim}=${value}`)).join(', ');
}

function rank(claim: string): number {
  const place = ['sub', 'iss', 'aud'].indexOf(claim);
  return place < 0 ? 3 : place;
}
