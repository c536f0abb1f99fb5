/** Finds tokens that an issuer issues, and that are accepted after a change and were rejected before it. */
import { ISSUERS } from './issuers';
import type { Issuer, Shape } from './issuers/issuer';
import type { Automaton } from './languages/automaton';
import type { Limits } from './languages/budget';
import { ruleAutomata, type Anchoring, type Token, type TokenMatch } from './languages/match';
import { shortest } from './languages/solve';
import { createMinting, UndecidedError } from './minting';
import { addressesOf, issuerAddresses } from './undeclared';

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
  const [refused, accepted] = [ruleAutomata(before, options), ruleAutomata(after, options)];
  const { clock = Date.now, milliseconds = 10_000, ...more } = options;
  const end = clock() + milliseconds;
  const limits = (): Limits => ({ ...more, clock, milliseconds: Math.max(0, end - clock()) });
  for (const issuer of inOrder) {
    const accepts = issuerAddresses(issuer).filter((iss) => mayMint(issuer, { iss }, accepted, limits));
    for (const shape of Object.values(issuer.shapes)) {
      if (!accepts.includes(shape['iss'] ?? '')) continue;
      for (const claim of refused.keys()) {
        const token = mint({ issuer, shape, claim, refused, accepted, limits });
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

/** Addresses that no other issuer can have. */
const platforms = ISSUERS.filter(({ mintsAnything = false, variables }) => !mintsAnything && !('host' in variables));

function mayMint(issuer: Issuer, shape: Shape, rules: ReadonlyMap<string, Automaton>, limits: () => Limits): boolean {
  return mintOf(issuer, shape, rules, limits, new Map()) !== undefined;
}

function mintOf(
  issuer: Issuer,
  shape: Shape,
  rules: ReadonlyMap<string, Automaton>,
  limits: () => Limits,
  refused: ReadonlyMap<string, readonly Automaton[]>,
): Token | undefined {
  const { mintsAnything = false } = issuer;
  const taken = mintsAnything ? platforms.flatMap(addressesOf) : [];
  const none = taken.length === 0 ? refused : new Map(refused).set('iss', [...(refused.get('iss') ?? []), ...taken]);
  try {
    const minting = createMinting(issuer, shape, rules, limits, none);
    const values = minting.find();
    return values && minting.tokenOf(values)?.token;
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

interface Question {
  readonly issuer: Issuer;
  readonly shape: Shape;
  /** The claim that makes the difference. */
  readonly claim: string;
  readonly refused: ReadonlyMap<string, Automaton>;
  readonly accepted: ReadonlyMap<string, Automaton>;
  readonly limits: () => Limits;
}

function mint({ issuer, shape, claim, refused, accepted, limits }: Question): Token | undefined {
  const { mintsAnything = false } = issuer;
  const rule = refused.get(claim);
  if (rule === undefined) return undefined;
  const isOwn = (name: string) => name in shape;
  const isFree = (name: string) => name === CHOSEN || mintsAnything;
  // It is unknown whether a platform issues a claim that its documentation does not name.
  if ([...accepted.keys()].some((name) => !isOwn(name) && !isFree(name))) return undefined;
  if (isOwn(claim)) return mintOf(issuer, shape, accepted, limits, new Map([[claim, [rule]]]));
  const required = accepted.get(claim);
  if (required === undefined) {
    // A platform may add the claim to every token.
    const token = mintsAnything ? mintOf(issuer, shape, accepted, limits, new Map()) : undefined;
    return token && { ...token, [claim]: undefined };
  }
  const value = shortest({ all: [required], none: [rule] }, limits());
  if (value.status !== 'found') return undefined;
  const token = mintOf(issuer, shape, accepted, limits, new Map());
  return token && { ...token, [claim]: value.values[0] ?? '' };
}
