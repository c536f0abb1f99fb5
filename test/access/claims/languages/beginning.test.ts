import { textAutomaton } from '../../../../src/access/claims/languages/automaton';
import { getBeginning, onlyText, patternAutomaton } from '../unlimited';

test('a language of one text has this text', () => {
  expect(onlyText(patternAutomaton('a\\.b', true))).toBe('a.b');
  expect(onlyText(patternAutomaton('a\\.b', false))).toBeUndefined();
  expect(onlyText(patternAutomaton('^a\\.b$', false))).toBe('a.b');
  expect(onlyText(patternAutomaton('ab?', true))).toBeUndefined();
  expect(onlyText(textAutomaton('é😀'))).toBe('é😀');
  expect(onlyText(textAutomaton('a', true))).toBeUndefined();
  // Goes on for ever.
  expect(onlyText(patternAutomaton('a+[^\\x00-\\x{10ffff}]', true))).toBeUndefined();
});

test('the beginning ends where texts differ', () => {
  expect(getBeginning(patternAutomaton('^repo:acme/(shop|web)$', false))).toMatchObject({
    text: 'repo:acme/',
    isAll: false,
  });
  expect(getBeginning(patternAutomaton('acme', false))).toMatchObject({ text: '', isAll: false });
});
