/** The characters that automata tell apart, one of each kind. */
import type { Automaton } from './automaton';

const MAX = 0x10ffff;
/** No characters: halves of others. */
const SURROGATES = { first: 0xd800, last: 0xdfff };

/** The first ones make texts that are easiest to read. */
const readable = Array.from(
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:@+,;=~!#$%&\'()*<>?[]^`{|}"\\ ',
  (character) => character.charCodeAt(0),
);

/** For each kind of characters that one of the automata treats unlike others, the one that is easiest to read; readable ones first. */
export function alphabetOf(automata: readonly Automaton[]): number[] {
  const kindOf = (character: number) => automata.map((automaton) => automaton.kindOf(character)).join(' ');
  const characters = new Map<string, number>();
  const boundaries = automata.flatMap((automaton) => [...automaton.boundaries]);
  for (const character of [...readable, ...firstOfEach(boundaries)]) {
    const kind = kindOf(character);
    if (!characters.has(kind)) characters.set(kind, character);
  }
  return [...characters.values()];
}

/** The first character of each range between two boundaries. */
function firstOfEach(boundaries: readonly number[]): number[] {
  const starts = [0, SURROGATES.last + 1, ...boundaries]
    .map((at) => (at >= SURROGATES.first && at <= SURROGATES.last ? SURROGATES.last + 1 : at))
    .filter((at) => at <= MAX);
  return [...new Set(starts)].sort((one, other) => one - other);
}
