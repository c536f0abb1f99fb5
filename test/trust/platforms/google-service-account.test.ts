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
