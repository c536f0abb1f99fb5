/**
 * Finds tokens of one shape that a match accepts. The claims are solved together, because they contain the same
 * variables.
 */
import {
  areApart,
  type Automaton,
  type Budget,
  type Constraint,
  type Counted,
  FIXED,
  getNumber,
  patternAutomaton,
  propagateConstants,
  reads,
  recall,
  commonToBudgets,
  shortest,
  type Solution,
  solve,
  type Template,
  textAutomaton,
  type Token,
  UndecidedError,
} from '../claims';
import { onceFor } from '../../base/cache/once-for';
import type { Issuer, TokenShape, Texts } from '../platforms/issuer';
import { KNOWN_HOSTS } from '../platforms/issuers';
import { issuerAddresses } from './undeclared';

/** The values of a shape's variables. */
export interface VariableValues {
  readonly of: ReadonlyMap<string, string>;
  /** Variables with more values than {@link LISTED}, while the others are constant. */
  readonly endless: ReadonlySet<string>;
}

/** The maximum number of values that count as a list. More values are a rule, which other values meet, too. */
export const LISTED = 8;

/** Values that a variable must not have. */
export type Excluded = ReadonlyMap<string, readonly string[]>;

/** The value that a variable must have. */
export type Required = ReadonlyMap<string, string>;

export interface Minted {
  readonly token: Token;
  /** Claims that only the match names. */
  readonly assumed: readonly string[];
}

export interface Minting {
  /** Returns the shortest values, or `undefined` if no such token exists. Throws an {@link UndecidedError}. */
  find(excluded?: Excluded, required?: Required): VariableValues | undefined;
  /** Returns true if a claim with the variable has a rule. */
  isRuled(variable: string): boolean;
  /** Throws an {@link UndecidedError}. */
  createToken(values: VariableValues): Minted | undefined;
}

/** Cached results by the remaining search, which is the same for most rules of an organization. */
const remembered = new WeakMap<Issuer, Map<string, Counted<VariableValues | undefined>>>();
const MOST_REMEMBERED = 1000;

/**
 * Throws an {@link UndecidedError} for claims that are too expensive to read.
 *
 * @param refused values that the claims must not have
 */
export function createMinting(
  issuer: Issuer,
  shape: TokenShape,
  rules: ReadonlyMap<string, Automaton>,
  budget: Budget,
  refused: ReadonlyMap<string, readonly Automaton[]> = new Map(),
): Minting {
  const { variables, mintsAnything = false } = issuer;
  const toTexts = (name: string) => variables[name] ?? noTexts;
  const { texts, names, languages } = writtenClaims(issuer, shape, rules, refused);
  const templates = texts.map(({ claim, numbered }): Template => {
    const rule = rules.get(claim);
    const none = refused.get(claim) ?? [];
    if (rule === undefined) return { parts: numbered, all: [], none };
    return { parts: numbered, all: [rule], none: none.filter((language) => !areApart(rule, language, budget)) };
  });
  const constants = propagateConstants({ variables: languages, templates }, budget);
  const fixed = new Map([...(constants?.values ?? [])].map(([index, value]) => [names[index] ?? '', value]));
  const isPossible =
    constants !== undefined && [...fixed].every(([name, value]) => isAllowed(value, toTexts(name), budget));
  const left = names.filter((name) => !fixed.has(name));
  const solveWithout = (excluded: Excluded, required: Required, exactly: ReadonlySet<string>) => {
    const constraints = left.map((name): Constraint => {
      const { roughly, exact } = getLanguage(toTexts(name));
      const { all, none } = exactly.has(name) ? exact : roughly;
      const only = spellings(valuesIn(required, name), toTexts(name));
      return { all: [...all, ...only], none: [...none, ...spellings(excluded.get(name), toTexts(name))] };
    });
    const problem = { variables: constraints, templates: constants?.templates ?? [], asksEndless: true };
    return known(solve(problem, budget));
  };
  const findLeft = (excluded: Excluded, required: Required): VariableValues | undefined => {
    // Following every rule is expensive, and usually the shortest text also meets the rules that were not followed.
    const exactly = new Set<string>();
    for (;;) {
      budget.spend();
      const solution = solveWithout(excluded, required, exactly);
      if (solution === undefined) return undefined;
      const values = new Map(left.map((name, index) => [name, solution.values[index] ?? '']));
      const wrong = left.filter((name) => !isAllowed(values.get(name) ?? '', toTexts(name), budget));
      if (wrong.every((name) => exactly.has(name))) {
        const isEndless = (name: string, index: number) =>
          solution.endless?.has(index) === true &&
          (exactly.has(name) || canGrow(values.get(name) ?? '', toTexts(name)));
        return { of: values, endless: new Set(left.filter(isEndless)) };
      }
      for (const name of wrong) exactly.add(name); // Bounded: the issuer has few variables.
    }
  };
  // Bounded: the issuer declares the claims, and each rule was read.
  const toKey = ({ parts, all, none }: Template) => [parts, ...[all, none].map((rules) => rules.map(getNumber))];
  let asked: string | undefined;
  // Bounded: the same.
  const question = () => (asked ??= JSON.stringify([left, constants?.templates.map(toKey)]));
  return {
    find: (excluded = new Map(), required = new Map()) => {
      if (!isPossible) return undefined;
      for (const [name, value] of fixed) {
        const isRead = (automaton: Automaton) => reads(automaton, value, budget);
        if (spellings(excluded.get(name), toTexts(name)).some(isRead)) return undefined;
        if (!spellings(valuesIn(required, name), toTexts(name)).every(isRead)) return undefined;
      }
      const others = new Map([...excluded].filter(([name]) => left.includes(name)));
      const only = new Map([...required].filter(([name]) => left.includes(name)));
      const memory = getMemory(issuer);
      const key = question() + JSON.stringify([[...others], [...only]]);
      if (memory.size >= MOST_REMEMBERED) memory.clear();
      const values = recall(memory, key, budget, () => findLeft(others, only));
      return values && { of: new Map([...fixed, ...values.of]), endless: values.endless };
    },
    // Bounded: the issuer declares the claims and their parts.
    isRuled: (variable) => texts.some(({ claim, parts }) => rules.has(claim) && hasVariable(parts, variable)),
    createToken: (values) => {
      const others = [...rules].filter(([claim]) => !Object.hasOwn(shape, claim));
      const assumed = others.map(([claim, rule]) => [
        claim,
        known(shortest({ all: [rule], none: [] }, budget))?.values[0],
      ]);
      if (assumed.some(([, value]) => value === undefined)) return undefined;
      const minted = texts.map(({ claim, parts }) => [
        claim,
        parts.map((part) => (typeof part === 'string' ? part : (values.of.get(part.variable) ?? ''))).join(''),
      ]);
      const token = Object.fromEntries([...minted, ...assumed]) as Token;
      return { token, assumed: mintsAnything ? [] : others.map(([claim]) => claim) };
    },
  };
}

/** Accepted issuers by the rule for `iss`: most rules of an organization have few values. */
const accepted = new WeakMap<Issuer, WeakMap<Automaton, Counted<boolean>>>();

/** Returns true if a rule for `iss` accepts an address of the issuer. Throws an {@link UndecidedError}. */
export function acceptsAddress(issuer: Issuer, rule: Automaton | undefined, budget: Budget): boolean {
  if (rule === undefined) return true;
  const answers = accepted.get(issuer) ?? new WeakMap<Automaton, Counted<boolean>>();
  accepted.set(issuer, answers);
  const rules = new Map([['iss', rule]]);
  return recall(answers, rule, budget, () =>
    issuerAddresses(issuer).some((iss) => createMinting(issuer, { iss }, rules, budget).find() !== undefined),
  );
}

function getMemory(issuer: Issuer): Map<string, Counted<VariableValues | undefined>> {
  const memory = remembered.get(issuer) ?? new Map<string, Counted<VariableValues | undefined>>();
  remembered.set(issuer, memory);
  return memory;
}

type Part = string | { readonly variable: string };

interface WrittenClaims {
  /** The parts of each claim, and the same with the numbers of variables. */
  readonly texts: readonly {
    readonly claim: string;
    readonly parts: readonly Part[];
    readonly numbered: readonly (string | number)[];
  }[];
  /** The variables in the claims, and their languages. */
  readonly names: readonly string[];
  readonly languages: readonly Constraint[];
}

const written = new WeakMap<TokenShape, Map<string, WrittenClaims>>();

/** Returns the reported part of a token: its issuer, its subject, and other claims with a rule. */
function writtenClaims(
  { variables }: Issuer,
  shape: TokenShape,
  ...ruled: readonly ReadonlyMap<string, unknown>[]
): WrittenClaims {
  const ofShape = written.get(shape) ?? new Map<string, WrittenClaims>();
  written.set(shape, ofShape);
  let key = '';
  // Bounded: two maps, linear in the claims of the plan.
  for (const rules of ruled) for (const claim of rules.keys()) if (Object.hasOwn(shape, claim)) key += `${claim} `;
  const known = ofShape.get(key);
  if (known !== undefined) return known;
  // Bounded: two maps.
  const isRuled = (claim: string) => ruled.some((rules) => rules.has(claim));
  // Bounded: the issuer declares the claims and their parts.
  const claims = Object.keys(shape).filter((claim) => claim === 'iss' || claim === 'sub' || isRuled(claim));
  // Bounded: the issuer declares the claims and their parts.
  const all = claims.map((claim) => ({ claim, parts: getParts(shape[claim] ?? '') }));
  // Bounded: the issuer declares the variables.
  const names = Object.keys(variables).filter((name) => all.some(({ parts }) => hasVariable(parts, name)));
  const numberOfPart = (part: Part) => (typeof part === 'string' ? part : names.indexOf(part.variable));
  const claimsOfShape = {
    // Bounded: the issuer declares the claims and their parts.
    texts: all.map(({ claim, parts }) => ({ claim, parts, numbered: parts.map(numberOfPart) })),
    names,
    // Bounded: the issuer declares the variables.
    languages: names.map((name) => getLanguage(variables[name] ?? noTexts).roughly),
  };
  ofShape.set(key, claimsOfShape);
  return claimsOfShape;
}

/** `repo:{owner}` → `repo:` and the variable. */
function getParts(text: string): Part[] {
  // Bounded: the issuer declares the text.
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? { variable: part } : part));
}

function hasVariable(parts: readonly Part[], name: string): boolean {
  // Bounded: the issuer declares the parts.
  return parts.some((part) => typeof part === 'object' && part.variable === name);
}

const noTexts: Texts = { is: '' };

function valuesIn(required: Required, name: string): string[] {
  const value = required.get(name);
  return value === undefined ? [] : [value];
}

function spellings(values: readonly string[] = [], { ignoresCase }: Texts): Automaton[] {
  // Bounded: LISTED values, or those of the configuration.
  return values.map((value) => textAutomaton(value, ignoresCase));
}

/** Returns true if the value is one of the texts. */
export function isAmongTexts(value: string, texts: Texts): boolean {
  const { all, none } = getLanguage(texts).exact;
  const isRead = (automaton: Automaton) => reads(automaton, value, FIXED);
  return all.every(isRead) && !none.some(isRead);
}

/** Returns true if a value with `is` and `not` is one of the texts. */
function isAllowed(value: string, texts: Texts, budget: Budget): boolean {
  return getLanguage(texts).rare.every((automaton) => !reads(automaton, value, budget));
}

/**
 * Returns true if the value remains one of the texts after characters are inserted, as far as `is` and `not` allow
 * them.
 */
function canGrow(value: string, { notEither, longest = Infinity }: Texts): boolean {
  return notEither === undefined && value.length + LISTED <= longest;
}

interface Language {
  /** Contains at least the texts. */
  readonly roughly: Constraint;
  readonly exact: Constraint;
  /** Values that only `exact` excludes. */
  readonly rare: readonly Automaton[];
}

const getLanguage = onceFor(({ is, not, notEither, longest, isOwnHost = false }: Texts): Language => {
  const optional = (pattern: string | undefined) =>
    pattern === undefined
      ? []
      : [commonToBudgets(`found ${pattern}`, FIXED, () => patternAutomaton(pattern, false, FIXED))];
  const all = [commonToBudgets(`whole ${is}`, FIXED, () => patternAutomaton(is, true, FIXED))];
  const none = [...optional(not), ...optional(isOwnHost ? KNOWN_HOSTS : undefined)];
  const rare = [...optional(notEither), ...optional(longest === undefined ? undefined : `(?s).{${longest + 1}}`)];
  return { roughly: { all, none }, exact: { all, none: [...none, ...rare] }, rare };
});

function known(solution: Solution): Extract<Solution, { status: 'found' }> | undefined {
  if (solution.status === 'unknown') throw new UndecidedError(solution.reason);
  return solution.status === 'found' ? solution : undefined;
}
