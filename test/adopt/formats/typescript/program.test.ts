import { adopt, runModule } from '../../adopted';

const principal = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' };
const jobs = (repository: string, id: number) => ({
  claimMatch: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: `repo:acme@1234/${repository}@${id}:ref:refs/heads/main`,
  },
});
const person = (name: string) => ({ name, account: { issuer: 'https://login.example.com', subject: name } });

/** Returns the only file of the program, without the imports. */
async function programOf(group: object, identities: readonly object[] = []): Promise<string> {
  const { project } = await adopt({ groups: [{ name: 'acme', ...group }], identities } as never, { isReal: true });
  const source = project.files.get('organization/organization.ts') ?? '';
  return source.slice(source.indexOf('\n\n') + 2);
}

const statements = (source: string) =>
  source.slice(source.indexOf('groupUid);\n') + 11, source.indexOf('\n\n  return'));

test('a long name of the root group breaks the line', async () => {
  const { project } = await adopt({ groups: [{ name: 'a-department-of-the-company-'.repeat(2) }] });
  const name = 'aDepartmentOfTheCompanyADepartmentOfTheCompany';
  expect(project.files.get('organization/organization.ts')).toContain(
    `  const ${name} = Group.fromUid(\n    stack,\n    '${name}',\n    groupUid,\n  );\n`,
  );
});

test('groups without contents need no team, and unused objects no variable', async () => {
  const source = await programOf({ groups: [{ name: 'empty' }, { name: 'shop', description: 'Sells.' }] });
  expect(statements(source)).toBe(
    ['', "  acme.addGroup('empty');", '', "  acme.addGroup('shop', { description: 'Sells.' });"].join('\n'),
  );
});

test('teams of the same shape are a table and a loop', async () => {
  const team = (name: string, id: number) => ({
    name,
    identities: [{ name: 'deployer', ...jobs(name, id) }],
    roleBindings: [{ identity: 'deployer', role: 'editor' }],
  });
  const source = await programOf({ groups: [team('cards', 1), team('search', 2), team('shop', 3)] });
  expect(statements(source)).toBe(`
  const teams = [{ name: 'cards', repository: 1 }, { name: 'search', repository: 2 }, { name: 'shop', repository: 3 }];
  for (const { name, repository } of teams) {
    new Team(acme, name, {
      identities: {
        deployer: {
          assumedBy: Trust.gitHubActions({
            repository: \`acme/\${name}\`,
            branch: 'main',
            ids: { owner: 1234, repository },
          }),
          roles: ['editor'],
        },
      },
    });
  }`);
});

test('access across groups follows the groups, by reference; people of one issuer have a helper', async () => {
  const source = await programOf(
    {
      roles: [{ name: 'auditor', capabilities: ['groups.list'] }],
      groups: [
        {
          name: 'a',
          identities: [{ name: 'ci', ...principal }],
          roleBindings: [
            { identity: 'ada', role: 'owner' },
            { identity: 'ada', role: 'auditor' },
          ],
        },
        { name: 'b', groups: [{ name: 'c', roleBindings: [{ identity: 'a/ci', role: 'viewer' }] }] },
      ],
    },
    [person('ada')],
  );
  expect(source).toContain(`const person = (subject: string) => ({ issuer: 'https://login.example.com', subject });`);
  expect(source).toContain(`const ada = Identity.person(stack, 'ada', person('ada'));`);
  expect(source).toContain(`people: { owner: [person('ada')] }`);
  expect(source).toContain(`  b.group('c').grant(a.identity('ci'), 'viewer');`);
  expect(source).toContain(`  a.grant(ada, auditor);`);
});

test('people of one issuer are a list of their names, unless an address is among them', async () => {
  const owners = ['ada', 'bob', 'eve'].map((identity) => ({ identity, role: 'owner' }));
  const invite = { email: 'dan@example.com', role: 'owner', ttl: '604800s', singleUse: true };
  const source = await programOf(
    {
      groups: [
        { name: 'a', roleBindings: owners },
        { name: 'b', roleBindings: owners, groupInvites: [invite] },
      ],
    },
    owners.map(({ identity }) => person(identity)),
  );
  expect(source).toContain(`people: { owner: ['ada', 'bob', 'eve'].map(person) }`);
  expect(source).toContain(`people: { owner: [person('ada'), person('bob'), person('eve'), 'dan@example.com'] }`);
});

test('addresses that are invited need no helper for people', async () => {
  const invite = { email: 'dan@example.com', role: 'owner', ttl: '604800s', singleUse: true };
  const source = await programOf({ groups: [{ name: 'a', groupInvites: [invite] }] });
  expect(source).toContain(`people: { owner: ['dan@example.com'] }`);
});

test('an invite for several uses is a construct with its own id', async () => {
  const invite = { role: 'owner', ttl: '60s', email: 'dan@example.com', singleUse: false };
  const source = await programOf({ groups: [{ name: 'a', groupInvites: [invite] }] });
  expect(source).toContain(`new GroupInvite(a, 'dan-example.com', {`);
});

test('names that collide get ids and variables of their own', async () => {
  const source = await programOf({
    groups: [{ name: 'default', identities: [{ name: 'x', ...principal }] }],
    identities: [{ name: 'default', ...principal }],
    roleBindings: [{ identity: 'default', role: 'viewer' }],
  });
  expect(source).toContain(`const defaultIdentity = acme.addIdentity('default-identity', {`);
  expect(source).toContain(`name: 'default',`);
  expect(source).toContain(`new Team(acme, 'default', {`);
});

test('a secret that the API never returns is a variable of Terraform, which needs no value until it changes', async () => {
  const oidc = { issuer: 'https://login.example.com', clientId: 'a', clientSecret: 'b' };
  const source = await programOf({ identityProviders: [{ name: 'staff', defaultRole: 'viewer', oidc }] });
  const [, props = ''] = /new TerraformVariable\(stack, 'staff_client_secret', (\{[^}]*\})\)/.exec(source) ?? [];
  expect(props.split(/[\s,]+/).join(' ')).toBe("{ type: 'string' default: '' sensitive: true }");
  expect(source).toContain('clientSecret: staffClientSecret.stringValue');
});

test('a large organization has one file for each group under the root, and they fit together', async () => {
  const groups = Array.from({ length: 12 }, (_, index) => ({
    name: `team ${index}`,
    description: `The group ${index}.`,
    identities: Array.from({ length: (index % 4) + 1 }, (__, number) => ({
      name: `ci-${index}-${number}`,
      ...principal,
    })),
    accountAssociations: [{ name: 'clouds', amazon: { account: '123456789012' } }],
    roleBindings: [{ identity: `ci-${index}-0`, role: 'viewer' }],
  }));
  const { project } = await adopt({ groups: [{ name: 'acme', groups }] });
  const names = [...project.files.keys()].filter((path) => /^organization\/team/.test(path));
  expect(names).toHaveLength(12);
  expect(project.files.get('organization/organization.ts')).toContain('  addTeam0(acme);');
  expect(runModule(project.files, 'organization/organization.ts')).toHaveProperty('organization');
});

test('a function for a pattern receives the roles of the root that it refers to', async () => {
  const team = (name: string, id: number) => ({
    name,
    identities: [{ name: 'deployer', ...jobs(name, id) }],
    roleBindings: [{ identity: 'deployer', role: 'auditor' }],
  });
  const source = await programOf({
    roles: [{ name: 'auditor', capabilities: ['groups.list'] }],
    groups: [1, 2].map((id) => ({ name: `d${id}`, groups: [team(`a${id}`, id), team(`b${id}`, 9 + id)] })),
  });
  expect(source).toContain(`const team = (name: string, repository: number, auditor: Role): GroupData => ({`);
  expect(source).toContain(`team('a1', 1, auditor)`);
});
