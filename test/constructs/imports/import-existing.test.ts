import { App, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import type { Construct } from 'constructs';
import {
  AccountAssociation,
  ExternalGroupRoleMapping,
  Group,
  GroupInvite,
  Identity,
  type IdentityProvider,
  importExisting,
  Organization,
  PlatformProvider,
  Role,
  RoleBinding,
  Team,
  unmanage,
  type IGroup,
  type ImportExistingOptions,
  type Imports,
} from '../../../constructs';
import { roleBinding } from '../../../src/model/kinds';
import { accountKey, importKey } from '../../../src/model/schema';
import { emptyStack, outdir, problemsOf, rootUid, synth } from '../synthesized';

const login = 'https://login.example.com';
const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';
const personUid = 'ada0ada0ada0ada0ada0ada0ada0ada0ada0ada0';
let last = 0;

/** Returns a uid beneath the root group, or beneath another. */
function uid(parent = rootUid): string {
  last += 1;
  return `${parent}/${last.toString(16).padStart(16, '0')}`;
}

function acmeIn(stack: Construct): IGroup {
  return Group.fromUid(stack, 'acme', rootUid);
}

/** Returns the imports of a stack by address. */
function readImports(build: (stack: TerraformStack) => unknown): Record<string, string> {
  const { import: blocks = [] } = synth(build);
  return Object.fromEntries((blocks as { to: string; id: string }[]).map(({ to, id }) => [to, id]));
}

/** Returns the problems without the path of the group, which calls importExisting. */
function problems(
  imports: Imports,
  build: (acme: IGroup, stack: TerraformStack) => unknown,
  options?: ImportExistingOptions,
) {
  const found = problemsOf((stack) => {
    const acme = acmeIn(stack);
    build(acme, stack);
    importExisting(acme, imports, options);
  });
  return found.map((problem) => problem.replace('[org/acme] importExisting: ', ''));
}

describe('the keys of resources', () => {
  it('are names relative to the group, however the program refers to objects', () => {
    const [payments, cards, ci, auditor, builds, adaOwns, other] = [uid(), uid(), uid(), uid(), uid(), uid(), uid()];
    const [sees, invited, provider, custom] = [uid(), uid(), uid(), uid()];
    const mapped = uid(provider);
    const imports = {
      groups: { payments, 'payments/cards': cards },
      identities: { 'payments/cards/my ci': ci },
      roles: { auditor },
      roleBindings: {
        'payments/cards: "payments/cards/my ci" editor': builds,
        [`: ${login}|ada owner`]: adaOwns,
        [`payments: ${personUid} viewer`]: other,
        ': "payments/cards/my ci" auditor': sees,
        [`: ${personUid} ${custom}`]: custom,
      },
      identityProviders: { staff: provider },
      externalGroupRoleMappings: { 'staff: engineers viewer payments': mapped },
      groupInvites: { 'payments: viewer grace@example.com': invited },
      accountAssociations: { payments },
    };
    const found = readImports((stack) => {
      const acme = acmeIn(stack);
      // Resources that are created later are imported, too.
      importExisting(acme, imports);
      const role = acme.addRole('auditor', { capabilities: ['groups.list'] });
      const team = new Team(acme, 'payments', {
        groups: { cards: { identities: { bot: { name: 'my ci', servicePrincipal, roles: ['editor'] } } } },
        people: { viewer: ['grace@example.com'] },
      });
      acme.grant(Identity.person(stack, 'ada', { issuer: login, subject: 'ada' }), 'owner');
      acme.grant(team.identity('cards/bot'), role);
      new RoleBinding(stack, 'other', { group: team, identity: personUid, role: Role.named(stack, 'viewer') });
      new RoleBinding(stack, 'custom', { group: rootUid, identity: personUid, role: custom });
      const staff = acme.addIdentityProvider('staff', {
        defaultRole: 'viewer',
        oidc: { issuer: login, clientId: 'platform', pkceEnabled: true },
      });
      new ExternalGroupRoleMapping(stack, 'engineers', {
        ...{ identityProvider: staff, externalGroupId: 'engineers', role: 'viewer', scope: team },
      });
      new AccountAssociation(stack, 'clouds', { group: team, name: 'clouds', amazon: { account: '123456789012' } });
    });
    expect(found).toEqual({
      'platform_group.acme_payments': payments,
      'platform_group.acme_payments_cards': cards,
      'platform_identity.acme_payments_cards_bot': ci,
      'platform_role.acme_auditor': auditor,
      'platform_role_binding.acme_payments_cards_bot_editor': builds,
      'platform_role_binding.ada_owner_on_acme': adaOwns,
      'platform_role_binding.other': other,
      'platform_role_binding.acme_payments_cards_bot_acme_auditor_on_acme': sees,
      'platform_role_binding.custom': custom,
      'platform_identity_provider.acme_staff': provider,
      'platform_external_group_role_mapping.engineers': mapped,
      'platform_group_invite.acme_payments_grace_example_com_viewer': invited,
      'platform_account_association.clouds': payments,
    });
  });

  it.each([
    ['auth0|ada', 'auth0|ada'],
    ['$${x} %%{y}', '${x} %{y}'],
    ['$$${x}', '$${x}'],
    [`CN="J" O'Neil,OU=b/c\\d`, `CN="J" O'Neil,OU=b/c\\d`],
    ['山田', '山田'],
  ])('contain the subject %s as the API has it', (subject, stored) => {
    const binding = uid();
    const key = importKey(roleBinding, [], { identityUid: accountKey(login, stored), roleUid: 'owner' });
    const found = readImports((stack) => {
      const acme = acmeIn(stack);
      acme.grant(Identity.person(stack, 'ada', { issuer: login, subject }), 'owner');
      importExisting(acme, { roleBindings: { [key]: binding } });
    });
    expect(Object.values(found)).toEqual([binding]);
  });

  it('are those of an organization, also if its root is another construct, and of groups that are found by name', () => {
    const [payments, ci, bot] = [uid(), uid(), uid()];
    const imports = { groups: { payments }, identities: { 'payments/ci': ci, 'shop/bot': bot } };
    const found = readImports((stack) => {
      const home = acmeIn(stack);
      const acme = new Organization(stack, 'acme-data', {
        root: home,
        groups: { payments: { identities: { ci: { servicePrincipal } } } },
      });
      Group.named(acme, 'shop').addIdentity('bot', { servicePrincipal });
      importExisting(home, imports);
    });
    expect(Object.values(found).sort()).toEqual([payments, ci, bot].sort());
  });

  it('are those of a mapping whose scope is in the group, and whose identity provider is above it', () => {
    const [payments, provider] = [uid(), uid()];
    const mapped = uid(provider);
    const found = readImports((stack) => {
      const team = Group.fromUid(stack, 'payments', payments);
      new ExternalGroupRoleMapping(stack, 'engineers', {
        ...{ identityProvider: provider, externalGroupId: 'engineers', role: 'viewer', scope: team },
      });
      const key = `${provider.replace('/', '%2F')}: engineers viewer`;
      importExisting(team, { externalGroupRoleMappings: { [key]: mapped } });
    });
    expect(found).toEqual({ 'platform_external_group_role_mapping.engineers': mapped });
  });

  it('stay the same for moved constructs, and a managed group can be the group', () => {
    const [payments, ci, bot] = [uid(), uid(), uid()];
    const stack = emptyStack();
    const home = acmeIn(stack).addGroup('home').wasAt('old/home');
    const team = home.addGroup('payments');
    new Identity(stack, 'ci', { group: team, name: 'ci', servicePrincipal }).wasAt('acme/ci');
    // Terraform resolves the token to the group.
    new Identity(stack, 'bot', { group: home.uid, name: 'bot', servicePrincipal });
    importExisting(home, { groups: { payments }, identities: { 'payments/ci': ci, bot } });
    const json = JSON.parse(Testing.synth(stack, true)) as { import: { to: string; id: string }[]; moved: unknown[] };
    expect(json.import.map(({ id }) => id).sort()).toEqual([payments, ci, bot].sort());
    expect(json.moved).toContainEqual({ from: 'platform_identity.acme_ci', to: 'platform_identity.ci' });
  });
});

describe('problems', () => {
  it('are entries without a construct, with the nearest key', () => {
    const build = (acme: IGroup) => acme.addGroup('payments');
    expect(problems({ groups: { paymnts: uid() } }, build, { allowNew: true })).toEqual([
      'no construct declares group "paymnts" in `groups`. Did you mean "payments"? Otherwise remove the entry',
    ]);
    expect(problems({ roles: { auditor: uid() }, group: {} }, build, { allowNew: true })).toEqual([
      'no construct declares role "auditor" in `roles`. Declare it, or remove the entry',
      'unknown collection `group`; did you mean `groups`?',
    ]);
  });

  it('are resources without an entry, unless they are new', () => {
    const imports = { groups: {} };
    const build = (acme: IGroup) => acme.addGroup('payments').addRole('auditor', { capabilities: ['groups.list'] });
    expect(problems(imports, build)).toEqual([
      'org/acme/payments would be created, because there is no group "payments" in `groups`. Add the entry, or pass the construct in allowNew',
      'org/acme/payments/auditor would be created, because there is no role "payments/auditor" in `roles`. Add the entry, or pass the construct in allowNew',
    ]);
    expect(problems(imports, build, { allowNew: true })).toEqual([]);
    let payments: Group | undefined;
    expect(
      problemsOf((stack) => {
        const acme = acmeIn(stack);
        payments = acme.addGroup('payments');
        payments.addRole('auditor', { capabilities: ['groups.list'] });
        importExisting(acme, imports, { allowNew: [payments] });
      }),
    ).toEqual([]);
    expect(problems(imports, (acme) => acme.addGroup('payments').importFrom(uid()))).toEqual([]);
  });

  it('are invites without an entry: a used one would give its access again', () => {
    const build = (acme: IGroup) =>
      new GroupInvite(acme, 'eve', {
        group: acme,
        role: 'viewer',
        ttl: '60s',
        email: 'eve@example.com',
        singleUse: true,
      });
    expect(problems({}, build)).toEqual([
      expect.stringMatching(
        /^org\/acme\/eve would be created, because there is no group invite .* in `groupInvites`\. If it was used or has expired, delete the construct: a new one gives the access again\. Otherwise pass it in allowNew$/,
      ),
    ]);
  });

  it('are wrong uids', () => {
    const build = (acme: IGroup) => [acme.addGroup('a'), acme.addGroup('b'), acme.addGroup('c'), acme.addGroup('d')];
    const twice = uid();
    const elsewhere = uid(personUid);
    expect(problems({ groups: { a: 'acme/a', b: elsewhere, c: twice, d: twice } }, build)).toEqual([
      'the uid of group "a" in `groups` is malformed (it is "acme/a"). Correct it',
      `the uid of group "b" in \`groups\` is not beneath org/acme (it is ${elsewhere}). Correct it`,
      `group "d" in \`groups\` has the same uid as "c" (${twice}). Remove one of them`,
    ]);
  });

  it.each([2, 30])('is one problem with its cause for %i objects of another organization', (count) => {
    const names = Array.from({ length: count }, (_, index) => `g${index}`);
    const groups = Object.fromEntries(names.map((name) => [name, uid('f'.repeat(40))]));
    const found = problems({ groups }, (acme) => names.map((name) => acme.addGroup(name)));
    expect(found).toEqual([
      expect.stringMatching(
        /^no object of the imports exists beneath org\/acme .*For an emulator, delete the imports: /,
      ),
    ]);
  });

  it('are uids of mappings that are not beneath the identity provider', () => {
    const [payments, staff] = [uid(), uid()];
    const key = `${staff.replace('/', '%2F')}: engineers viewer`;
    const problemsIn = (mapped: string, build: (acme: IGroup) => IdentityProvider | string = () => staff) =>
      problemsOf((stack) => {
        const team = Group.fromUid(stack, 'payments', payments);
        const identityProvider = build(acmeIn(stack));
        new ExternalGroupRoleMapping(stack, 'engineers', {
          ...{ identityProvider, externalGroupId: 'engineers', role: 'viewer', scope: team },
        });
        importExisting(team, { externalGroupRoleMappings: { [key]: mapped } });
      });
    expect(problemsIn(uid(staff))).toEqual([]);
    const inOtherOrganization = uid(uid(personUid));
    const inRootGroup = uid();
    const underTeams = [uid(uid(payments)), uid(uid(uid()))];
    for (const wrong of [inOtherOrganization, rootUid, inRootGroup, ...underTeams])
      expect(problemsIn(wrong)).toContainEqual(
        `[org/payments] importExisting: the uid of external group role mapping ${JSON.stringify(key)} in \`externalGroupRoleMappings\` is not beneath an identity provider of org/payments (it is ${wrong}). Correct it`,
      );
    const elsewhere = uid(uid());
    expect(problemsIn(elsewhere)).toEqual([
      `[org/payments] importExisting: org/engineers imports external group role mapping ${JSON.stringify(key)} in \`externalGroupRoleMappings\`, whose uid is not beneath ${staff} (it is ${elsewhere}). Correct the entry`,
    ]);
  });

  it('are uids of mappings that are not beneath the imported identity provider', () => {
    const [staff, mapped] = [uid(), uid(uid())];
    const imports = {
      identityProviders: { staff },
      externalGroupRoleMappings: { 'staff: engineers viewer': mapped },
    };
    const found = problems(imports, (acme, stack) => {
      const identityProvider = acme.addIdentityProvider('staff', {
        ...{ defaultRole: 'viewer', oidc: { issuer: login, clientId: 'platform', pkceEnabled: true } },
      });
      new ExternalGroupRoleMapping(stack, 'engineers', {
        ...{ identityProvider, externalGroupId: 'engineers', role: 'viewer', scope: acme },
      });
    });
    expect(found).toEqual([
      expect.stringContaining(
        `whose uid is not beneath org/acme/staff (${staff}) (it is ${mapped}). Correct the entry`,
      ),
    ]);
  });

  it('are two resources with one entry, and two ids of one resource', () => {
    const payments = uid();
    const build = (acme: IGroup, stack: TerraformStack) => {
      acme.addGroup('payments');
      new Group(stack, 'same', { parent: acme, name: 'payments' });
    };
    expect(problems({ groups: { payments } }, build)).toContainEqual(
      'org/same has the same entry as org/acme/payments: group "payments" in `groups`. Rename one of them, or remove it',
    );
    const other = uid();
    expect(problems({ groups: { payments } }, (acme) => acme.addGroup('payments').importFrom(other))).toEqual([
      `org/acme/payments imports ${other}, but the uid of group "payments" in \`groups\` is ${payments}. Remove the call of importFrom, or the entry`,
    ]);
  });

  it('are objects that only Terraform knows, and repeated resources', () => {
    const build = (acme: IGroup, stack: TerraformStack) => {
      const name = new TerraformVariable(stack, 'name', { type: 'string' }).stringValue;
      acme.addGroup('unknown', { name }).addGroup('inner');
      acme.addGroup('many', { count: 2 });
      Group.fromUid(stack, 'existing', `${rootUid}/0123456789abcdef`).addGroup('team');
      acme.grant(Identity.named(stack, 'ci', { group: personUid }), 'viewer');
    };
    const next = 'Call importFrom(uid) on it, or pass it in allowNew';
    expect(problems({}, build)).toEqual([
      `org/acme/unknown cannot be imported, because only Terraform knows its name. ${next}`,
      `org/acme/unknown/inner cannot be imported, because only Terraform knows the name of org/acme/unknown. ${next}`,
      'org/acme/many uses count, so Terraform would create its objects. Declare each object, or pass it in allowNew',
      expect.stringMatching(/^org\/acme\/.* cannot be imported, because only Terraform knows its identity\./) as string,
      `org/existing/team cannot be imported, because its group is given by uid, ${rootUid}/0123456789abcdef. ${next}`,
    ]);
  });

  it('show the line of the program, and are limited', () => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'lines');
    new PlatformProvider(stack, 'platform', { install: false });
    const acme = acmeIn(stack);
    acme.addGroup('payments');
    const groups = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`team ${index}`, uid()]));
    importExisting(acme, { groups });
    expect(() => app.synth()).toThrow(
      /no construct declares group "team 0".*\n\s+at test\/constructs\/imports\/import-existing\.test\.ts:\d+[^]*there are 11 more problems/,
    );
  });

  it('of types are errors immediately', () => {
    const call = (...given: readonly unknown[]) => {
      const stack = emptyStack();
      const [first = acmeIn(stack), ...others] = given;
      (importExisting as (...values: unknown[]) => void)(first, ...others);
    };
    expect(() => call('acme')).toThrow('importExisting: the group, the first argument, must be a group; it is text.');
    expect(() => call(undefined, 'imports.json')).toThrow(
      'the imports, the second argument, must be an object; it is text.',
    );
    expect(() => call(undefined, { groups: [] })).toThrow('imports.groups must be an object; it is a list.');
    expect(() => call(undefined, { groups: { a: 1 } })).toThrow(
      'imports.groups["a"] must be a uid as text; it is the number 1.',
    );
    expect(() => call(undefined, {}, { allowNew: 'a' })).toThrow(
      'allowNew must be true, false or a list of constructs; it is text.',
    );
    expect(() => call(undefined, {}, { alowNew: true })).toThrow('unknown prop `alowNew`; did you mean `allowNew`?');
    const app = Testing.app({ outdir });
    expect(() => importExisting(Group.fromUid(app, 'acme', rootUid), {})).toThrow('importExisting');
  });
});

describe('resources that the stack does not contain', () => {
  it('need no import: an expired grant warns that the object remains, and an unmanaged one does not', () => {
    const imports = {
      identities: { ci: uid() },
      roleBindings: { ': ci viewer': uid() },
      groups: { old: uid() },
    };
    const stack = emptyStack();
    const acme = acmeIn(stack);
    importExisting(acme, imports);
    const ci = acme.addIdentity('ci', { servicePrincipal });
    const grant = acme.grant(ci, 'viewer', { expires: '2020-01-01' });
    const old = acme.addGroup('old');
    unmanage(old);
    const json = JSON.parse(Testing.synth(stack, true)) as { import: { to: string }[] };
    expect(json.import.map(({ to }) => to)).toEqual(['platform_identity.acme_ci']);
    const warningsOf = ({ node }: Construct) => node.metadata.filter(({ type }) => type === '@cdktf/warn');
    const data: unknown = expect.stringContaining('neither imports nor deletes the existing object');
    expect(warningsOf(grant)).toContainEqual(expect.objectContaining({ data }));
    expect(warningsOf(old)).toEqual([]);
  });
});
