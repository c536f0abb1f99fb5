import { snapshotObjects } from '../../../constructs/testing/from-snapshot';
import { toOrganization } from '../../../constructs/testing/organization';
import { createEmulator, type SeedTree } from '../../../src/emulator';
import { claimMatch } from './programs';

const seed: SeedTree = {
  groups: [
    {
      name: 'acme',
      roles: [{ name: 'auditor', capabilities: ['groups.list'] }],
      identityProviders: [
        {
          name: 'sso',
          defaultRole: 'viewer',
          oidc: { issuer: 'https://sso.example.com', clientId: 'a', clientSecret: 'b' },
        },
      ],
      groups: [
        {
          name: 'payments',
          description: 'Takes the money.',
          identities: [{ name: 'ci', claimMatch }],
          roleBindings: [
            { identity: 'ci', role: 'editor' },
            { identity: 'ada', role: 'auditor' },
          ],
          repos: [{ name: 'shop' }],
        },
      ],
    },
  ],
  identities: [{ name: 'ada', email: 'ada@example.com' }],
};

test('a snapshot becomes the organization without its administrator', () => {
  const emulator = createEmulator({ seed });
  const roles = new Map(['viewer', 'editor', 'owner'].map((name) => [name, name]));
  const { administratorUid } = emulator;
  const objects = snapshotObjects(emulator.snapshot(), { administratorUid, roleName: (uid) => roles.get(uid) ?? uid });
  const { groups, identities, roles: custom, grants } = toOrganization(objects);
  emulator.close();
  const uidsOf = (text: string) => text.replace(/[0-9a-f]{40}/g, 'UID');
  expect({ groups, identities, custom, grants: grants.map(uidsOf) }).toEqual({
    groups: { acme: {}, 'acme/payments': { description: 'Takes the money.' } },
    identities: { ada: {}, 'acme/payments/ci': { claimMatch } },
    custom: { 'acme/auditor': { capabilities: ['groups.list'] } },
    grants: [
      'acme/(anyone who signs in through sso) → UID → acme',
      'acme/payments/ci → UID → acme/payments',
      'ada → acme/auditor → acme/payments',
    ],
  });
});
