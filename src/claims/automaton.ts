/** Languages as automata over characters (code points), made while they are read. */
import type { Budget } from './budget';

/** A nondeterministic automaton: a text is in its language if one of the ways to read it ends in an accepting state. */
export interface Automaton {
  readonly start: number;
  /** Where reading the character may lead. */
  next(state: number, character: number): readonly number[];
  /** Whether the text may end here. */
  accepts(state: number): boolean;
  /** Whether every text that goes on from here is accepted. */
  acceptsAll(state: number): boolean;
  /** Where characters begin that it may treat unlike those before them. */
  readonly boundaries: readonly number[];
  /** What it makes of a character: it treats alike all that it makes the same of. */
  kindOf(character: number): string;
}

/** The language of one text. */
export function textAutomaton(text: string): Automaton {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const known = new Set(characters);
  return {
    start: 0,
    next: (state, character) => (characters[state] === character ? [state + 1] : []),
    accepts: (state) => state === characters.length,
    acceptsAll: () => false,
    boundaries: [...known].flatMap((character) => [character, character + 1]),
    kindOf: (character) => (known.has(character) ? String(character) : ''),
  };
}

/** Reads a text character by character, in all ways that count. */
export interface Reader {
  readonly automaton: Automaton;
  readonly start: number;
  /** No state if no text that goes on like this can count any more. */
  next(state: number, character: number): readonly number[];
  /** Whether a text that ends here counts. */
  ends(state: number): boolean;
}

/** Counts the texts that are in the language. */
export function within(automaton: Automaton): Reader {
  return {
    automaton,
    start: automaton.start,
    next: (state, character) => automaton.next(state, character),
    ends: (state) => automaton.accepts(state),
  };
}

/**
 * Counts the texts that are not in the language: it has to follow all ways at once, so its states are sets of those of the
 * automaton. There may be exponentially many, so each takes from the budget.
 */
export function outside(automaton: Automaton, budget: Budget): Reader {
  const sets: (readonly number[])[] = [];
  const numbers = new Map<string, number>();
  const steps = new Map<string, readonly number[]>();
  const numberOf = (set: readonly number[]): number => {
    const text = set.join();
    const known = numbers.get(text);
    if (known !== undefined) return known;
    budget.spend();
    numbers.set(text, sets.length);
    return sets.push(set) - 1;
  };
  const step = (state: number, character: number): readonly number[] => {
    const reached = new Set<number>();
    for (const one of sets[state] ?? []) for (const next of automaton.next(one, character)) reached.add(next);
    for (const one of reached) if (automaton.acceptsAll(one)) return [];
    return [numberOf([...reached].sort((one, other) => one - other))];
  };
  return {
    automaton,
    start: numberOf([automaton.start]),
    next: (state, character) => {
      const key = `${state} ${character}`;
      const known = steps.get(key) ?? step(state, character);
      steps.set(key, known);
      return known;
    },
    ends: (state) => !(sets[state] ?? []).some((one) => automaton.accepts(one)),
  };
}
