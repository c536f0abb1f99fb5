/** The characters that automata distinguish, one of each kind. */
import type { Automaton } from './automaton';
import { recall, type Budget, type Counted } from './budget';

const MAX = 0x10ffff;
/** Surrogates, which are not characters. */
const SURROGATES = { first: 0xd800, last: 0xdfff };

/** The first ones result in the most readable texts. */
const readable = Array.from(
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:@+,;=~!#$%&\'()*<>?[]^`{|}"\\ ',
  (character) => character.charCodeAt(0),
);

const ranks = new Map(readable.map((character, rank) => [character, rank]));

/** The most readable characters first. */
export function compareCharacters(a: number, b: number): number {
  return (ranks.get(a) ?? readable.length + a) - (ranks.get(b) ?? readable.length + b);
}

/** The alphabets by the first automaton, then by the numbers of all. */
const remembered = new WeakMap<Automaton, Map<string, Counted<readonly number[]>>>();
const numbers = new WeakMap<Automaton, number>();
let count = 0;

/** Returns the same alphabet for the same automata. */
export function getAlphabet(automata: readonly Automaton[], budget: Budget): readonly number[] {
  const [first] = automata;
  if (first === undefined) return readable.slice(0, 1);
  const known = remembered.get(first) ?? new Map<string, Counted<readonly number[]>>();
  remembered.set(first, known);
  budget.spend(automata.length);
  const key = automata.map(getNumber).join();
  return recall(known, key, budget, () => createAlphabet(automata, budget));
}

/** Returns a number that identifies the automaton. */
export function getNumber(automaton: Automaton): number {
  const known = numbers.get(automaton) ?? count++;
  numbers.set(automaton, known);
  return known;
}

/**
 * Returns the most readable character of each kind that one of the automata treats differently, readable characters
 * first.
 */
function createAlphabet(automata: readonly Automaton[], budget: Budget): number[] {
  const kinds = new Set<string>();
  const boundaries = automata.flatMap((automaton) => {
    budget.spend(automaton.boundaries.length);
    return [...automaton.boundaries];
  });
  return [...readable, ...firstOfEach(boundaries, budget)].filter((character) => {
    let kind = '';
    for (const automaton of automata) kind += `${automaton.getKind(character, budget)} `;
    return kinds.size < kinds.add(kind).size;
  });
}

/** Returns the first character of each range between two boundaries. */
function firstOfEach(boundaries: readonly number[], budget: Budget): number[] {
  budget.spend(boundaries.length);
  const starts = [0, SURROGATES.last + 1, ...boundaries]
    .map((at) => (at >= SURROGATES.first && at <= SURROGATES.last ? SURROGATES.last + 1 : at))
    .filter((at) => at <= MAX);
  return [...new Set(starts)].sort((a, b) => a - b);
}
