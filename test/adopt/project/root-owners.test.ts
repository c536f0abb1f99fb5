import { notAdoptedFile } from '../../../src/adopt/project/not-adopted-file';
import { listRootOwners, rootOwnersLine, rootOwnersSection } from '../../../src/adopt/project/root-owners';
import { adopt } from '../adopted';

const issuer = 'https://login.example';
const person = (name: string) => ({ account: { issuer, subject: name } });

test('the owners of the group are people by their accounts, identities by their paths, and others by their uids', async () => {
  const { organization } = await adopt({
    identities: ['ada', 'grace'].map((name) => ({ name, ...person(name) })),
    groups: [
      {
        name: 'acme',
        identities: [{ name: 'bot', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
        roleBindings: [
          { identity: 'bot', role: 'owner' },
          { identity: 'ada', role: 'owner' },
          { identity: 'grace', role: 'viewer' },
        ],
        groups: [{ name: 'payments', roleBindings: [{ identity: 'grace', role: 'owner' }] }],
      },
    ],
  });
  const owners = listRootOwners(organization);
  expect(owners.group).toBe('acme');
  expect(owners.names).toEqual(expect.arrayContaining(['acme/bot', 'ada at login.example']));
  expect(owners.names.join()).not.toContain('grace');
  expect(rootOwnersLine(owners)).toMatch(/^Owners of the group acme: .*acme\/bot.*\.$/);
  expect(rootOwnersSection(owners)).toContain('- `acme/bot`');
  // The administrator of the emulator is a person without an account.
  const administrators = owners.names.length - 2;
  expect(notAdoptedFile(organization)).toContain(
    administrators === 0
      ? '2 people have roles. The project refers to them by the account to sign in with.'
      : `${2 + administrators} people have roles. The project refers to 2 of them by the account to sign in with.`,
  );
});

test('without an owner, nothing is printed', () => {
  const owners = { group: 'acme', names: [] };
  expect([rootOwnersLine(owners), rootOwnersSection(owners)]).toEqual(['', []]);
});
