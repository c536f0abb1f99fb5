/** Finds outsiders who can obtain a token that an identity accepts, with an example of such a token. */
import {
  type Anchoring,
  type Automaton,
  getBeginning,
  type Budget,
  createBudget,
  type Limits,
  ruleAutomata,
  type Token,
  type TokenMatch,
  UndecidedError,
} from '../claims';
import { anyIssuer, unknownPlatform } from '../platforms/any-issuer';
import { ISSUERS } from '../platforms/issuers';
import { isOutside, type Issuer, type TokenReach, type ReachId } from '../platforms/issuer';
import { namesAccount } from './account-claims';
import {
  acceptsAddress,
  createMinting,
  LISTED,
  type Minting,
  type Required,
  type VariableValues,
} from './accepted-tokens';
import { findOwnerBeginning } from './owner-beginning';
import { declaredOwnerValues, undeclaredValues } from './owners';
import { findOpenToken } from './open-issuer';
import { nameOwners } from './undeclared-owners';
import { isShown } from './shown-platform';
import { few } from '../../base/text/words';

export interface OutsiderOptions extends Anchoring, Limits {
  /**
   * The owners whose tokens should be accepted: names of owners of repositories, organizations, groups or workspaces.
   *
   * @default those that the match requires
   */
  readonly owners?: readonly string[];
  /**
   * The issuers to search.
   * @default all known issuers
   */
  readonly issuers?: readonly Issuer[];
}

/** An accepted token, and the users who can obtain it. */
export interface Obtainable {
  /** The display name of the issuer. */
  readonly issuer: string;
  readonly reach: ReachId;
  /** These users as text, with a part of the match: `anyone who registers a GitHub owner whose name begins with acme`. */
  readonly who: string;
  /** The parts of the match in `who`: `acme`. */
  readonly names?: readonly string[];
  /** The same without a part of the match: `any workflow of any repository on GitHub`. */
  readonly whoInGeneral: string;
  /** True if they are outside of the owners. */
  readonly outsider: boolean;
  /** The token with its relevant claims. */
  readonly token: Token;
  /** Claims that only the match names. Tokens are assumed to have them. */
  readonly assumed: readonly string[];
  /** The proofs of a review on the platform, and the remedy if the match requires none. */
  readonly review?: string | undefined;
  /** The documentation of the platform about its tokens. */
  readonly documentation: readonly string[];
}

/** The result of {@link obtainableTokens}. */
export interface Obtained {
  /** The tokens by issuer, the broadest first. Empty if the match trusts no known issuer. */
  readonly obtainable: readonly Obtainable[];
  /** The display names of the known issuers that the match trusts. */
  readonly issuers: readonly string[];
  /** The inconclusive parts, with reasons. */
  readonly unknown: readonly string[];
}

/**
 * Returns the tokens that a match accepts and that others can obtain. Throws the error of `re2js` for an invalid
 * pattern.
 */
export function obtainableTokens(match: TokenMatch, options: OutsiderOptions = {}): Obtained {
  const budget = createBudget(options);
  try {
    return findObtainable(ruleAutomata(match, options, budget), options, budget);
  } catch (error) {
    if (!(error instanceof UndecidedError)) throw error;
    return { obtainable: [], issuers: [], unknown: [`who can obtain its tokens: ${error.message}`] };
  }
}

/** The ways to push code, without the requirement that the match names no exact branch, tag or environment. */
const PUSHED: readonly ReachId[] = ['any-branch', 'any-tag'];
const UNPROTECTED: readonly Issuer[] = ISSUERS.map((issuer) => ({
  ...issuer,
  reaches: issuer.reaches.flatMap((reach) => (PUSHED.includes(reach.id) ? [{ ...reach, chooses: [] }] : [])),
})).filter(({ reaches }) => reaches.length > 0);

/**
 * Returns true if a match relies on the protection of the branches, tags or environments that it names: a token of an unprotected
 * one looks the same. Throws the error of `re2js` for an invalid pattern.
 *
 * @param obtained the result of {@link obtainableTokens}: a match that accepts any of them relies on none
 */
export function assumesProtection(match: TokenMatch, obtained: Obtained, options: OutsiderOptions = {}): boolean {
  // Bounded: each issuer declares its kinds of people.
  if (obtained.obtainable.some(({ reach }) => reach === 'any-repository' || PUSHED.includes(reach))) return false;
  return obtainableTokens(match, { ...options, issuers: UNPROTECTED }).obtainable.length > 0;
}

/** Returns true if a match names a deployment environment in a claim or in a subject. */
export function namesEnvironment(match: TokenMatch): boolean {
  // Bounded: a trust policy declares its claims.
  return 'environment' in match || Object.values(match).some((rule) => JSON.stringify(rule).includes(':environment:'));
}

function findObtainable(
  rules: ReadonlyMap<string, Automaton>,
  { issuers = ISSUERS, owners }: OutsiderOptions,
  budget: Budget,
): Obtained {
  const open = issuers === ISSUERS ? findOpenToken(rules, budget) : undefined;
  if (open !== undefined) return createOpen(open);
  const undecided: { readonly who: string; readonly reason: string }[] = [];
  const known = issuers.filter((issuer) => isTrusted(issuer, rules, budget) && isShown(issuer, rules, budget));
  const isUnknown =
    issuers === ISSUERS &&
    rules.has('iss') &&
    // Bounded: the platforms declare their issuers.
    known.every(({ mintsAnything = false, shownBy }) => mintsAnything || shownBy !== undefined);
  const trusted = isUnknown && isTrusted(unknownPlatform, rules, budget) ? [...known, unknownPlatform] : known;
  const isOneSubject = isOneText(rules.get('sub'), budget);
  const obtainable = trusted.flatMap((issuer) => {
    const mintings = new Map<string, Minting>();
    const minting = (name: string) => {
      const known = mintings.get(name) ?? createMinting(issuer, issuer.shapes[name] ?? {}, rules, budget);
      mintings.set(name, known);
      return known;
    };
    const ofIssuer = issuer.reaches.flatMap((reach) => {
      if (reach.id === 'any-subject' && namesAccount(rules, budget)) return [];
      const found = tryReach(issuer, reach, { minting, isOneSubject }, owners, (shape, values) => {
        const mayBeAccepted = (name: string) => mayAccept(() => minting(name));
        const beginning = findOwnerBeginning(issuer, reach, { rules, budget, shape, values, mayBeAccepted });
        return beginning === undefined
          ? { who: reach.who }
          : { who: `${reach.whoByBeginning} ${beginning}`, names: [beginning] };
      });
      if (typeof found === 'string') undecided.push({ who: reach.who, reason: found });
      return typeof found === 'object' ? [found] : [];
    });
    return nameOwners(ofIssuer, issuer, owners ?? [], minting);
  });
  const reasons = new Map<string, string[]>();
  // Bounded: the issuers declare their kinds of people.
  for (const { who, reason } of undecided) reasons.set(reason, [...(reasons.get(reason) ?? []), who]);
  // Bounded: the same.
  const unknown = [...reasons].map(([reason, people]) => `whether it accepts tokens of ${few(people)}: ${reason}`);
  return { obtainable, issuers: trusted.map(({ name }) => name), unknown };
}

/** Everybody can obtain a token with an issuer of their own, so that no other way adds anything. */
function createOpen(token: Token): Obtained {
  const { name: issuer, documentation, review, reaches } = anyIssuer;
  // Bounded: the issuer declares its kinds of people.
  const obtainable = reaches.map(({ id: reach, who }): Obtainable => {
    return { issuer, reach, who, whoInGeneral: who, outsider: true, token, assumed: [], review, documentation };
  });
  return { obtainable, issuers: [issuer], unknown: [] };
}

function isTrusted(issuer: Issuer, rules: ReadonlyMap<string, Automaton>, budget: Budget): boolean {
  const rule = rules.get('iss');
  return rule === undefined || decide(() => acceptsAddress(issuer, rule, budget), true);
}

function mayAccept(minting: () => Minting): boolean {
  return decide(() => minting().find() !== undefined, true);
}

function isOneText(rule: Automaton | undefined, budget: Budget): boolean {
  return rule !== undefined && decide(() => getBeginning(rule, budget).isAll, false);
}

/** Returns the answer, or the other one if it is too expensive. */
function decide(compute: () => boolean, otherwise: boolean): boolean {
  try {
    return compute();
  } catch (error) {
    if (error instanceof UndecidedError) return otherwise;
    throw error;
  }
}

/** Returns true if the subject of a shape contains one of the variables: with one subject, nobody chooses its value. */
function isInSubject({ shapes, codeOwner }: Issuer, shape: string, variables: readonly string[]): boolean {
  const sub = shapes[shape]?.['sub'] ?? '';
  // Bounded: the issuer declares the variables.
  return variables.some((name) => name !== codeOwner && sub.includes(`{${name}}`));
}

/** Returns the first token that is found, the reason of an inconclusive search, or `undefined` if no token exists. */
function tryReach(
  issuer: Issuer,
  reach: TokenReach,
  { minting, isOneSubject }: { readonly minting: (shape: string) => Minting; readonly isOneSubject: boolean },
  owners: readonly string[] | undefined,
  describe: (shape: string, values: VariableValues) => Pick<Obtainable, 'who' | 'names'>,
): Obtainable | string | undefined {
  const { id, who: whoInGeneral, chooses = [], otherShapes = [], requires = {} } = reach;
  const required = new Map(Object.entries(requires));
  // Bounded: the issuer declares the shapes.
  const needsNone = otherShapes.some((shape) => mayAccept(() => minting(shape)));
  const chosen = needsNone ? chooses.slice(1) : chooses;
  let undecided: string | undefined;
  // Bounded: the issuer declares the shapes.
  for (const shape of reach.shapes)
    try {
      if (isOneSubject && id !== 'anybody' && isInSubject(issuer, shape, chosen)) continue;
      const of = minting(shape);
      const values = choose(of, { id, chooses: chosen }, issuer, owners, required);
      const minted = values && of.createToken(values);
      if (values === undefined || minted === undefined) continue;
      const people = describe(shape, values);
      const { name, documentation } = issuer;
      const { review = issuer.review } = reach;
      const outsider = isOutside(reach);
      return { issuer: name, reach: id, ...people, whoInGeneral, outsider, ...minted, review, documentation };
    } catch (error) {
      if (!(error instanceof UndecidedError)) throw error;
      undecided ??= error.message;
    }
  return undecided;
}

/**
 * Returns values of a token with values of `chosen` that the match does not list, or `undefined` if it lists all values
 * of one variable. If it is declared who is an owner, a stranger has a token without any declared value.
 */
function choose(
  of: Minting,
  { id, chooses: chosen = [] }: Pick<TokenReach, 'id' | 'chooses'>,
  issuer: Issuer,
  owners: readonly string[] | undefined,
  required: Required,
): VariableValues | undefined {
  const { owner = '', codeOwner = '' } = issuer;
  // Without a rule for it, this is the way with the code of the owner.
  if (chosen.includes(codeOwner) && !of.isRuled(codeOwner)) return undefined;
  const declared = declaredOwnerValues(issuer, owners ?? []);
  if (id === 'anybody' && decidesOwner(issuer, owners, declared)) {
    const undeclared = undeclaredValues(of, issuer, declared);
    const values = of.find(undeclared, required);
    const name = values?.of.get(owner);
    if (name === undefined || values?.endless.has(owner) === true) return values;
    // Declared ids leave the intended name, which an owner with another id does not have.
    const excluded = new Map([...undeclared, [owner, [...(undeclared.get(owner) ?? []), name]]]);
    const stranger = of.find(excluded, required);
    return stranger?.endless.has(owner) === true ? stranger : values;
  }
  const excluded = new Map<string, readonly string[]>();
  let values = of.find(excluded, required);
  // Bounded: the issuer declares the variables, and each `find` spends steps.
  for (const variable of chosen) {
    if (values === undefined) return undefined;
    if (variable === codeOwner) {
      excluded.set(variable, declared.get(owner) ?? [values.of.get(owner) ?? '']);
      values = of.find(excluded, required);
      continue;
    }
    if (!of.isRuled(variable)) continue;
    const listed = [values.of.get(variable) ?? ''];
    // Bounded: LISTED values and one more, and each `find` spends steps.
    while (listed.length <= LISTED && !values.endless.has(variable)) {
      const other = of.find(new Map([...excluded, [variable, listed]]), required);
      if (other === undefined) return undefined;
      listed.push(other.of.get(variable) ?? '');
    }
    // The shortest one is usually the intended one.
    excluded.set(variable, listed.slice(0, 1));
    values = of.find(excluded, required) ?? values;
  }
  return values;
}

/** Returns true if declarations decide who is a stranger: there are some, or nothing else can show it. */
function decidesOwner(
  { owner, isPublic = false }: Issuer,
  owners: readonly string[] | undefined,
  declared: ReadonlyMap<string, readonly string[]>,
): boolean {
  return isPublic || declared.size > 0 || (owners !== undefined && owner !== undefined);
}
