import { testTrusts } from './platform-cases';

testTrusts([
  {
    trust: { spiffe: { id: 'spiffe://acme.example/shop/deployer', issuer: 'https://spire.acme.example' } },
    policy: { claimMatch: { issuer: 'https://spire.acme.example', subject: 'spiffe://acme.example/shop/deployer' } },
    intended: { iss: 'https://spire.acme.example', sub: 'spiffe://acme.example/shop/deployer' },
    others: [{ sub: 'spiffe://acme.example/shop' }, { sub: 'spiffe://other.example/shop/deployer' }],
  },
]);
