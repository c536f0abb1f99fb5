/**
 * The parts of the cases of the corpus: an organization, an applied and a planned configuration. `make.ts` creates the plans with the
 * real Terraform. `cases/` contains the expected report of each.
 */
import type { RunningEmulator, SeedTree } from '../../../src/emulator';
import type { ReviewConfiguration } from '../../../src/review';

/** A configuration: an object for JSON syntax, like a synthesized stack, or a text in HCL. */
export type Configuration = string | Readonly<Record<string, unknown>>;

export interface Stack {
  /** Applied first. */
  readonly applied?: Configuration;
  /** Applied next, while the service refuses to delete. */
  readonly halfApplied?: Configuration;
  readonly planned: Configuration;
  /** Modules by folder: `./team`. */
  readonly modules?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface CorpusCase {
  readonly name: string;
  /** The organization at the beginning. @default the root group `acme` with the group `shared` */
  readonly seed?: SeedTree;
  /** The organization of another service, at the address in the variable `elsewhere`. @default no other service */
  readonly elsewhere?: SeedTree;
  readonly stacks: Readonly<Record<string, Stack>>;
  /** Changes outside of Terraform, after the apply and before the plan. */
  readonly meanwhile?: (organization: RunningEmulator, call: Call) => Promise<void>;
  /** `newer` is the Terraform in NEWER. @default 'terraform' */
  readonly engine?: 'terraform' | 'newer' | 'tofu';
  /** True to create review plans like `platform-iac plan`: one marked, one not. */
  readonly isReviewed?: boolean;
  /** True if planning fails and still creates a plan. */
  readonly fails?: boolean;
  /** The configuration of the review. @default an empty one */
  readonly configuration?: ReviewConfiguration;
  /** True for a change that hides gained access, or that a reviewer could misread. */
  readonly isAttack?: boolean;
  /** True if `applied.ts` applies it to the emulator and compares the allowed access with the report. */
  readonly isApplied?: boolean;
  /** The complete report. Absent if it is too large: then `corpus.test.ts` checks its contents. */
  readonly says?: readonly string[];
}

/** A request of the administrator: `call('PATCH', 'groups/…?updateMask=description', {…})`. */
export type Call = (method: string, path: string, body?: object) => Promise<{ readonly [field: string]: never }>;

/** The uid of the root group `acme`, and of another organization. */
export const ACME = 'ac3e'.repeat(10);
export const OTHER = '07e4'.repeat(10);
/** The uid of the built-in role `owner`. */
export const OWNER = '0b3ded7e8be724d96932bc1ec162aac8953cbcc3';

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

/** Returns a stack in the form of CDK for Terraform. */
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

export const one = (planned: Configuration, applied?: Configuration, args: readonly string[] = []) => ({
  main: { planned, ...(applied && { applied }), args },
});
export const change = (name: string, before: Parts, after: Parts, args?: readonly string[]) => ({
  name,
  stacks: one(stack(after), stack(before), args),
});
/** `count` objects by name: `team_0`, `team_1`, … */
export const many = (count: number, make: (index: number) => object, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}_${index}`, make(index)]));

/** The role binding of `ci` with the role `helper`. */
const helps = { ...bind('ci', 'viewer', group('payments')), role_uid: '${platform_role.helper.uid}' };
export const withHelper = (own: object): Parts => ({
  ...base,
  roles: { helper: own },
  bindings: { ...bindings, helps },
});

/** A made-up secret; no report may show it. */
export const CLIENT_SECRET = 'made-up-client-secret';
