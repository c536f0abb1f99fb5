import { testTrusts } from './platform-cases';

testTrusts([
  {
    trust: { person: { issuer: 'https://login.acme.example', subject: '00u1a2b3c4' } },
    policy: { claimMatch: { issuer: 'https://login.acme.example', subject: '00u1a2b3c4' } },
    intended: { iss: 'https://login.acme.example', sub: '00u1a2b3c4' },
    others: [{ sub: '00u1a2b3c5' }],
  },
]);
