/** Finds who can obtain an accepted token. Each result is stored. */
import { obtainableTokens, type Obtained, type TokenMatch } from '../claims';
import { isOneWorkload } from './outsiders';

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
