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

/** As many sets of states are followed as one; from then on each state is followed by itself. */
const SETS = 200;

/**
 * Counts the texts that are in the language. Sets of states are faster to follow than states, but there may be exponentially
 * many; and whatever state a text can be in, one that leads on is enough.
 */
export function within(automaton: Automaton): Reader {
  const sets = createSets(automaton);
  const steps = new Map<number, readonly number[]>();
  const step = (state: number, character: number): readonly number[] => {
    const reached = sets.step(state, character);
    const all = reached.find((one) => automaton.acceptsAll(one));
    // One state is a set that is there already, or takes little.
    if (all !== undefined) return [sets.numberOf([all])];
    if (reached.length === 0) return [];
    if (sets.has(reached) || sets.count() < SETS) return [sets.numberOf(reached)];
    return reached.map((one) => sets.numberOf([one]));
  };
  return {
    automaton,
    start: sets.numberOf([automaton.start]),
    next: (state, character) => remember(steps, state, character, step),
    ends: (state) => sets.accepts(state),
  };
}

/**
 * Counts the texts that are not in the language: it has to follow all ways at once, so its states are sets of those of the
 * automaton. There may be exponentially many, so each takes from the budget.
 */
export function outside(automaton: Automaton, budget: Budget): Reader {
  const sets = createSets(automaton, budget);
  const steps = new Map<number, readonly number[]>();
  const step = (state: number, character: number): readonly number[] => {
    const reached = sets.step(state, character);
    return reached.some((one) => automaton.acceptsAll(one)) ? [] : [sets.numberOf(reached)];
  };
  return {
    automaton,
    start: sets.numberOf([automaton.start]),
    next: (state, character) => remember(steps, state, character, step),
    ends: (state) => !sets.accepts(state),
  };
}

/** Sets of states, each with a number. */
function createSets(automaton: Automaton, budget?: Budget) {
  const sets: (readonly number[])[] = [];
  const numbers = new Map<string, number>();
  return {
    count: () => sets.length,
    has: (set: readonly number[]) => numbers.has(set.join()),
    numberOf: (set: readonly number[]): number => {
      const text = set.join();
      const known = numbers.get(text);
      if (known !== undefined) return known;
      budget?.spend();
      numbers.set(text, sets.length);
      return sets.push(set) - 1;
    },
    /** Sorted, so that equal sets look the same. */
    step: (state: number, character: number): number[] => {
      const reached = new Set<number>();
      for (const one of sets[state] ?? []) for (const next of automaton.next(one, character)) reached.add(next);
      return [...reached].sort((one, other) => one - other);
    },
    accepts: (state: number): boolean => (sets[state] ?? []).some((one) => automaton.accepts(one)),
  };
}

function remember(
  steps: Map<number, readonly number[]>,
  state: number,
  character: number,
  step: (state: number, character: number) => readonly number[],
): readonly number[] {
  const key = state * 0x200000 + character;
  const known = steps.get(key) ?? step(state, character);
  steps.set(key, known);
  return known;
}
