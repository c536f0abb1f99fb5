import { adoptedObjects, adoptedProject, programAddition } from '../../../src/adopt';
import { adopt, synthesizedAddition, synthesizedProject } from '../adopted';

const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';
const invite = (email: string) => ({ email, role: 'viewer', ttl: '604800s', singleUse: true });

/** Without ids of their own, pairs of objects have one address: `acme_ci_acme_log_viewer`, `acme_data_b_example_com_viewer`. */
const colliding = {
  groups: [
    {
      name: 'acme',
      roles: [{ name: 'log_viewer', capabilities: ['groups.list'] }],
      identities: [{ name: 'ci', servicePrincipal }],
      roleBindings: [{ identity: 'ci', role: 'log_viewer' }],
      groupInvites: [invite('data_b@example.com'), invite('a.c@example.com'), invite('a_c@example.com')],
      groups: [
        {
          name: 'ci_acme',
          identities: [{ name: 'log', servicePrincipal }],
          roleBindings: [{ identity: 'log', role: 'viewer' }],
        },
        { name: 'data', groupInvites: [invite('b@example.com')] },
      ],
    },
  ],
};

test.each(['constructs', 'yaml'] as const)('bindings and invites have different addresses in %s', async (format) => {
  const { organization } = await adopt(colliding);
  const project = adoptedProject(organization, { format, hasImports: true });
  expect(synthesizedProject(project, organization.root.uid).grants).toHaveLength(7);
  expect([...project.files.values()].join('\n')).toMatch(/new RoleBinding\(\S+, '(ci|log)-binding', \{/);
});

test('bindings and invites have different addresses in an addition', async () => {
  const { organization } = await adopt(colliding);
  const imported = synthesizedAddition(programAddition(organization, 1).files);
  expect(imported).toHaveLength(adoptedObjects(organization).length);
});
