/** The account of a person in the fields of an object, and the displayed name. */
import { accountIn, displayedPerson, toAccountText, withoutScheme } from '../../../src/base/text/person-account';

const account = { issuer: 'https://login.acme.example', subject: 'ada' };

test('an account is two texts, next to any other field', () => {
  expect(accountIn({ ...account, email: 'ada@acme.example' })).toEqual(account);
});

const notTexts = [undefined, null, '', 7, ['ada'], {}];
test.each([
  {},
  ...notTexts.flatMap((value) => [
    { ...account, issuer: value },
    { ...account, subject: value },
  ]),
])('an object with %j has no account', (fields) => {
  expect(accountIn(fields)).toBeUndefined();
});

test.each([
  ['https://login.acme.example/x', 'login.acme.example/x'],
  ['http://login.acme.example', 'http://login.acme.example'],
  ['login.acme.example/https://', 'login.acme.example/https://'],
])('the issuer %s is displayed as %s', (issuer, shown) => {
  expect(withoutScheme(issuer)).toBe(shown);
  expect(toAccountText({ issuer, subject: 'ada' })).toBe(`ada at ${shown}`);
});

test.each([
  ['the account', { account, email: 'ada@acme.example', name: 'Ada' }, 'ada at login.acme.example'],
  ['the name', { account: undefined, email: 'ada@acme.example', name: 'Ada' }, 'Ada'],
  ['the e-mail address', { account: undefined, email: 'ada@acme.example' }, 'ada@acme.example'],
  ['nothing', { account: undefined }, undefined],
  ['a name that looks like a path', { account: undefined, name: 'acme/50%' }, 'acme%2F50%25'],
  ['a name with a percent sign', { account: undefined, name: '50%' }, '50%'],
])('a person is displayed by %s', (_, person, shown) => {
  expect(displayedPerson(person)).toBe(shown);
});
