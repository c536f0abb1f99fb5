/** Tokens of one shape that a match accepts: its claims are solved together, since they are made of the same values. */
import { matchesWhole } from '../api';
import { textAutomaton, type Automaton } from './automaton';
import type { Limits } from './budget';
import type { Issuer, Shape, Texts } from './issuers/issuer';
import type { Token } from './match';
import { patternAutomaton } from './program';
import { shortest, solve, type Constraint, type Solution, type Template } from './solve';

/** The values of a shape's variables. */
export type Values = ReadonlyMap<string, string>;

/** Values that a variable must not have. */
export type Excluded = ReadonlyMap<string, readonly string[]>;

export interface Minted {
  readonly token: Token;
  /** Claims of which nothing is known but what the match says. */
  readonly assumed: readonly string[];
}

export interface Minting {
  /** The shortest values; `undefined` if there is no such token. Throws an {@link Untold}. */
  find(excluded?: Excluded): Values | undefined;
  /** Whether a claim with the variable has a rule. */
  isRuled(variable: string): boolean;
  /** Throws an {@link Untold}. */
  tokenOf(values: Values): Minted | undefined;
}

/** Thrown where it would take too much to tell. */
export class Untold extends Error {
  override readonly name = 'Untold';
}

export function createMinting(
  { variables, mintsAnything = false }: Issuer,
  shape: Shape,
  rules: ReadonlyMap<string, Automaton>,
  limits: () => Limits,
): Minting {
  // Issuer and subject are told of every token.
  const claims = Object.entries(shape).filter(([claim]) => claim === 'iss' || claim === 'sub' || rules.has(claim));
  const texts = new Map(claims.map(([claim, text]) => [claim, partsOf(text)]));
  const names = Object.keys(variables).filter((name) => [...texts.values()].some((parts) => hasVariable(parts, name)));
  const templates = [...texts].map(([claim, parts]): Template => {
    const rule = rules.get(claim);
    return {
      parts: parts.map((part) => (typeof part === 'string' ? part : names.indexOf(part.variable))),
      all: rule === undefined ? [] : [rule],
      none: [],
    };
  });
  const solveWithout = (excluded: Excluded, exactly: ReadonlySet<string>) => {
    const constraints = names.map((name): Constraint => {
      const texts = variables[name] ?? noTexts;
      const { roughly, exact } = languageOf(texts);
      const { all, none } = exactly.has(name) ? exact : roughly;
      return { all, none: [...none, ...(excluded.get(name) ?? []).map((value) => valueAutomaton(value, texts))] };
    });
    return known(solve({ variables: constraints, templates }, limits()));
  };
  return {
    find: (excluded = new Map()) => {
      // To follow every rule is dear, and most often the shortest text keeps those that were not followed.
      const exactly = new Set<string>();
      for (;;) {
        const values = solveWithout(excluded, exactly);
        const wrong = names.filter((name, index) => !isAllowed(values?.[index] ?? '', variables[name] ?? noTexts));
        if (values === undefined || wrong.every((name) => exactly.has(name)))
          return values && new Map(names.map((name, index) => [name, values[index] ?? '']));
        for (const name of wrong) exactly.add(name);
      }
    },
    isRuled: (variable) => [...texts].some(([claim, parts]) => rules.has(claim) && hasVariable(parts, variable)),
    tokenOf: (values) => {
      const others = [...rules].filter(([claim]) => !texts.has(claim));
      const assumed = others.map(([claim, rule]) => [claim, known(shortest({ all: [rule], none: [] }, limits()))?.[0]]);
      if (assumed.some(([, value]) => value === undefined)) return undefined;
      const minted = [...texts].map(([claim, parts]) => [
        claim,
        parts.map((part) => (typeof part === 'string' ? part : (values.get(part.variable) ?? ''))).join(''),
      ]);
      const token = Object.fromEntries([...minted, ...assumed]) as Token;
      return { token, assumed: mintsAnything ? [] : others.map(([claim]) => claim) };
    },
  };
}

type Part = string | { readonly variable: string };

/** `repo:{owner}` → `repo:` and the variable. */
function partsOf(text: string): Part[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? { variable: part } : part));
}

function hasVariable(parts: readonly Part[], name: string): boolean {
  return parts.some((part) => typeof part === 'object' && part.variable === name);
}

const noTexts: Texts = { is: '' };

/** Whether a value within `is` and `not` is one of the texts. */
function isAllowed(value: string, { notEither, longest = Infinity }: Texts): boolean {
  if (value.length > longest) return false;
  return notEither === undefined || !matchesWhole(`(?s:.*)(?:${notEither})(?s:.*)`, value);
}

interface Language {
  /** At least the texts. */
  readonly roughly: Constraint;
  readonly exact: Constraint;
}

const remembered = new WeakMap<Texts, Language>();

function languageOf(texts: Texts): Language {
  const known = remembered.get(texts);
  if (known !== undefined) return known;
  const { is, not, notEither, longest } = texts;
  const optional = (pattern: string | undefined) => (pattern === undefined ? [] : [patternAutomaton(pattern, false)]);
  const all = [patternAutomaton(is, true)];
  const none = optional(not);
  const rare = [...optional(notEither), ...optional(longest === undefined ? undefined : `(?s).{${longest + 1}}`)];
  const language: Language = { roughly: { all, none }, exact: { all, none: [...none, ...rare] } };
  remembered.set(texts, language);
  return language;
}

function valueAutomaton(value: string, { ignoresCase = false }: Texts): Automaton {
  const quoted = value.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
  return ignoresCase ? patternAutomaton(`(?i)${quoted}`, true) : textAutomaton(value);
}

function known(solution: Solution): readonly string[] | undefined {
  if (solution.status === 'unknown') throw new Untold(solution.reason);
  return solution.status === 'found' ? solution.values : undefined;
}
