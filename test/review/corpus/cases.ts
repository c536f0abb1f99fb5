/**
 * What the plans of the corpus are made of: an organization, what was applied, and what is planned. `make.ts` makes the plans
 * with the real Terraform; `corpus.test.ts` beside it says what the report of each must say.
 */
import type { RunningEmulator, SeedTree } from '../../../src/emulator';

/** A configuration: JSON is written as JSON syntax, as a synthesized stack is; text as HCL. */
export type Configuration = string | Readonly<Record<string, unknown>>;

export interface Stack {
  /** Applied first. */
  readonly applied?: Configuration;
  /** Applied next, while the service refuses to delete. */
  readonly halfApplied?: Configuration;
  readonly planned: Configuration;
  readonly args?: readonly string[];
}

export interface CorpusCase {
  readonly name: string;
  /** What the organization holds at first. @default the root group `acme`, and in it the group `shared` */
  readonly seed?: SeedTree;
  readonly stacks: Readonly<Record<string, Stack>>;
  /** What happens behind Terraform's back, after what was applied and before the plan. */
  readonly meanwhile?: (organization: RunningEmulator, call: Call) => Promise<void>;
  /** `newer` is the Terraform that NEWER names. @default 'terraform' */
  readonly engine?: 'terraform' | 'newer' | 'tofu';
  /** Whether planning fails, and leaves a plan behind all the same. */
  readonly fails?: boolean;
}

/** A request of the administrator: `call('PATCH', 'groups/…?updateMask=description', {…})`. */
export type Call = (method: string, path: string, body?: object) => Promise<{ readonly [field: string]: never }>;

/** The uid of the root group `acme`, and of another organization. */
export const ACME = 'ac3e'.repeat(10);
const OTHER = '07e4'.repeat(10);

export const main = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme/shop:ref:refs/heads/main',
};
export const claims = (subject: object) => ({ claim_match: { issuer: main.issuer, ...subject } });

export const provider = {
  terraform: { required_providers: { platform: { source: 'platform-iac.internal/npm/platform' } } },
};
const roleData = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { name }]));
export const roles = roleData('viewer', 'editor', 'owner', 'limited_owner');

export interface Parts {
  readonly groups?: object;
  readonly identities?: object;
  readonly roles?: object;
  readonly bindings?: object;
  readonly more?: object;
  readonly resource?: object;
  readonly data?: object;
}

/** A stack as CDK for Terraform synthesizes it. */
export function stack({ groups, identities, roles: own, bindings, more, resource, data }: Parts) {
  const resources = {
    ...(groups && { platform_group: groups }),
    ...(identities && { platform_identity: identities }),
    ...(own && { platform_role: own }),
    ...(bindings && { platform_role_binding: bindings }),
    ...resource,
  };
  return {
    ...provider,
    data: { platform_group: { acme: { uid: ACME } }, platform_role: roles, ...data },
    ...(Object.keys(resources).length > 0 && { resource: resources }),
    ...more,
  };
}

export const role = (name: string) => `\${data.platform_role.${name}.uid}`;
export const group = (name: string) => `\${platform_group.${name}.uid}`;
export const identity = (name: string) => `\${platform_identity.${name}.uid}`;
export const bind = (of: string, to: string, at: string) => ({
  identity_uid: identity(of),
  role_uid: role(to),
  group_uid: at,
});

export const groups = {
  payments: { parent_uid: ACME, name: 'payments', description: 'Takes the money.' },
  checkout: { parent_uid: group('payments'), name: 'checkout' },
  shop: { parent_uid: ACME, name: 'shop' },
};
export const identities = {
  ci: { group_uid: group('payments'), name: 'ci', ...claims({ subject: main.subject }) },
  deployer: { group_uid: ACME, name: 'deployer', ...claims({ subject: 'repo:acme/deploy:environment:production' }) },
};
export const bindings = {
  ci_views: bind('ci', 'viewer', group('payments')),
  deployer_edits: bind('deployer', 'editor', ACME),
};
export const base = { groups, identities, bindings };
export const helper = { group_uid: ACME, name: 'helper', capabilities: ['groups.list', 'identity.list'] };

const RECIPIENT = {
  kty: 'EC',
  crv: 'P-256',
  use: 'enc',
  x: 'vdCrIK84aUKNZtSh33oJPnqLydqSlja2FX1Nzzgo9hs',
  y: 'w6Gt0YGPIiNBpZemGuDfE34TlY-HqVvyueyk_sa3uF0',
};
export const invite = { group_uid: ACME, role_uid: role('owner'), ttl: '86400s', single_use: true };
/** Known to no service; no report may show it. */
export const CLIENT_SECRET = 'made-up-client-secret';

export const one = (planned: Configuration, applied?: Configuration, args: readonly string[] = []) => ({
  main: { planned, ...(applied && { applied }), args },
});
export const change = (name: string, before: Parts, after: Parts, args?: readonly string[]): CorpusCase => ({
  name,
  stacks: one(stack(after), stack(before), args),
});
const changedIdentity = (name: string, before: object, after: object): CorpusCase =>
  change(
    name,
    { ...base, identities: { ...identities, ci: { ...identities.ci, ...before } } },
    { ...base, identities: { ...identities, ci: { ...identities.ci, ...after } } },
  );

const many = (count: number, make: (index: number) => object, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}_${index}`, make(index)]));

export const corpus: readonly CorpusCase[] = [
  change('nothing-to-do', base, base),
  {
    name: 'first-apply',
    stacks: one(
      stack({
        groups: many(60, (n) => ({ parent_uid: n < 6 ? ACME : group(`team_${n % 6}`), name: `team ${n}` }), 'team'),
        identities: many(
          120,
          (n) => ({
            group_uid: group(`team_${n % 60}`),
            name: `ci ${n}`,
            ...claims({ subject: `repo:acme/app-${n}:ref:refs/heads/main` }),
          }),
          'ci',
        ),
        bindings: many(
          120,
          (n) => bind(`ci_${n}`, n % 3 === 0 ? 'editor' : 'viewer', group(`team_${n % 60}`)),
          'grant',
        ),
      }),
    ),
  },
  change('binding-moved', base, {
    ...base,
    bindings: { ...bindings, ci_views: bind('deployer', 'viewer', group('payments')) },
  }),
  change(
    'role-widened',
    {
      ...base,
      roles: { helper },
      bindings: {
        ...bindings,
        ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
        deployer_helps: { ...bind('deployer', 'viewer', group('shop')), role_uid: '${platform_role.helper.uid}' },
      },
    },
    {
      ...base,
      roles: { helper: { ...helper, capabilities: [...helper.capabilities, 'repo.delete', 'role_bindings.create'] } },
      bindings: {
        ...bindings,
        ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
        deployer_helps: { ...bind('deployer', 'viewer', group('shop')), role_uid: '${platform_role.helper.uid}' },
      },
    },
  ),
  change('inherited-already', base, {
    ...base,
    bindings: { ...bindings, deployer_views: bind('deployer', 'viewer', group('checkout')) },
  }),
  change(
    'overlapping-removed',
    { ...base, bindings: { ...bindings, deployer_views: bind('deployer', 'viewer', group('payments')) } },
    base,
  ),
  change(
    'group-moved',
    { ...base, bindings: { ...bindings, ci_edits: bind('ci', 'editor', group('shop')) } },
    {
      ...base,
      groups: { ...groups, checkout: { parent_uid: group('shop'), name: 'checkout' } },
      bindings: { ...bindings, ci_edits: bind('ci', 'editor', group('shop')) },
    },
  ),
  changedIdentity('claim-any-branch', {}, claims({ subject_pattern: '^repo:acme/shop:ref:refs/heads/.+$' })),
  changedIdentity(
    'claim-anybody',
    claims({ subject_pattern: '^repo:acme/.*$' }),
    claims({ subject_pattern: '^repo:acme.*$' }),
  ),
  changedIdentity(
    'claim-rewritten',
    claims({ subject_pattern: '^repo:acme/(shop|till):ref:refs/heads/main$' }),
    claims({ subject_pattern: '^repo:acme/till:ref:refs/heads/main$|^repo:acme/shop:ref:refs/heads/main$' }),
  ),
  changedIdentity('claim-exact-to-pattern', {}, claims({ subject_pattern: '^repo:acme/shop:ref:refs/heads/main$' })),
  // The README shows the comment on this one.
  change('example', base, {
    groups: { payments: groups.payments, shop: groups.shop },
    identities: { ...identities, ci: { ...identities.ci, ...claims({ subject_pattern: '^repo:acme/shop:.*$' }) } },
    bindings: { ...bindings, ci_owns: bind('ci', 'owner', group('payments')) },
  }),
  change('owner-added', base, { ...base, bindings: { ...bindings, ci_owns: bind('ci', 'owner', group('payments')) } }),
  change(
    'owner-removed',
    {
      ...base,
      bindings: { ...bindings, ci_owns: bind('ci', 'owner', ACME), deployer_owns: bind('deployer', 'owner', ACME) },
    },
    { ...base, bindings: { ...bindings, ci_owns: bind('ci', 'owner', ACME) } },
  ),
  change(
    'mass-removal',
    {
      ...base,
      bindings: { ...bindings, ...many(12, (n) => bind('ci', 'viewer', group(`t_${n}`)), 'b') },
      groups: { ...groups, ...many(12, (n) => ({ parent_uid: ACME, name: `t ${n}` }), 't') },
    },
    {
      ...base,
      bindings: { ...bindings, ...many(7, (n) => bind('ci', 'viewer', group(`t_${n}`)), 'b') },
      groups: { ...groups, ...many(12, (n) => ({ parent_uid: ACME, name: `t ${n}` }), 't') },
    },
  ),
  change('destroy-all', base, base, ['-destroy']),
  {
    ...change('drift', base, base),
    meanwhile: async (_, call) => {
      const found = (await call('GET', 'groups?name=payments')) as unknown as { groups: { uid: string }[] };
      await call('PATCH', `groups/${found.groups[0]?.uid}?updateMask=description`, { description: 'By hand.' });
    },
  },
  {
    ...change(
      'drift-gives-access',
      {
        ...base,
        roles: { helper },
        bindings: { ...bindings, ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' } },
      },
      {
        ...base,
        roles: { helper },
        bindings: { ...bindings, ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' } },
      },
      ['-refresh-only'],
    ),
    meanwhile: async (_, call) => {
      const found = (await call('GET', 'roles?name=helper')) as unknown as { roles: { uid: string }[] };
      await call('PATCH', `roles/${found.roles[0]?.uid}?updateMask=capabilities`, {
        capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_IDENTITY_UPDATE'],
      });
    },
  },
  change('identity-recreated', base, base, ['-replace=platform_identity.ci']),
  change('renamed', base, {
    ...base,
    groups: { ...groups, payments: { ...groups.payments, name: 'billing' } },
    identities: { ...identities, ci: { ...identities.ci, name: 'builder' } },
  }),
  change('address-moved', base, {
    ...base,
    groups: { payments: groups.payments, checkout: groups.checkout, store: groups.shop },
    more: { moved: [{ from: 'platform_group.shop', to: 'platform_group.store' }] },
  }),
  change(
    'escalation',
    {
      groups,
      identities: {
        ...identities,
        relay: { group_uid: group('shop'), name: 'relay', ...claims({ subject: main.subject }) },
      },
      roles: { helper: { ...helper, capabilities: ['identity.update'] } },
      bindings: {
        deployer_owns: bind('deployer', 'owner', ACME),
        relay_helps: { ...bind('relay', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
      },
    },
    {
      groups,
      identities: {
        ...identities,
        relay: { group_uid: group('shop'), name: 'relay', ...claims({ subject: main.subject }) },
      },
      roles: { helper: { ...helper, capabilities: ['identity.update'] } },
      bindings: {
        deployer_owns: bind('deployer', 'owner', ACME),
        relay_helps: { ...bind('relay', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
        ci_helps: { ...bind('ci', 'viewer', group('shop')), role_uid: '${platform_role.helper.uid}' },
      },
    },
  ),
  {
    name: 'several-stacks',
    stacks: {
      groups: {
        applied: stack({ groups }),
        planned: stack({ groups: { payments: groups.payments, shop: groups.shop } }),
      },
      grants: {
        applied: stack({
          data: { platform_groups: { all: { descendants_of: ACME } } },
          identities: { deployer: identities.deployer },
          bindings: {
            deployer_edits: bind('deployer', 'editor', ACME),
            deployer_owns: bind(
              'deployer',
              'owner',
              '${data.platform_groups.all.groups[index(data.platform_groups.all.groups[*].name, "checkout")].uid}',
            ),
          },
        }),
        planned: stack({
          data: { platform_groups: { all: { descendants_of: ACME } } },
          identities: { deployer: identities.deployer },
          bindings: {
            deployer_edits: bind('deployer', 'editor', ACME),
            deployer_owns: bind(
              'deployer',
              'owner',
              '${data.platform_groups.all.groups[index(data.platform_groups.all.groups[*].name, "checkout")].uid}',
            ),
          },
        }),
      },
    },
  },
  {
    name: 'modules',
    stacks: one(`
terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform" }
  }
}
data "platform_role" "viewer" { name = "viewer" }
locals {
  teams = { for name in ["payments", "shop"] : name => { name = name, repo = "acme/\${name}" } }
}
resource "platform_group" "team" {
  for_each   = local.teams
  parent_uid = "${ACME}"
  name       = each.value.name
}
resource "platform_identity" "ci" {
  for_each    = local.teams
  group_uid   = platform_group.team[each.key].uid
  name        = "ci"
  claim_match = { issuer = "${main.issuer}", subject = "repo:\${each.value.repo}:ref:refs/heads/main" }
}
resource "platform_role_binding" "views" {
  for_each     = local.teams
  group_uid    = platform_group.team[each.key].uid
  identity_uid = platform_identity.ci[each.key].uid
  role_uid     = data.platform_role.viewer.uid
}
`),
  },
  {
    name: 'deferred-data',
    stacks: one(
      stack({
        groups,
        data: { platform_identity: { late: { name: 'late', group_uid: group('payments') } } },
        bindings: {
          late_owns: { group_uid: ACME, role_uid: role('owner'), identity_uid: '${data.platform_identity.late.uid}' },
        },
      }),
    ),
  },
  {
    name: 'import',
    stacks: one(
      stack({
        groups: { shared: { parent_uid: ACME, name: 'shared', description: 'For everybody.' } },
        more: { import: [{ to: 'platform_group.shared', id: 'acme/shared' }] },
      }),
    ),
  },
  change('removed-block', base, {
    groups,
    identities,
    bindings: { ci_views: bindings.ci_views },
    more: { removed: [{ from: 'platform_role_binding.deployer_edits', lifecycle: { destroy: false } }] },
  }),
  {
    ...change('replacement-forgets', base, {
      ...base,
      bindings: {
        ...bindings,
        ci_views: { ...bind('deployer', 'owner', group('payments')), lifecycle: { destroy: false } },
      },
    }),
    engine: 'tofu',
  },
  change(
    'targeted',
    base,
    {
      ...base,
      bindings: { ...bindings, ci_owns: bind('ci', 'owner', ACME), deployer_owns: bind('deployer', 'owner', ACME) },
    },
    ['-target=platform_role_binding.ci_owns'],
  ),
  {
    ...change(
      'targeted',
      base,
      {
        ...base,
        bindings: { ...bindings, ci_owns: bind('ci', 'owner', ACME), deployer_owns: bind('deployer', 'owner', ACME) },
      },
      ['-target=platform_role_binding.ci_owns'],
    ),
    engine: 'tofu',
  },
  {
    name: 'two-organizations',
    seed: {
      groups: [
        { uid: ACME, name: 'acme' },
        { uid: OTHER, name: 'acme', groups: [{ uid: `${OTHER}/0123456789abcdef`, name: 'labs' }] },
      ],
    },
    stacks: one(
      stack({
        ...base,
        groups: {
          ...groups,
          lab: { parent_uid: `${OTHER}/0123456789abcdef`, name: 'lab', provider: 'platform.other' },
        },
        identities: {
          ...identities,
          guest: { ...identities.deployer, group_uid: OTHER, name: 'guest', provider: 'platform.other' },
        },
        bindings: {
          ...bindings,
          guest_owns: { ...bind('guest', 'owner', group('lab')), provider: 'platform.other' },
        },
        data: { platform_group: { acme: { uid: ACME }, other: { uid: OTHER, provider: 'platform.other' } } },
        more: { provider: { platform: [{}, { alias: 'other' }] } },
      }),
      stack({ ...base, more: { provider: { platform: [{}, { alias: 'other' }] } } }),
    ),
  },
  change('other-providers', base, {
    ...base,
    resource: {
      terraform_data: { note: { input: 'a secret of somebody else' }, other: { input: '${platform_group.shop.name}' } },
    },
  }),
  {
    name: 'errored',
    stacks: one(
      stack({
        ...base,
        groups: {
          ...groups,
          broken: {
            parent_uid: ACME,
            name: 'broken',
            lifecycle: {
              precondition: [
                { condition: '${platform_group.shop.name == "x"}', error_message: 'The shop must be called x.' },
              ],
            },
          },
        },
      }),
      stack(base),
    ),
    fails: true,
  },
  {
    name: 'check-failed',
    stacks: one(
      stack({
        ...base,
        more: {
          check: {
            shop: {
              assert: [{ condition: '${platform_group.shop.name == "x"}', error_message: 'The shop is not called x.' }],
            },
          },
        },
      }),
      stack(base),
    ),
  },
  change('custom-roles', base, {
    ...base,
    roles: {
      helper,
      auditor: { group_uid: group('payments'), name: 'auditor', capabilities: ['groups.list', 'apk.create'] },
    },
    bindings: {
      ...bindings,
      ci_audits: { ...bind('ci', 'viewer', group('payments')), role_uid: '${platform_role.auditor.uid}' },
    },
  }),
  {
    name: 'root-by-uid-alone',
    stacks: one({
      ...provider,
      data: { platform_role: roles },
      resource: {
        platform_group: { team: { parent_uid: ACME, name: 'team' } },
        platform_identity: { ci: { ...identities.ci, group_uid: group('team') } },
        platform_role_binding: { ci_edits: bind('ci', 'editor', group('team')) },
      },
    }),
  },
  change('static-keys', base, {
    ...base,
    identities: {
      ...identities,
      cluster: {
        group_uid: group('shop'),
        name: 'cluster',
        static_keys: {
          issuer: 'https://cluster.internal',
          subject: 'system:serviceaccount:shop:deploy',
          issuer_keys: JSON.stringify({
            keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
          }),
        },
      },
    },
  }),
  change('hostile-text', base, {
    ...base,
    groups: {
      ...groups,
      payments: {
        ...groups.payments,
        description: '`@everyone` <img src=x onerror=alert(1)> | [x](javascript:1) \u202egnp.exe #1 ~~~ $x$',
      },
    },
  }),
  change('invites', base, {
    ...base,
    resource: {
      platform_group_invite: {
        ada: { ...invite, email: 'ada@example.com', recipient_jwk: JSON.stringify(RECIPIENT) },
        anybody: { ...invite, role_uid: role('viewer') },
      },
    },
  }),
  change('identity-provider', base, {
    ...base,
    resource: {
      platform_identity_provider: {
        staff: {
          group_uid: ACME,
          name: 'staff',
          default_role: role('editor'),
          oidc: {
            issuer: 'https://login.example.com',
            client_id: 'platform',
            client_secret: CLIENT_SECRET,
            client_secret_wo_version: 1,
          },
        },
      },
    },
  }),
  change(
    'protection-off',
    { ...base, groups: { ...groups, payments: { ...groups.payments, deletion_protection: true } } },
    base,
  ),
];
