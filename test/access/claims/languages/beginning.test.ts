import { textAutomaton } from '../../../../src/access/claims/languages/automaton';
import { createBudget } from '../../../../src/access/claims/languages/budget';
import { shortest } from '../../../../src/access/claims/languages/shortest';
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

test('the text of a language of one text is read, and not searched', () => {
  const all = [textAutomaton('x'.repeat(1000)), patternAutomaton('.', false)];
  const none = [patternAutomaton('b$', false)];
  const budget = createBudget();
  expect(shortest({ all, none }, budget)).toEqual({ status: 'found', values: ['x'.repeat(1000)] });
  expect(budget.spent()).toBeLessThan(20_000);
});
