/** Who can obtain a token that is accepted; each question is asked once. */
import { obtainableTokens, type Obtained, type TokenMatch } from '../../../claims';

export interface ReachOptions {
  /** Whose tokens are meant to be accepted. @default those that the match fixes */
  readonly owners?: readonly string[] | undefined;
  /** Whether patterns match whole values. @default false: the weaker is assumed */
  readonly anchored?: boolean | undefined;
}

/** Finds who can obtain a token of a match. Throws what `re2js` throws if a pattern is none. */
export type TokenReachability = (match: TokenMatch) => Obtained;

/** How long one question may take. What takes longer is told as unknown. */
export const LIMITS = { milliseconds: 60_000 } as const;

export function createTokenReachability({ owners, anchored = false }: ReachOptions): TokenReachability {
  const known = new Map<string, Obtained>();
  const end = Date.now() + ALL_MS;
  return (match) => {
    if (isOneWorkload(match, owners)) return ownersAlone;
    const id = JSON.stringify(match);
    const asked = known.get(id);
    if (asked !== undefined) return asked;
    if (Date.now() > end)
      return { obtainable: [], issuers: [], unknown: ['who else can assume it: it takes too long'] };
    const found = obtainableTokens(match, { ...LIMITS, anchored, ...(owners && { owners }) });
    known.set(id, found);
    return found;
  };
}

/** How long all questions of a review may take; a pattern takes some 20 ms. */
const ALL_MS = 300_000;

const ownersAlone: Obtained = { obtainable: [], issuers: [], unknown: [] };

export const GITHUB = 'https://token.actions.githubusercontent.com';
const workload =
  /^repo:([0-9A-Za-z-]+)(?:@[1-9][0-9]*)?\/[0-9A-Za-z._-]+(?:@[1-9][0-9]*)?:(ref:refs\/(heads|tags)\/[^:\s~^?*[\\]+|environment:[^:*]+)$/;

/** Returns whether exactly one workload of one repository is accepted, as by most identities: nobody else has such a token. */
export function isOneWorkload({ iss, sub }: TokenMatch, owners?: readonly string[]): boolean {
  if (iss === undefined || sub === undefined || !('exact' in iss) || !('exact' in sub)) return false;
  const [, owner = ''] = workload.exec(sub.exact) ?? [];
  if (iss.exact !== GITHUB || owner === '') return false;
  return owners === undefined || owners.some((one) => one.toLowerCase() === owner.toLowerCase());
}
