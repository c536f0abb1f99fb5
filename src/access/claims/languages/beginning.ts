/** Reads the beginning that all texts of a language have in common: fixed text needs no search. */
import type { Automaton } from './automaton';
import { countedOnce, type Budget } from './budget';

/** The common beginning of all texts of a language. */
export interface Beginning {
  readonly text: string;
  /** True if the language contains no other text. */
  readonly isAll: boolean;
  /** The possible states of the automaton, by the number of characters read. */
  readonly reached: ReadonlyMap<number, readonly number[]>;
}

/** Returns the text of a language that contains only one. */
export function onlyText(automaton: Automaton, budget: Budget): string | undefined {
  const { text, isAll } = getBeginning(automaton, budget);
  return isAll ? text : undefined;
}

/** Longer than real tokens. Some automata continue forever without accepting anything. */
const LONGEST = 1000;
/** Fixed text has one, and rarely a few. */
export const STATES = 16;

/** Returns the common beginning of all texts of a language. */
export const getBeginning = countedOnce(readBeginning);

function readBeginning(automaton: Automaton, budget: Budget): Beginning {
  const { text: only } = automaton;
  const reached = new Map<number, readonly number[]>();
  if (only !== undefined && only.length <= LONGEST) {
    budget.spend(only.length);
    return { text: only, isAll: true, reached };
  }
  let states: readonly number[] = [automaton.start];
  let text = '';
  for (;;) {
    budget.spend(states.length);
    reached.set(text.length, states);
    const accepts = states.some((state) => automaton.accepts(state, budget));
    const characters = findOnly(automaton, states, budget);
    const [character] = characters ?? [];
    const isTooMuch = text.length > LONGEST || states.length > STATES;
    if (accepts || character === undefined || characters?.size !== 1 || isTooMuch)
      return { text, isAll: accepts && characters?.size === 0, reached };
    text += String.fromCodePoint(character);
    states = nextStates(automaton, states, character, budget);
  }
}

function findOnly(automaton: Automaton, states: readonly number[], budget: Budget): ReadonlySet<number> | undefined {
  const characters = new Set<number>();
  for (const state of states) {
    const only = automaton.only(state, budget);
    if (only === undefined) return undefined;
    budget.spend(only.length);
    for (const character of only) characters.add(character); // Bounded: spent before it.
  }
  return characters;
}

/** Returns the states after a character. */
export function nextStates(
  automaton: Automaton,
  states: readonly number[],
  character: number,
  budget: Budget,
): readonly number[] {
  const [state, ...others] = states;
  if (state === undefined || others.length === 0)
    return state === undefined ? [] : automaton.next(state, character, budget);
  return [...new Set(states.flatMap((one) => automaton.next(one, character, budget)))];
}
