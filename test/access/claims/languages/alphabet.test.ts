import { compareCharacters, getNumber } from '../../../../src/access/claims/languages/alphabet';
import { textAutomaton } from '../../../../src/access/claims/languages/automaton';
import { alphabetOf, patternAutomaton } from '../unlimited';

const shown = (characters: readonly number[]) => characters.map((character) => String.fromCodePoint(character));

it('has one character of each kind, readable ones first', () => {
  expect(shown(alphabetOf([textAutomaton('b/b')]))).toEqual(['a', 'b', '/']);
  expect(shown(alphabetOf([patternAutomaton('^[0-9]+$', false)])).slice(0, 2)).toEqual(['a', '0']);
});

it('distinguishes characters that any of the automata distinguishes', () => {
  const digits = patternAutomaton('^[0-9]+$', true);
  expect(shown(alphabetOf([digits, textAutomaton('7')]))).toEqual(expect.arrayContaining(['a', '0', '7']));
});

it('has one character for both cases if the automaton ignores case', () => {
  expect(shown(alphabetOf([textAutomaton('x', true)]))).toEqual(['a', 'x']);
  expect(shown(alphabetOf([textAutomaton('x')]))).toEqual(['a', 'x']);
  expect(shown(alphabetOf([textAutomaton('xX')]))).toEqual(['a', 'x', 'X']);
});

it('finds characters that are not readable, and never half of one', () => {
  expect(shown(alphabetOf([textAutomaton('ü🦊')]))).toEqual(['a', 'ü', '🦊']);
  const halves = alphabetOf([patternAutomaton('^[^\\x00-\\x{D900}]$', true)]);
  expect(halves.filter((character) => character >= 0xd800 && character <= 0xdfff)).toEqual([]);
});

it('has a character without any automaton', () => {
  expect(shown(alphabetOf([]))).toEqual(['a']);
});

it('sorts letters before digits, capitals, signs and all others', () => {
  const sorted = Array.from('ü -A0za', (character) => character.codePointAt(0)!).sort(compareCharacters);
  expect(shown(sorted).join('')).toBe('az0A- ü');
});

it('gives each automaton its own number, and keeps it', () => {
  const [one, other] = [textAutomaton('a'), textAutomaton('a')];
  expect(getNumber(one)).toBe(getNumber(one));
  expect(getNumber(one)).not.toBe(getNumber(other));
});
