/** Languages as automata over characters (code points), which are built while they are read. */
import { onceFor } from '../../cache/once-for';
import type { Budget } from './budget';

/** A nondeterministic automaton. A text is in its language if one of its readings ends in an accepting state. */
export interface Automaton {
  readonly start: number;
  /** The possible states after the character. */
  next(state: number, character: number): readonly number[];
  /** Returns true if the text can end in this state. */
  accepts(state: number): boolean;
  /** Returns true if every continuation of the text is accepted. */
  acceptsAll(state: number): boolean;
  /** Returns the characters that can continue the text, and possibly others, or `undefined` if there can be many. */
  only(state: number): readonly number[] | undefined;
  /**
   * A key of the language from this state on, if known: states of any automata with equal keys accept the same rest.
   */
  rest(state: number): Automaton | undefined;
  /** The first characters of the ranges that the automaton treats differently. */
  readonly boundaries: readonly number[];
  /** Returns the class of a character. The automaton treats all characters of a class alike. */
  kindOf(character: number): string;
}

const known = new Map<string, Automaton>();
const MOST_KNOWN = 300;

/** The automata by key. Facts about an automaton are known to later queries, too. */
export function shared(key: string, create: () => Automaton): Automaton {
  const automaton = known.get(key) ?? create();
  // Evicts the automaton that was used longest ago.
  known.delete(key);
  known.set(key, automaton);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return automaton;
}

/** Returns the language of one text, or of all texts that differ from it only in the case of the letters a to z. */
export function textAutomaton(text: string, ignoresCase = false): Automaton {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const spellings = ignoresCase ? characters.map(casesOf) : characters.map((character) => [character]);
  const first = (character: number) => casesOf(character)[0] ?? character;
  const kinds = new Set(spellings.flat());
  return {
    start: 0,
    next: (state, character) => (spellings[state]?.includes(character) === true ? [state + 1] : []),
    accepts: (state) => state === spellings.length,
    acceptsAll: () => false,
    only: (state) => spellings[state] ?? [],
    rest: (state) => {
      const left = characters
        .slice(state)
        .map((character) => String.fromCodePoint(character))
        .join('');
      return shared(`text ${ignoresCase} ${left}`, () => textAutomaton(left, ignoresCase));
    },
    boundaries: [...kinds].flatMap((character) => [character, character + 1]),
    kindOf: (character) => (kinds.has(character) ? String(ignoresCase ? first(character) : character) : ''),
  };
}

/** Returns the lower-case and the upper-case letter for the letters a to z, and only the character for all others. */
function casesOf(character: number): number[] {
  const small = character | 0x20;
  return small >= 0x61 && small <= 0x7a ? [small, small ^ 0x20] : [character];
}

/** Returns the texts that are in both languages. */
export function commonAutomaton(one: Automaton, other: Automaton): Automaton {
  const states: (readonly [number, number])[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (a: number, b: number): number => {
    const key = `${a} ${b}`;
    const known = numbers.get(key) ?? states.push([a, b]) - 1;
    numbers.set(key, known);
    return known;
  };
  const at = (state: number) => states[state] ?? [0, 0];
  return {
    start: numberOf(one.start, other.start),
    next: (state, character) => {
      const [a, b] = at(state);
      const others = other.next(b, character);
      return one.next(a, character).flatMap((next) => others.map((beside) => numberOf(next, beside)));
    },
    accepts: (state) => one.accepts(at(state)[0]) && other.accepts(at(state)[1]),
    acceptsAll: (state) => one.acceptsAll(at(state)[0]) && other.acceptsAll(at(state)[1]),
    only: (state) => one.only(at(state)[0]) ?? other.only(at(state)[1]),
    rest: () => undefined,
    boundaries: [...one.boundaries, ...other.boundaries],
    kindOf: (character) => `${one.kindOf(character)},${other.kindOf(character)}`,
  };
}

/** Reads a text character by character, on all relevant paths. */
export interface Reader {
  readonly automaton: Automaton;
  readonly start: number;
  /** No state if no continuation of the text is relevant. */
  next(state: number, character: number): readonly number[];
  /** As in an {@link Automaton}: other characters lead nowhere. */
  only(state: number): readonly number[] | undefined;
  /** Returns true if a text that ends here is relevant. */
  ends(state: number): boolean;
}

/** The maximum number of states that are followed as one set. Beyond it, each state is followed alone. */
const SETS = 200;

/** The readers by automaton. Paths that a reader has followed are known to later queries, too. */
export const within = onceFor(createWithin);

/**
 * Returns a reader for texts in the language. Sets of states are faster to follow than single states, but there can be
 * exponentially many. One continuing state of a text is enough.
 */
function createWithin(automaton: Automaton): Reader {
  const sets = createSets(automaton);
  const steps: Steps = [];
  const ends: boolean[] = [];
  const only = new Map<number, readonly number[] | undefined>();
  const step = (state: number, character: number): readonly number[] => {
    const reached = sets.step(state, character);
    const all = reached.find((one) => automaton.acceptsAll(one));
    // The set of one state exists already, or costs little.
    if (all !== undefined) return [sets.numberOf([all])];
    if (reached.length === 0) return [];
    if (sets.has(reached) || sets.count() < SETS) return [sets.numberOf(reached)];
    return reached.map((one) => sets.numberOf([one]));
  };
  return {
    automaton,
    start: sets.numberOf([automaton.start]),
    next: (state, character) => remember(steps, state, character, step),
    only: (state) => {
      if (!only.has(state)) only.set(state, sets.only(state));
      return only.get(state);
    },
    ends: (state) => (ends[state] ??= sets.accepts(state)),
  };
}

/**
 * Returns a reader for texts that are not in the language. It must follow all paths together, so its states are sets of
 * states of the automaton. There can be exponentially many, so each costs a part of the budget.
 */
export function complement(automaton: Automaton, budget: Budget): Reader {
  const { start, next, ends } = complementOf(automaton);
  const reached = new Set<number>();
  const spendFor = (state: number): void => {
    if (reached.has(state)) return;
    budget.spend();
    reached.add(state);
  };
  spendFor(start);
  return {
    automaton,
    start,
    next: (state, character) => {
      const states = next(state, character);
      for (const one of states) spendFor(one);
      return states;
    },
    only: () => undefined,
    ends,
  };
}

interface Complement extends Pick<Reader, 'start' | 'next' | 'ends'> {
  count(): number;
}

/** The complements by automaton. Later queries reuse the paths of earlier ones. Each query counts the sets that it reaches. */
const complements = new WeakMap<Automaton, Complement>();
/** The maximum number of sets of a complement that is kept for later queries. */
const KEPT_SETS = 1_000;

function complementOf(automaton: Automaton): Complement {
  const known = complements.get(automaton);
  if (known !== undefined && known.count() <= KEPT_SETS) return known;
  const created = createComplement(automaton);
  complements.set(automaton, created);
  return created;
}

function createComplement(automaton: Automaton): Complement {
  const sets = createSets(automaton);
  const steps: Steps = [];
  const ends: boolean[] = [];
  const step = (state: number, character: number): readonly number[] => {
    const reached = sets.step(state, character);
    return reached.some((one) => automaton.acceptsAll(one)) ? [] : [sets.numberOf(reached)];
  };
  return {
    count: () => sets.count(),
    start: sets.numberOf([automaton.start]),
    next: (state, character) => remember(steps, state, character, step),
    ends: (state) => (ends[state] ??= !sets.accepts(state)),
  };
}

/** Returns true if the text is in the language. */
export function reads(automaton: Automaton, text: string): boolean {
  const reader = within(automaton);
  let states: readonly number[] = [reader.start];
  for (const character of text) {
    const [first, ...others] = states;
    if (first === undefined) return false;
    states = reader.next(first, character.codePointAt(0) ?? 0);
    // There is almost always one.
    if (others.length > 0)
      states = [...new Set([first, ...others].flatMap((state) => reader.next(state, character.codePointAt(0) ?? 0)))];
  }
  return states.some((state) => reader.ends(state));
}

/** Sets of states, each with a number. */
function createSets(automaton: Automaton) {
  const sets: (readonly number[])[] = [];
  const numbers = new Map<string, number>();
  return {
    count: () => sets.length,
    has: (set: readonly number[]) => numbers.has(set.join()),
    numberOf: (set: readonly number[]): number => {
      const text = set.join();
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, sets.length);
      return sets.push(set) - 1;
    },
    /** Sorted, so that equal sets have the same key. */
    step: (state: number, character: number): number[] => {
      const reached = new Set<number>();
      for (const one of sets[state] ?? []) for (const next of automaton.next(one, character)) reached.add(next);
      return [...reached].sort((one, other) => one - other);
    },
    only: (state: number): readonly number[] | undefined => {
      const found = new Set<number>();
      for (const one of sets[state] ?? []) {
        const characters = automaton.only(one);
        if (characters === undefined) return undefined;
        for (const character of characters) found.add(character);
      }
      return [...found];
    },
    accepts: (state: number): boolean => (sets[state] ?? []).some((one) => automaton.accepts(one)),
  };
}

/** The next state, by state and then by character. */
type Steps = Map<number, readonly number[]>[];

function remember(
  steps: Steps,
  state: number,
  character: number,
  step: (state: number, character: number) => readonly number[],
): readonly number[] {
  const ofState = (steps[state] ??= new Map<number, readonly number[]>());
  let next = ofState.get(character);
  if (next === undefined) {
    next = step(state, character);
    ofState.set(character, next);
  }
  return next;
}
