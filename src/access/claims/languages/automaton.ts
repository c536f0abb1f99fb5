/** Languages as automata over characters (code points), which are built while they are read. */
import { FIXED, recall, type Budget, type Counted } from './budget';

/** A nondeterministic automaton. A text is in its language if one of its readings ends in an accepting state. */
export interface Automaton {
  /** The only text of the language, if the automaton was created from it. */
  readonly text?: string;
  readonly start: number;
  /** The possible states after the character. */
  next(state: number, character: number, budget: Budget): readonly number[];
  /** Returns true if the text can end in this state. */
  accepts(state: number, budget: Budget): boolean;
  /** Returns true if every continuation of the text is accepted. */
  acceptsAll(state: number): boolean;
  /** Returns the characters that can continue the text, and possibly others, or `undefined` if there can be many. */
  only(state: number, budget: Budget): readonly number[] | undefined;
  /**
   * A key of the language from this state on, if known: states of any automata with equal keys accept the same rest.
   */
  rest(state: number, budget: Budget): Automaton | undefined;
  /** The first characters of the ranges that the automaton treats differently. */
  readonly boundaries: readonly number[];
  /** Returns the class of a character. The automaton treats all characters of a class alike. */
  getKind(character: number, budget: Budget): string;
  /** Returns true if no text of the language contains the character. @default unknown */
  lacks?(character: number, budget: Budget): boolean;
}

const known = new Map<string, Counted<Automaton>>();
const MOST_KNOWN = 300;

/** The automata by key. Facts about an automaton are known to later queries, too. */
export function commonToBudgets(key: string, budget: Budget, create: () => Automaton): Automaton {
  const automaton = recall(known, key, budget, create);
  // Evicts the automaton that was used longest ago.
  const counted = known.get(key);
  known.delete(key);
  if (counted !== undefined) known.set(key, counted);
  // Bounded: each call adds one automaton at most.
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return automaton;
}

/** Returns the language of one text, or of all texts that differ from it only in the case of the letters a to z. */
export function textAutomaton(text: string, ignoresCase = false): Automaton {
  // Most texts are only compared as a whole.
  let read: readonly (readonly number[])[] | undefined;
  const spell = (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    return ignoresCase ? getCases(code) : [code];
  };
  // Bounded: linear in the text, which somebody has read before.
  const spelled = () => (read ??= Array.from(text, spell));
  let distinct: ReadonlySet<number> | undefined;
  const kinds = () => (distinct ??= new Set(spelled().flat()));
  const first = (character: number) => getCases(character)[0] ?? character;
  return {
    ...(!ignoresCase && { text }),
    start: 0,
    next: (state, character, budget) => {
      budget.spend();
      return spelled()[state]?.includes(character) === true ? [state + 1] : [];
    },
    accepts: (state) => state === spelled().length,
    acceptsAll: () => false,
    only: (state) => spelled()[state] ?? [],
    rest: (state, budget) => {
      const characters = Array.from(text);
      budget.spend(characters.length);
      const left = characters.slice(state).join('');
      return commonToBudgets(`text ${ignoresCase} ${left}`, budget, () => textAutomaton(left, ignoresCase));
    },
    get boundaries() {
      return [...kinds()].flatMap((character) => [character, character + 1]);
    },
    getKind: (character, budget) => {
      budget.spend();
      return kinds().has(character) ? String(ignoresCase ? first(character) : character) : '';
    },
  };
}

/** Returns the lower-case and the upper-case letter for the letters a to z, and only the character for all others. */
function getCases(character: number): number[] {
  const small = character | 0x20;
  return small >= 0x61 && small <= 0x7a ? [small, small ^ 0x20] : [character];
}

/** Returns the texts that are in both languages. */
export function commonAutomaton(one: Automaton, other: Automaton): Automaton {
  const states: (readonly [number, number])[] = [];
  const numbers = new Map<string, number>();
  const getNumber = (a: number, b: number): number => {
    const key = `${a} ${b}`;
    const known = numbers.get(key) ?? states.push([a, b]) - 1;
    numbers.set(key, known);
    return known;
  };
  const at = (state: number) => states[state] ?? [0, 0];
  return {
    start: getNumber(one.start, other.start),
    next: (state, character, budget) => {
      const [a, b] = at(state);
      const others = other.next(b, character, budget);
      return one.next(a, character, budget).flatMap((next) => {
        budget.spend(others.length + 1);
        return others.map((nextOther) => getNumber(next, nextOther));
      });
    },
    accepts: (state, budget) => one.accepts(at(state)[0], budget) && other.accepts(at(state)[1], budget),
    acceptsAll: (state) => one.acceptsAll(at(state)[0]) && other.acceptsAll(at(state)[1]),
    only: (state, budget) => one.only(at(state)[0], budget) ?? other.only(at(state)[1], budget),
    rest: () => undefined,
    boundaries: [...one.boundaries, ...other.boundaries],
    getKind: (character, budget) => `${one.getKind(character, budget)},${other.getKind(character, budget)}`,
  };
}

/** Reads a text character by character, on all relevant paths. */
export interface TextReader {
  readonly automaton: Automaton;
  readonly start: number;
  /** No state if no continuation of the text is relevant. */
  next(state: number, character: number): readonly number[];
  /** As in an {@link Automaton}: other characters lead nowhere. */
  only(state: number): readonly number[] | undefined;
  /** Returns true if a text that ends here is relevant. */
  ends(state: number): boolean;
}

/** The maximum number of sets of states that a query follows. Beyond it, it follows each state alone. */
const SETS = 200;

/**
 * Returns a reader for texts in the language. Sets of states are faster to follow than single states, but there can be
 * exponentially many. One continuing state of a text is enough.
 */
export function createTextReader(automaton: Automaton, budget: Budget): TextReader {
  const sets = getSets(automaton);
  const followed = new Set<number>();
  const start = sets.start;
  return {
    automaton,
    start,
    next: (state, character) => {
      const { single, set, members } = sets.step(state, character, budget);
      // The set of one state costs little.
      if (single) return set;
      const [number = start] = set;
      if (followed.has(number) || followed.size < SETS) {
        followed.add(number);
        return set;
      }
      budget.spend(members.length);
      return members.map((member) => sets.toNumber([member], budget));
    },
    only: (state) => sets.only(state, budget),
    ends: (state) => sets.accepts(state, budget),
  };
}

/**
 * Returns a reader for texts that are not in the language. It must follow all paths together, so its states are sets of
 * states of the automaton. There can be exponentially many.
 */
export function complement(automaton: Automaton, budget: Budget): TextReader {
  const sets = getSets(automaton);
  return {
    automaton,
    start: sets.start,
    next: (state, character) => {
      const { acceptsAll, set, members } = sets.step(state, character, budget);
      if (acceptsAll) return [];
      return members.length === 0 ? [sets.toNumber([], budget)] : set;
    },
    only: () => undefined,
    ends: (state) => !sets.accepts(state, budget),
  };
}

/** Returns true if the text is in the language. */
export function reads(automaton: Automaton, text: string, budget: Budget): boolean {
  if (automaton.text !== undefined) {
    budget.spend(automaton.text.length);
    return automaton.text === text;
  }
  const reader = createTextReader(automaton, budget);
  let states: readonly number[] = [reader.start];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const [first, ...others] = states;
    if (first === undefined) return false;
    states = reader.next(first, code);
    // There is almost always one.
    if (others.length > 0) {
      budget.spend(others.length);
      states = [...new Set([first, ...others].flatMap((state) => reader.next(state, code)))];
    }
  }
  return states.some((state) => reader.ends(state));
}

/** The sets of states by automaton. Paths that a query has followed are known to later queries, too. */
const kept = new WeakMap<Automaton, Sets>();
/** The maximum number of sets that are kept for later queries. */
const KEPT_SETS = 1_000;

function getSets(automaton: Automaton): Sets {
  const known = kept.get(automaton);
  if (known !== undefined && known.count() <= KEPT_SETS) return known;
  const created = createSets(automaton);
  kept.set(automaton, created);
  return created;
}

/** The states after a character. */
interface Step {
  /** The number of their set, or empty. */
  readonly set: readonly number[];
  readonly members: readonly number[];
  /** True if there is at most one state to follow. */
  readonly single: boolean;
  /** True if every continuation is accepted. Then that state is the only member. */
  readonly acceptsAll: boolean;
}

type Sets = ReturnType<typeof createSets>;

/** Returns the sets of states, each with a number. */
function createSets(automaton: Automaton) {
  const sets: (readonly number[])[] = [];
  const numbers = new Map<string, number>();
  const steps: Map<number, Counted<Step>>[] = [];
  const ends = new Map<number, Counted<boolean>>();
  const onlies = new Map<number, Counted<readonly number[] | undefined>>();

  const getNumber = (set: readonly number[], budget: Budget): number => {
    budget.spend(set.length);
    const text = set.join();
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, sets.length);
    return sets.push(set) - 1;
  };
  const follow = (state: number, character: number, budget: Budget): Step => {
    const reached = new Set<number>();
    for (const member of sets[state] ?? []) {
      const next = automaton.next(member, character, budget);
      budget.spend(next.length + 1);
      for (const each of next) reached.add(each); // Bounded: spent before it.
    }
    const universalState = [...reached].find((member) => automaton.acceptsAll(member));
    // Sorted, so that equal sets have the same key.
    const members = universalState === undefined ? [...reached].sort((a, b) => a - b) : [universalState];
    return {
      set: members.length === 0 ? [] : [getNumber(members, budget)],
      members,
      single: members.length < 2,
      acceptsAll: universalState !== undefined,
    };
  };
  const findOnly = (state: number, budget: Budget): readonly number[] | undefined => {
    const found = new Set<number>();
    for (const member of sets[state] ?? []) {
      const characters = automaton.only(member, budget);
      if (characters === undefined) return undefined;
      budget.spend(characters.length + 1);
      for (const character of characters) found.add(character); // Bounded: spent before it.
    }
    return [...found];
  };
  const accepts = (state: number, budget: Budget): boolean =>
    (sets[state] ?? []).some((member) => {
      budget.spend();
      return automaton.accepts(member, budget);
    });
  return {
    start: getNumber([automaton.start], FIXED),
    count: () => sets.length,
    toNumber: getNumber,
    step: (state: number, character: number, budget: Budget) => {
      const ofState = (steps[state] ??= new Map<number, Counted<Step>>());
      return recall(ofState, character, budget, () => follow(state, character, budget));
    },
    only: (state: number, budget: Budget) => recall(onlies, state, budget, () => findOnly(state, budget)),
    accepts: (state: number, budget: Budget) => recall(ends, state, budget, () => accepts(state, budget)),
  };
}
