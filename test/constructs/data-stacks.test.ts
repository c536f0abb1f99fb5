/** Constructs write stacks that are data: every kind with every option, and the conveniences. */
import { App, TerraformOutput, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import {
  AccountAssociation,
  ExternalGroupRoleMapping,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  moved,
  PlatformProvider,
  RoleBindings,
  Repos,
  Role,
  RoleBinding,
  Rotation,
  Settled,
  Team,
  Trust,
  unmanage,
} from '../../constructs';
import { generateRecipientKey } from '../support/recipient-key';
import { refusalText, checkStack } from '../../src/model/stack';
import { company } from './organization/company';
import { emptyStack, outdir, rootUid } from './synthesized';

const uid = `${rootUid}/1111111111111111`;
const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';
const everywhere = { count: 2, timeouts: { create: '5m', read: '5m', update: '5m', delete: '1h' } };

const notDataIn = (text: string) =>
  checkStack([{ name: 'cdk.tf.json', text }]).notData.map((place) => refusalText(place));
const notData = (build: (stack: TerraformStack) => unknown) => {
  const stack = emptyStack();
  build(stack);
  return notDataIn(Testing.synth(stack, true));
};

const acmeIn = (stack: TerraformStack) => Group.fromUid(stack, 'acme', rootUid);

beforeEach(() => void jest.spyOn(process.stderr, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

test.each<[what: string, build: (stack: TerraformStack) => unknown]>([
  [
    'a group with every option',
    (stack) => {
      const provider = new PlatformProvider(stack, 'other', { alias: 'other', baseUrl: 'https://api.example' });
      const acme = acmeIn(stack);
      const lifecycle = { preventDestroy: true, createBeforeDestroy: true, ignoreChanges: ['description'] };
      const first = new Group(stack, 'a', {
        ...everywhere,
        parent: acme,
        name: 'a',
        description: 'b',
        deletionProtection: true,
      });
      new Group(stack, 'b', {
        parent: acme,
        name: 'b',
        description: 'Costs $${x} and %%{y}',
        provider,
        lifecycle,
        dependsOn: [first],
      });
      Group.root(stack, 'root', { name: 'root' });
    },
  ],
  [
    'identities with every method',
    (stack) => {
      const group = acmeIn(stack);
      const claimMatch = {
        issuerPattern: '^https://x\\.example$',
        subjectPattern: '^a$',
        audience: 'x',
        claims: { a: 'b' },
        claimPatterns: { c: '^d$' },
      };
      new Identity(stack, 'claims', {
        ...everywhere,
        group,
        name: 'a',
        description: 'b',
        claimMatch,
        rotateOn: { a: 'b' },
        deletionProtection: true,
      });
      const issuerKeys = '{"keys":[]}';
      new Identity(stack, 'keys', {
        group,
        name: 'b',
        staticKeys: { issuer: 'https://x.example', subject: 'y', issuerKeys, audiences: ['z'] },
      });
      new Identity(stack, 'aws', {
        group,
        name: 'c',
        awsIdentity: { awsAccount: '012345678901', arn: 'arn:aws:iam::012345678901:role/x', userId: 'AROA:x' },
      });
      new Identity(stack, 'service', { group, name: 'd', servicePrincipal });
      const id = new TerraformVariable(stack, 'id', { type: 'string' }).stringValue;
      const ids = { owner: id, repository: id };
      const trusts = {
        branch: Trust.gitHubActions({ repository: 'acme/shop', ids, branch: 'main' }),
        workflow: Trust.gitHubActions({ repository: 'acme/shop', ids, workflow: 'a.yml@refs/heads/main' }),
        role: Trust.awsRole({ account: '012345678901', role: 'ci', roleId: id }),
      };
      for (const [name, assumedBy] of Object.entries(trusts)) new Identity(stack, name, { group, name, assumedBy });
    },
  ],
  [
    'roles, and the capabilities of one in another',
    (stack) => {
      const group = acmeIn(stack);
      const first = new Role(stack, 'a', {
        ...everywhere,
        group,
        name: 'a',
        description: 'b',
        capabilities: ['groups.list'],
      });
      const second = new Role(stack, 'c', { group, name: 'c', capabilities: ['groups.list'] });
      new Role(stack, 'd', { group, name: 'd', description: `Like ${second.name}`, capabilities: second.capabilities });
      new TerraformOutput(stack, 'created', { value: first.createTime });
    },
  ],
  [
    'role bindings of every kind of role',
    (stack) => {
      const group = acmeIn(stack);
      const identity = group.addIdentity('ci', { name: 'ci', servicePrincipal });
      new RoleBinding(stack, 'many', { ...everywhere, group, identity, role: 'viewer' });
      new RoleBinding(stack, 'uids', { group: rootUid, identity: uid, role: Role.named(stack, 'editor') });
      group.grant(identity, 'owner', { expires: '2999-01-01' });
      group.grant(identity, Role.named(stack, 'auditor', { group }));
      group.grant(Identity.person(stack, 'ada', { issuer: 'https://login.example', subject: 'ada' }), 'viewer');
    },
  ],
  [
    'the other kinds',
    (stack) => {
      const group = acmeIn(stack);
      const { publicJwk: recipientJwk } = generateRecipientKey();
      const secret = new TerraformVariable(stack, 'secret', { type: 'string', sensitive: true }).stringValue;
      const oidc = {
        issuer: 'https://x.example',
        clientId: 'a',
        clientSecret: secret,
        clientSecretWoVersion: 1,
        groupsClaim: 'g',
      };
      const identityProvider = new IdentityProvider(stack, 'idp', {
        group,
        name: 'a',
        description: 'b',
        defaultRole: 'viewer',
        oidc,
      });
      new ExternalGroupRoleMapping(stack, 'mapping', {
        ...{ identityProvider, externalGroupId: 'a', role: 'viewer', scope: group },
      });
      const invite = new GroupInvite(stack, 'invite', {
        group,
        role: 'viewer',
        ttl: '86400s',
        singleUse: true,
        recipientJwk: JSON.stringify(recipientJwk),
      });
      new TerraformOutput(stack, 'code', { value: invite.encryptedCode, sensitive: true });
      new AccountAssociation(stack, 'account', {
        group,
        name: 'a',
        description: 'b',
        amazon: { account: '012345678901' },
      });
    },
  ],
  [
    'anchors of both types',
    (stack) => {
      const acme = acmeIn(stack);
      for (const anchor of ['null_resource', 'terraform_data'] as const) {
        const team = acme.addGroup(anchor);
        const settled = new Settled(stack, `settled-${anchor}`, { tree: team, anchor });
        const { lifecycle, id } = new Rotation(stack, `rotation-${anchor}`, { rotateOn: { quarter: 'q4' }, anchor });
        new Group(stack, `after-${anchor}`, { parent: team, name: 'after', dependsOn: [settled] });
        team.addIdentity('ci', { name: 'ci-q4', servicePrincipal, lifecycle });
        new TerraformOutput(stack, `anchor-${anchor}`, { value: id });
      }
    },
  ],
  [
    'all grants, reported and removed',
    (stack) => {
      const acme = acmeIn(stack);
      for (const remove of [true, false]) {
        const group = acme.addGroup(`team-${remove}`).managesAllGrants({ remove });
        const identity = group.addIdentity('ci', { name: 'ci', servicePrincipal });
        group.grant(identity, 'viewer');
        new RoleBinding(stack, `many-${remove}`, { group, identity, role: 'editor', count: 2 });
      }
    },
  ],
  [
    'imports, moves, removals and lists',
    (stack) => {
      const acme = acmeIn(stack);
      const team = acme.addGroup('team').wasAt('acme/old');
      team.importFrom(uid);
      unmanage(acme.addGroup('gone'));
      moved(new Team(stack, 'squad', { parent: acme, name: 'squad' }), 'former');
      new TerraformOutput(stack, 'grants', { value: RoleBindings.in(team).identityUids });
      new TerraformOutput(stack, 'repos', { value: Repos.in(team, { descendants: true }).names });
    },
  ],
  ['a company of 76 resources', (stack) => company(stack, rootUid)],
])('%s is data', (_what, build) => {
  expect(notData(build)).toEqual([]);
});

test('several stacks that refer to each other are data', () => {
  const app = new App({ outdir });
  const [structure, access] = ['structure', 'access'].map((name) => {
    const stack = new TerraformStack(app, name);
    new PlatformProvider(stack, 'platform', { install: false });
    return stack;
  }) as [TerraformStack, TerraformStack];
  const team = acmeIn(structure).addGroup('team');
  const auditor = new Role(structure, 'auditor', { group: team, name: 'auditor', capabilities: ['groups.list'] });
  const ci = new Identity(access, 'ci', { group: team, name: 'ci', servicePrincipal });
  new RoleBinding(access, 'ci-audits', { group: team, identity: ci, role: auditor });
  app.synth();
  expect([structure, access].flatMap((stack) => notDataIn(JSON.stringify(stack.toTerraform())))).toEqual([]);
});
