import { parse } from '../../../../src/base/text/yaml';
import { adoptedProject } from '../../../../src/adopt';
import { adopt, synthesizedProject } from '../../adopted';

test('both formats declare the same variables of Terraform for secrets', async () => {
  const provider = {
    name: 'staff',
    defaultRole: 'viewer',
    oidc: { issuer: 'https://login.acme.example', clientId: 'platform', clientSecret: 'secret' },
  };
  const { organization } = await adopt({ groups: [{ name: 'acme', identityProviders: [provider] }] });
  const [constructs, yaml] = (['constructs', 'yaml'] as const).map((format) =>
    adoptedProject(organization, { hasImports: true, format }),
  );
  expect(constructs?.secrets).toEqual([expect.stringMatching(/^[a-z_]+$/)]);
  expect(yaml?.secrets).toEqual(constructs?.secrets);
  expect(yaml?.files.get('organization/organization.ts')).toContain(
    `TerraformVariable(stack, '${constructs!.secrets[0]!}'`,
  );
});

test('a file without contents is an empty object', async () => {
  const { organization } = await adopt({ groups: [{ name: 'acme' }] }, { isReal: true });
  const project = adoptedProject(organization, { hasImports: true, format: 'yaml' });
  expect(project.files.get('organization/organization.yaml')).toMatch(/\n\{\}\n$/);
  expect(synthesizedProject(project, organization.root.uid).grants).toEqual([]);
});

test('the file contains text of the service unchanged, and the stack the same text', async () => {
  const description = 'Costs ${amount}, 100%{x} and $${file("/etc/passwd")}';
  const seed = { groups: [{ name: 'acme', groups: [{ name: 'payments', description }] }] };
  const { organization } = await adopt(seed, { isReal: true });
  const project = adoptedProject(organization, { hasImports: true, format: 'yaml' });
  const { groups } = parse(project.files.get('organization/organization.yaml') ?? '') as { groups: object };
  expect(groups).toEqual({ payments: { description } });
  const org = synthesizedProject(project, organization.root.uid);
  expect(Object.values(org.groups)).toEqual([expect.objectContaining({ description })]);
});
