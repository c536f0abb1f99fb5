import { type TokenMatch } from '../../../src/claims';
import { google } from '../../../src/claims/issuers/google';
import { mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [google],
  [['google', 'account', { iss: 'https://accounts.google.com', sub: '111260650121245072906' }]],
);

it.each<[string, TokenMatch, string[]]>([
  [
    'Google: one number',
    { iss: { exact: 'https://accounts.google.com' }, sub: { exact: '111260650121245072906' } },
    [],
  ],
  [
    'Google: a pattern',
    { iss: { exact: 'https://accounts.google.com' }, sub: { pattern: '^11' } },
    ['! anybody 110000000000000000001'],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
