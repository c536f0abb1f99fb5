import { createAccessGraph } from '../../../src/access/graph';
import { displayedPerson } from '../../../src/base/text/person-account';
import { createIdentityMatch } from '../../../src/access/rules/identity-match';

const person = (key: string, subject: string, host: string, email?: string) => {
  const account = { issuer: `https://${host}`, subject };
  return { key, name: displayedPerson({ account }) ?? '', email, account };
};
const { identities } = createAccessGraph({
  groups: [{ key: 'g', name: 'acme' }],
  identities: [
    { key: 'ci', name: 'ci', group: 'g' },
    person('uid-ada', 'ada', 'a.example', 'ada@acme.example'),
    person('uid-sam', 'sam', 'a.example'),
    person('uid-sam2', 'sam', 'b.example'),
    person('uid-eve', 'acme/eve', 'a.example', 'acme/eve@acme.example'),
  ],
});
const matched = (...names: Parameters<typeof createIdentityMatch>[1]) => {
  const { of, ambiguities } = createIdentityMatch(identities, names);
  const keys = (meant: string) => identities.filter((identity) => of(identity) === meant).map(({ key }) => key);
  return { yes: keys('yes'), perhaps: keys('perhaps'), ambiguities: ambiguities.length };
};

test.each<[string, Parameters<typeof createIdentityMatch>[1], object]>([
  ['a path', ['acme/ci'], { yes: ['ci'] }],
  ['an account', [{ issuer: 'https://a.example', subject: 'ada' }], { yes: ['uid-ada'] }],
  ['a subject', ['ada'], { yes: ['uid-ada'] }],
  ['a pattern of e-mail addresses', ['ada@*'], { yes: ['uid-ada'] }],
  ['a pattern of accounts', ['sam at *'], { yes: ['uid-sam', 'uid-sam2'] }],
  ['a pattern of paths, which no subject and no e-mail address can imitate', ['acme/*'], { yes: ['ci'] }],
  ['a subject of two people', ['sam'], { perhaps: ['uid-sam', 'uid-sam2'], ambiguities: 1 }],
  [
    'a subject of two people, and the account of one of them',
    ['sam', 'sam at a.example'],
    { yes: ['uid-sam'], perhaps: ['uid-sam2'], ambiguities: 1 },
  ],
  ['no name', [], {}],
])('a rule matches %s', (_, names, expected) => {
  expect(matched(...names)).toEqual({ yes: [], perhaps: [], ambiguities: 0, ...expected });
});
