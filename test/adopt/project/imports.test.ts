import { createImports } from '../../../src/adopt';
import { adopt } from '../adopted';

test('the uids are listed by collection and by names, in the order of the kinds', async () => {
  const seed = {
    groups: [
      {
        name: 'acme',
        groups: [
          {
            name: 'payments',
            identities: [{ name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
            roleBindings: [
              { identity: 'ci', role: 'viewer' },
              { identity: 'ada', role: 'owner' },
            ],
          },
        ],
      },
    ],
    identities: [{ name: 'ada', account: { issuer: 'https://login.example.com', subject: 'ada' } }],
  };
  const { organization } = await adopt(seed, { isReal: true });
  const imports = createImports(organization);
  expect(Object.entries(imports).map(([collection, uids]) => [collection, Object.keys(uids)])).toEqual([
    ['groups', ['payments']],
    ['identities', ['payments/ci']],
    ['roleBindings', ['payments: https://login.example.com|ada owner', 'payments: payments/ci viewer']],
  ]);
});
