/** Finds who can obtain an accepted token. Each result is stored. */
import { obtainableTokens, type Obtained, type TokenMatch } from '../../../claims';

export interface ReachOptions {
  /** The intended owners. @default those that the match requires */
  readonly owners?: readonly string[] | undefined;
  /** True if patterns match whole values. @default false, the weaker interpretation */
  readonly anchored?: boolean | undefined;
}

/** Finds who can obtain a token of a match. Throws the error of `re2js` for an invalid pattern. */
export type TokenReachability = (match: TokenMatch) => Obtained;

/** The time limit of one query. A longer query is reported as unknown. */
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
      return { obtainable: [], issuers: [], unknown: ['who else can assume it (the evaluation takes too long)'] };
    const found = obtainableTokens(match, { ...LIMITS, anchored, ...(owners && { owners }) });
    known.set(id, found);
    return found;
  };
}

/** The time limit of all queries of a review. A pattern takes about 20 ms. */
const ALL_MS = 300_000;

const ownersAlone: Obtained = { obtainable: [], issuers: [], unknown: [] };

export const GITHUB = 'https://token.actions.githubusercontent.com';
const workload =
  /^repo:([0-9A-Za-z-]+)(?:@[1-9][0-9]*)?\/[0-9A-Za-z._-]+(?:@[1-9][0-9]*)?:(ref:refs\/(heads|tags)\/[^:\s~^?*[\\]+|environment:[^:*]+)$/;

/** Returns true if a match accepts exactly one workload of one repository, like most identities: nobody else has such a token. */
export function isOneWorkload({ iss, sub }: TokenMatch, owners?: readonly string[]): boolean {
  if (iss === undefined || sub === undefined || !('exact' in iss) || !('exact' in sub)) return false;
  const [, owner = ''] = workload.exec(sub.exact) ?? [];
  if (iss.exact !== GITHUB || owner === '') return false;
  return owners === undefined || owners.some((one) => one.toLowerCase() === owner.toLowerCase());
}
