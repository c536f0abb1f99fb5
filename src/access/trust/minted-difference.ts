/** Finds tokens that an issuer issues, and that are accepted after a change and were rejected before it. */
import {
  type Anchoring,
  type Automaton,
  type Budget,
  createBudget,
  exactToken,
  type Limits,
  ruleAutomata,
  shortest,
  type Token,
  type TokenMatch,
  UndecidedError,
} from '../claims';
import { ISSUERS, SERVICES } from '../platforms/issuers';
import type { Issuer, TokenShape } from '../platforms/issuer';
import { createMinting } from './accepted-tokens';
import { getAddresses, issuerAddresses } from './undeclared';

/** The requester of a token chooses its audience. */
const CHOSEN = 'aud';

/**
 * Returns a token that an issuer issues, that `after` accepts and `before` rejects, or `undefined`. Throws the error of
 * `re2js` for an invalid pattern.
 */
export function mintedDifference(
  before: TokenMatch,
  after: TokenMatch,
  options: Anchoring & Limits = {},
): Token | undefined {
  const usual = findUsualToken(before, after);
  if (usual !== undefined) return usual;
  const budget = createBudget(options);
  try {
    return findDifference(ruleAutomata(before, options, budget), ruleAutomata(after, options, budget), budget);
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

const USUAL_CLAIMS = ['iss', 'sub', CHOSEN];

/** Returns the only token of `after` if its text shows that an issuer issues it, and `before` has another subject. */
function findUsualToken(before: TokenMatch, after: TokenMatch): Token | undefined {
  const [refused, token] = [exactToken(before), exactToken(after)];
  if (refused === undefined || token === undefined) return undefined;
  const { iss, sub = '' } = token;
  // Bounded: linear in the claims of the plan.
  const isUsual = [...Object.keys(refused), ...Object.keys(token)].every((claim) => USUAL_CLAIMS.includes(claim));
  if (!isUsual || refused['sub'] === undefined || refused['sub'] === sub) return undefined;
  // Bounded: the platforms declare their issuers.
  return ISSUERS.some(({ usual }) => usual?.iss === iss && usual?.sub.test(sub)) ? token : undefined;
}

type Languages = ReadonlyMap<string, Automaton>;

function findDifference(refused: Languages, accepted: Languages, budget: Budget): Token | undefined {
  for (const issuer of inOrder) {
    const accepts = issuerAddresses(issuer).filter((iss) => mayMint(issuer, { iss }, accepted, budget));
    for (const shape of Object.values(issuer.shapes)) {
      if (!accepts.includes(shape['iss'] ?? '')) continue;
      for (const claim of refused.keys()) {
        const token = mint({ issuer, shape, claim, refused, accepted, budget });
        if (token !== undefined) return token;
      }
    }
  }
  return undefined;
}

/** Tokens of a custom issuer come last: a token of a platform is more specific. */
const inOrder = [
  ...ISSUERS.filter(({ mintsAnything = false }) => !mintsAnything),
  ...ISSUERS.filter(({ mintsAnything = false }) => mintsAnything),
];

function mayMint(issuer: Issuer, shape: TokenShape, rules: Languages, budget: Budget): boolean {
  return mintToken(issuer, shape, rules, budget, new Map()) !== undefined;
}

function mintToken(
  issuer: Issuer,
  shape: TokenShape,
  rules: Languages,
  budget: Budget,
  refused: ReadonlyMap<string, readonly Automaton[]>,
): Token | undefined {
  const { mintsAnything = false } = issuer;
  const taken = mintsAnything ? SERVICES.flatMap(getAddresses) : [];
  const none = taken.length === 0 ? refused : new Map(refused).set('iss', [...(refused.get('iss') ?? []), ...taken]);
  try {
    const minting = createMinting(issuer, shape, rules, budget, none);
    const values = minting.find();
    return values && minting.createToken(values)?.token;
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

interface Question {
  readonly issuer: Issuer;
  readonly shape: TokenShape;
  /** The claim that makes the difference. */
  readonly claim: string;
  readonly refused: Languages;
  readonly accepted: Languages;
  readonly budget: Budget;
}

function mint({ issuer, shape, claim, refused, accepted, budget }: Question): Token | undefined {
  const { mintsAnything = false } = issuer;
  const rule = refused.get(claim);
  // No value is accepted and refused by the same language.
  if (rule === undefined || rule === accepted.get(claim)) return undefined;
  const isOwn = (name: string) => Object.hasOwn(shape, name);
  const isFree = (name: string) => name === CHOSEN || mintsAnything;
  // It is unknown whether a platform issues a claim that its documentation does not name.
  if ([...accepted.keys()].some((name) => !isOwn(name) && !isFree(name))) return undefined;
  if (isOwn(claim)) return mintToken(issuer, shape, accepted, budget, new Map([[claim, [rule]]]));
  const required = accepted.get(claim);
  if (required === undefined) {
    // A platform may add the claim to every token.
    const token = mintsAnything ? mintToken(issuer, shape, accepted, budget, new Map()) : undefined;
    return token && { ...token, [claim]: undefined };
  }
  const value = shortest({ all: [required], none: [rule] }, budget);
  if (value.status !== 'found') return undefined;
  const token = mintToken(issuer, shape, accepted, budget, new Map());
  return token && { ...token, [claim]: value.values[0] ?? '' };
}
