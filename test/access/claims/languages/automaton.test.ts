import fc from 'fast-check';
import {
  commonAutomaton,
  complement,
  textAutomaton,
  type Automaton,
  type TextReader,
} from '../../../../src/access/claims/languages/automaton';
import { createBudget, UndecidedError } from '../../../../src/access/claims/languages/budget';
import { randomFrom } from '../../../support/random';
import { patternAutomaton, reads, shared, UNLIMITED } from '../unlimited';

/** Returns true if the reader counts the text. */
function counts(reader: TextReader, text: string): boolean {
  let states: readonly number[] = [reader.start];
  for (const character of text) states = states.flatMap((state) => reader.next(state, character.codePointAt(0)!));
  return states.some((state) => reader.ends(state));
}

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'k', 'K', '@', '`', 'ü', '🦊'), maxLength: 6 });

it('of a text reads that text only', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(reads(textAutomaton(one), one)).toBe(true);
      expect(reads(textAutomaton(one), other)).toBe(one === other);
      expect(reads(textAutomaton(one), `${one}a`)).toBe(false);
    }),
  );
});

it('of a text without case reads both cases of a to z, and no other pairs', () => {
  const isSame = (one: string, other: string) => {
    const small = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    return small(one) === small(other);
  };
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(reads(textAutomaton(one, true), other)).toBe(isSame(one, other));
    }),
  );
  expect(reads(textAutomaton('@', true), '`')).toBe(false);
  expect(reads(textAutomaton('k', true), '\u212a')).toBe(false);
});

it('of two languages reads what both read', () => {
  const both = commonAutomaton(patternAutomaton('^a', false), patternAutomaton('b$', false));
  expect(['ab', 'axb', 'a', 'b', 'ba', ''].filter((text) => reads(both, text))).toEqual(['ab', 'axb']);
});

it('knows the remaining text, under the same key for the same rest', () => {
  const rest = (automaton: Automaton, text: string) => {
    let state = automaton.start;
    for (const character of text) state = automaton.next(state, character.codePointAt(0)!, UNLIMITED)[0]!;
    return automaton.rest(state, UNLIMITED);
  };
  expect(rest(textAutomaton('xab'), 'x')).toBe(rest(textAutomaton('yyab'), 'yy'));
  expect(rest(textAutomaton('xab'), 'x')).not.toBe(rest(textAutomaton('xab', true), 'x'));
  expect(reads(rest(textAutomaton('xab'), 'x')!, 'ab')).toBe(true);
});

it('has a complement that counts all other texts', () => {
  const automata = [patternAutomaton('^(a|b)*a$', false), patternAutomaton('a', false), textAutomaton('ab')];
  fc.assert(
    fc.property(fc.constantFrom(...automata), texts, (automaton, text) => {
      expect(counts(complement(automaton, createBudget()), text)).toBe(!reads(automaton, text));
    }),
  );
});

it('spends the budget for each set of states of a complement', () => {
  const exponential = patternAutomaton('^[ab]*a[ab]{12}$', false);
  const budget = createBudget({ steps: 20_000 });
  const read = complement(exponential, budget);
  expect(() => {
    for (let bits = 0; bits < 2 ** 13; bits++) counts(read, bits.toString(2).replaceAll('0', 'b').replaceAll('1', 'a'));
  }).toThrow(UndecidedError);
});

it('spends the budget for each character of a complement, also if nothing follows', () => {
  const budget = createBudget();
  const reader = complement({ ...textAutomaton('a') }, budget);
  for (let character = 1000; character < 1100; character++) reader.next(reader.start, character);
  // One for the set of states, and at least one for its state.
  expect(budget.spent()).toBeGreaterThanOrEqual(200);
});

it('spends the same for a complement that an earlier query has read', () => {
  const automaton = patternAutomaton('^[ab]*a[ab]{3}$', false);
  const spent = () => {
    const budget = createBudget();
    const reader = complement(automaton, budget);
    for (const text of ['aaaa', 'abab', 'bbaabb']) counts(reader, text);
    return budget.spent();
  };
  const first = spent();
  expect(first).toBeGreaterThan(5);
  expect(spent()).toBe(first);
});

it('keeps no large complement for later queries', () => {
  const next = jest.fn((state: number) => [state + 1]);
  const endless: Automaton = { ...textAutomaton('a'), next, accepts: () => false };
  const read = (length: number) => counts(complement(endless, createBudget()), 'a'.repeat(length));
  read(10);
  read(10);
  expect(next).toHaveBeenCalledTimes(10);
  read(2_000);
  next.mockClear();
  read(10);
  expect(next).toHaveBeenCalledTimes(10);
});

it('is created once for a key, until many others are created', () => {
  const create = jest.fn(() => textAutomaton('kept'));
  const first = shared('test: kept', create);
  expect(shared('test: kept', create)).toBe(first);
  for (let index = 0; index < 299; index++) shared(`test: other ${index}`, () => textAutomaton(`${index}`));
  expect(shared('test: kept', create)).toBe(first);
  for (let index = 0; index < 300; index++) shared(`test: more ${index}`, () => textAutomaton(`${index}`));
  shared('test: kept', create);
  expect(create).toHaveBeenCalledTimes(2);
});

test.each([3, 6, 10, 11])(
  'a text of more sets of states than are followed is read as by its definition: %d',
  (last) => {
    const random = randomFrom(last);
    const automaton = patternAutomaton(`[ab]*a[ab]{${last}}`, true);
    const results = Array.from({ length: 20 }, (_, index) => {
      const length = index < 10 ? index : 50 * index;
      const text = Array.from({ length }, () => random.pick(['a', 'b'])).join('');
      return [reads(automaton, text), text.at(-last - 1) === 'a'];
    });
    expect(results.map(([read]) => read)).toEqual(results.map(([, expected]) => expected));
    expect(new Set(results.map(([read]) => read)).size).toBe(2);
  },
);
