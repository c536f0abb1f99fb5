/** Finds trust policies that no token satisfies: contradictions, and tokens that their issuers never issue. */
import {
  type Anchoring,
  type Automaton,
  type Budget,
  createBudget,
  type Limits,
  ruleAutomata,
  shortest,
  textAutomaton,
  type TokenMatch,
  UndecidedError,
} from '../claims';
import { SERVICES } from '../platforms/issuers';
import type { Issuer, TokenShape } from '../platforms/issuer';
import { acceptsAddress, createMinting } from './accepted-tokens';
import { issuerBeyond } from './undeclared';

/** A reason why nobody has an accepted token. */
export interface Unobtainable {
  /** A clause. */
  readonly reason: string;
  /** False for a claim that a platform may have added since. */
  readonly isCertain: boolean;
  /** True if the subject alone decides. */
  readonly isOfSubject: boolean;
}

const certain = { isCertain: true, isOfSubject: false } as const;

type Rules = ReadonlyMap<string, Automaton>;

/**
 * Returns the reason why no token satisfies a match, if it is proven; `undefined` if someone may have one, or if that is unknown.
 * Throws the error of `re2js` for an invalid pattern.
 */
export function findUnobtainable(match: TokenMatch, options: Anchoring & Limits = {}): Unobtainable | undefined {
  const budget = createBudget(options);
  try {
    const rules = ruleAutomata(match, options, budget);
    const empty = [...rules].find(([, rule]) => isEmpty(rule, budget));
    if (empty !== undefined) return { ...certain, reason: `no text is an accepted value of ${formatClaim(empty[0])}` };
    // Any other issuer can issue any token.
    if (match['iss'] === undefined || issuerBeyond(SERVICES, match, options, budget) !== undefined) return undefined;
    const trusted = SERVICES.filter((issuer) => acceptsAddress(issuer, rules.get('iss'), budget));
    if (trusted.length === 0) return undefined;
    const isObtainable = (names: readonly string[]) =>
      trusted.some((issuer) => mayIssue(issuer, new Map([...rules].filter(([name]) => names.includes(name))), budget));
    const claims = [...rules.keys()].filter((name) => name !== 'iss');
    // The subject is the claim that a reader knows.
    const inOrder = [...claims.filter((name) => name === 'sub'), ...claims.filter((name) => name !== 'sub')];
    return findRefusal(inOrder, isObtainable, trusted) ?? findUndocumented(claims, trusted);
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

/** Returns the fewest claims that no token has together. */
function findRefusal(
  claims: readonly string[],
  isObtainable: (names: readonly string[]) => boolean,
  trusted: readonly Issuer[],
): Unobtainable | undefined {
  if (isObtainable(['iss', ...claims])) return undefined;
  const left = [...claims];
  // Bounded: linear in the claims of the plan. Each query spends steps.
  for (const name of claims) {
    // Bounded: the same.
    const fewer = left.filter((other) => other !== name);
    if (!isObtainable(['iss', ...fewer])) left.splice(left.indexOf(name), 1);
  }
  // Bounded: the platforms declare their issuers.
  const issues = `${trusted.map(({ name }) => name).join(' and ')} issues no token with`;
  if (left.join() === 'sub')
    return { reason: `${issues} a subject that is accepted`, isCertain: true, isOfSubject: true };
  // Bounded: linear in the claims of the plan.
  const [last = '', ...others] = left.map(formatClaim).reverse();
  const reason =
    others.length === 0
      ? `${issues} an accepted value of ${last}`
      : `${issues} accepted values of ${others.reverse().join(', ')} and ${last} together`;
  return { ...certain, reason };
}

/** Claims that every token can have. */
const COMMON = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'];

function findUndocumented(claims: readonly string[], trusted: readonly Issuer[]): Unobtainable | undefined {
  // Bounded: the issuers declare their claims, and a plan lists the others.
  const claim = claims.find((name) => trusted.every((issuer) => !mayHave(issuer, name)));
  if (claim === undefined) return undefined;
  // Bounded: the platforms declare their issuers.
  const names = trusted.map(({ name }) => name).join(' and ');
  return { reason: `${names} documents no claim ${claim}`, isCertain: false, isOfSubject: false };
}

function mayHave({ furtherClaims, shapes }: Issuer, claim: string): boolean {
  if (furtherClaims === undefined || COMMON.includes(claim)) return true;
  // Bounded: the issuer declares the shapes.
  return new RegExp(`^(?:${furtherClaims})$`).test(claim) || Object.values(shapes).some((shape) => claim in shape);
}

function formatClaim(claim: string): string {
  if (claim === 'iss') return 'the issuer';
  return claim === 'sub' ? 'the subject' : `the claim ${claim}`;
}

/** An empty text is no value of a claim: it counts as absent. */
function isEmpty(rule: Automaton, budget: Budget): boolean {
  return shortest({ all: [rule], none: [textAutomaton('')] }, budget).status === 'none';
}

/** Returns true if a token of the issuer may satisfy the rules. A subject of an unknown format can have any claims. */
function mayIssue(issuer: Issuer, rules: Rules, budget: Budget): boolean {
  const { hasAllSubjects = false, shapes } = issuer;
  const sub = rules.get('sub');
  const iss = rules.get('iss');
  const isKnown =
    hasAllSubjects ||
    sub === undefined ||
    // Bounded: the issuer declares the shapes.
    Object.values(shapes).some((shape) =>
      isMinted(issuer, shape, new Map([...(iss ? [['iss', iss] as const] : []), ['sub', sub]]), budget),
    );
  const judged = isKnown ? rules : new Map([...rules].filter(([name]) => name !== 'sub'));
  // Bounded: the issuer declares the shapes.
  return Object.values(shapes).some((shape) => isMinted(issuer, shape, judged, budget));
}

function isMinted(issuer: Issuer, shape: TokenShape, rules: Rules, budget: Budget): boolean {
  return createMinting(issuer, shape, rules, budget).find() !== undefined;
}
