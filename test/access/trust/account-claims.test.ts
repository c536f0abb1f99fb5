import { createBudget, ruleAutomata, type TokenMatch } from '../../../src/access/claims';
import { namesAccount } from '../../../src/access/trust/account-claims';

const names = (match: TokenMatch) => {
  const rules = ruleAutomata(match, { anchored: true }, createBudget({}));
  return namesAccount(rules, createBudget({}));
};
const list = (count: number) => Array.from({ length: count }, (_, index) => `client-${index}`).join('|');

test.each([1, 2, 7, 8])('a claim with %d listed values names accounts', (count) => {
  expect(names({ client: { pattern: list(count) } })).toBe(true);
});

test.each([
  ['nine listed values', list(9)],
  ['twenty listed values', list(20)],
  ['a pattern', 'client-.*'],
])('a claim with %s names none', (_, pattern) => {
  expect(names({ client: { pattern } })).toBe(false);
});

test.each(['iss', 'sub', 'aud', 'tid', 'ver', 'typ', 'token_use', 'idtyp', 'gty', 'email_verified'])(
  'the claim %s, which accounts share, names none',
  (claim) => {
    expect(names({ [claim]: { exact: 'x' } })).toBe(false);
    expect(names({ [claim]: { exact: 'x' }, client: { exact: 'x' } })).toBe(true);
  },
);

test('no claim names none', () => {
  expect(names({})).toBe(false);
});
