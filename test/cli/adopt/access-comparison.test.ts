import { snakeCase } from '../../../src/model/api';
import { accessDifferences } from '../../../src/cli/adopt/access-comparison';
import { typeName, type Declaration } from '../../../src/model/schema';
import { adopt } from '../../adopt/adopted';

const principal = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' };
const seed = {
  groups: [
    {
      name: 'acme',
      roles: [{ name: 'auditor', capabilities: ['groups.list'] }],
      groups: [
        {
          ...{
            name: 'payments',
            identities: [{ name: 'ci', ...principal }],
            groupInvites: [{ role: 'viewer', ttl: '600s', email: 'a@example.com' }],
          },
          roleBindings: [
            { identity: 'ci', role: 'auditor' },
            { identity: 'ci', role: 'editor' },
          ],
        },
      ],
    },
  ],
};

/** Returns the planned resources of a plan that imports these objects. */
function planned(declaration: Declaration, objects: readonly object[]) {
  return objects.map((object) => ({
    type: typeName(declaration),
    values: Object.fromEntries(Object.entries(object).map(([name, value]) => [snakeCase(name), value as unknown])),
  }));
}

async function listed() {
  const { listed: lists, organization } = await adopt(seed);
  const resources = [...lists.objects].flatMap(([declaration, objects]) => planned(declaration, objects));
  return { lists, resources, notAdopted: organization.notAdopted };
}

test('a plan with the same objects changes no access', async () => {
  const { lists, resources, notAdopted } = await listed();
  expect(resources.length).toBe(7);
  expect(accessDifferences(lists, resources, notAdopted)).toEqual([]);
});

test('objects that the plan creates prevent the comparison', async () => {
  const { lists, resources, notAdopted } = await listed();
  const created = resources.map(({ type, values: { uid: _uid, ...values } }) => ({ type, values }));
  expect(accessDifferences(lists, created, notAdopted)).toEqual([
    'Access is not compared: 7 planned objects would get a uid only in the apply.',
  ]);
});

test('a missing binding and a wider role are differences', async () => {
  const { lists, resources, notAdopted } = await listed();
  const editor = lists.builtInRoles.find(({ name }) => name === 'editor')!;
  const changed = resources
    .filter(({ values }) => values['role_uid'] !== editor['uid'])
    .map((resource) =>
      resource.values['name'] === 'auditor'
        ? { ...resource, values: { ...resource.values, capabilities: ['groups.list', 'groups.delete'] } }
        : resource,
    );
  expect(accessDifferences(lists, changed, notAdopted)).toEqual([
    'acme/payments/ci gains 1 capability in acme/payments: groups.delete.',
    expect.stringMatching(/^acme\/payments\/ci loses \d+ capabilities in acme\/payments: .*\.$/),
    expect.stringMatching(/^The project does not contain the role binding [0-9a-f/]+\.$/),
  ]);
});

test('objects that are not adopted keep their access', async () => {
  const { listed: lists, organization } = await adopt(seed, { isSelected: (path) => path === 'acme/auditor' });
  const roles = [...lists.objects].flatMap(([declaration, objects]) =>
    planned(declaration, objects).filter(({ values }) => values['name'] === 'auditor'),
  );
  expect(roles).toHaveLength(1);
  expect(accessDifferences(lists, roles, organization.notAdopted)).toEqual([]);
});
