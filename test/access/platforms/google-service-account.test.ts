import type { TokenMatch } from '../../../src/access/claims';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import { PLATFORMS } from '../../../src/access/trust';
import { testMistakes, testTrusts } from './platform-cases';

testTrusts([
  {
    trust: { googleServiceAccount: { uniqueId: '111260650121245072906' } },
    policy: { claimMatch: { issuer: 'https://accounts.google.com', subject: '111260650121245072906' } },
    intended: { iss: 'https://accounts.google.com', sub: '111260650121245072906' },
    others: [{ sub: '111260650121245072907' }],
  },
]);

testMistakes([
  [
    'an e-mail address',
    { googleServiceAccount: { uniqueId: 'ci@acme.iam.gserviceaccount.com' } },
    'assumedBy.uniqueId must be the 21 digits of a unique id in quotes, not an e-mail address',
  ],
  ['a rounded number', { googleServiceAccount: { uniqueId: 111260650121245072906 } }, 'assumedBy.uniqueId'],
]);

mintsDocumentedTokens(PLATFORMS.googleServiceAccount.issuers, [
  ['google', 'account', { iss: 'https://accounts.google.com', sub: '111260650121245072906' }],
]);

it.each<[string, TokenMatch, string[]]>([
  [
    'Google: one number that nobody declares',
    { iss: { exact: 'https://accounts.google.com' }, sub: { exact: '111260650121245072906' } },
    ['! anybody 111260650121245072906'],
  ],
  [
    'Google: a pattern',
    { iss: { exact: 'https://accounts.google.com' }, sub: { pattern: '^11' } },
    ['! anybody 110000000000000000000'],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
