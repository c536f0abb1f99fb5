/** Random organizations, and who can do what in them by definition: every grant, every group, every name, one by one. */
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/model/api';
import {
  builtInRole,
  type AccessInput,
  type GrantInput,
  type GroupInput,
  type IdentityInput,
} from '../../../src/access/graph';

export interface Organization extends AccessInput {
  readonly groups: readonly GroupInput[];
  readonly identities: readonly IdentityInput[];
  readonly grants: readonly GrantInput[];
}

/** Known ones, one in the other representation, and some without an entry in the table. */
const named = ['groups.list', 'identity.update', 'role_bindings.create', 'identity_providers.update', 'repo.create'];
export const askedCapabilities = [...named, 'CAP_IAM_GROUPS_LIST', 'figs.create', 'never.named'];

const roleKeys = ['owner', 'viewer', 'limited_owner', 'r0', 'r1', 'r2'];

/** One object before and after: whether it exists, its name, its key. */
interface Version {
  readonly there: readonly [boolean, boolean];
  readonly name: readonly [number, number];
  readonly renewed: boolean;
}

const versionOf = (names: number): fc.Arbitrary<Version> => {
  const getName = fc.nat({ max: names - 1 });
  return fc.record({
    there: fc.oneof(
      { weight: 8, arbitrary: fc.constant([true, true] as const) },
      fc.constantFrom([true, false] as const, [false, true] as const),
    ),
    name: fc.oneof({ weight: 4, arbitrary: getName.map((n) => [n, n] as const) }, fc.tuple(getName, getName)),
    renewed: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  });
};

interface Plan {
  readonly groups: readonly (Version & { readonly parent: number })[];
  readonly identities: readonly (Version & { readonly group: number })[];
  readonly roles: readonly {
    readonly capabilities: readonly [string[], string[]];
    readonly holdsUnknown: boolean;
    readonly group: number;
  }[];
  readonly grants: readonly (Version & GrantPlan)[];
}

interface GrantPlan {
  readonly source: 'role_binding' | 'group_invite' | 'identity_provider';
  readonly identity: number;
  readonly role: number;
  readonly group: number;
}

/** As many as there may be, also in runs that fast-check begins small. */
const many = (minLength: number, maxLength: number) => ({ minLength, maxLength, size: 'max' as const });

const capabilityLists = fc.subarray([...named, 'figs.create', 'roles.update', 'CAP_REPO_LIST']);

const plans: fc.Arbitrary<Plan> = fc.record({
  groups: fc.array(fc.record({ parent: fc.integer({ min: -1, max: 11 }) }).chain(withVersion(6)), many(2, 12)),
  identities: fc.array(fc.record({ group: fc.integer({ min: -1, max: 11 }) }).chain(withVersion(6)), many(2, 7)),
  roles: fc.array(
    fc.record({
      capabilities: fc.oneof(
        { weight: 3, arbitrary: capabilityLists.map((list) => [list, list] as const) },
        fc.tuple(capabilityLists, capabilityLists),
      ),
      holdsUnknown: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      group: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, fc.integer({ min: 0, max: 11 })),
    }),
    many(3, 3),
  ),
  grants: fc.array(
    fc
      .record({
        source: fc.oneof(
          { weight: 6, arbitrary: fc.constant('role_binding' as const) },
          fc.constantFrom('group_invite' as const, 'identity_provider' as const),
        ),
        identity: fc.nat({ max: 6 }),
        role: fc.nat({ max: roleKeys.length - 1 }),
        group: fc.nat({ max: 11 }),
      })
      .chain(withVersion(2)),
    many(2, 14),
  ),
});

function withVersion(names: number) {
  return <T extends object>(rest: T) => versionOf(names).map((version) => ({ ...rest, ...version }));
}

/** Two organizations that have much in common. No two siblings of one kind have the same name, unless `alike` allows it. */
export function twoOrganizations(alike = false): fc.Arbitrary<readonly [Organization, Organization]> {
  return plans.map((plan) => [built(plan, 0, alike), built(plan, 1, alike)]);
}

export const organizations: fc.Arbitrary<Organization> = twoOrganizations().map(([before]) => before);

function built(plan: Plan, side: 0 | 1, alike: boolean): Organization {
  const toKey = (kind: string, index: number, { renewed }: Version) =>
    `${kind}${index}${renewed && side === 1 ? "'" : ''}`;
  const taken = new Set<string>();
  const isFree = (...of: unknown[]) => {
    const text = of.join();
    if (taken.has(text) && !alike) return false;
    taken.add(text);
    return true;
  };
  const groupKeys = new Map<number, string>();
  const groups: GroupInput[] = [];
  plan.groups.forEach((group, index) => {
    const parent = group.parent < 0 || index === 0 ? undefined : groupKeys.get(group.parent % index);
    const isRoot = group.parent < 0 || index === 0;
    if (!group.there[side] || (!isRoot && parent === undefined)) return;
    const name = `g${group.name[side]}`;
    if (!isFree('group', parent, name)) return;
    groupKeys.set(index, toKey('group', index, group));
    groups.push({ key: toKey('group', index, group), name, parent });
  });
  const identityKeys = new Map<number, string>();
  const identities: IdentityInput[] = [];
  plan.identities.forEach((identity, index) => {
    const group = identity.group < 0 ? undefined : groupKeys.get(identity.group % plan.groups.length);
    if (!identity.there[side] || (identity.group >= 0 && group === undefined)) return;
    const name = `i${identity.name[side]}`;
    if (!isFree('identity', group, name)) return;
    identityKeys.set(index, toKey('identity', index, identity));
    identities.push({ key: toKey('identity', index, identity), name, group });
  });
  const roles = [
    ...['owner', 'viewer', 'limited_owner'].map((name) => builtInRole(name)),
    ...plan.roles.map((role, index) => ({
      ...role,
      key: `r${index}`,
      name: `r${index}`,
      capabilities: role.capabilities[side],
      group: groupKeys.get(role.group % plan.groups.length),
    })),
  ];
  const grants: GrantInput[] = [];
  plan.grants.forEach((grant, index) => {
    const group = groupKeys.get(grant.group % plan.groups.length);
    const identity = identityKeys.get(grant.identity % plan.identities.length);
    if (!grant.there[side] || group === undefined) return;
    const [key, role] = [toKey('grant', index, grant), roleKeys[grant.role]!];
    if (grant.source !== 'role_binding') {
      if (isFree('identity', group, grant.source)) grants.push({ key, role, group, source: grant.source });
    } else if (identity !== undefined) grants.push({ key, role, group, identity });
  });
  return { groups, identities, roles, grants };
}

/**
 * A reference implementation of an organization. Keys identify everything; identities include anyone who comes through
 * a conditional grant.
 */
export class Model {
  private readonly organization: Organization;
  private readonly groups: ReadonlyMap<string, GroupInput>;

  constructor(organization: Organization) {
    this.organization = organization;
    this.groups = new Map(organization.groups.map((group) => [group.key, group]));
  }

  identities(): { readonly key: string; readonly path: string }[] {
    const open = this.organization.grants.flatMap((grant) =>
      grant.source === 'group_invite' || grant.source === 'identity_provider' ? [grant] : [],
    );
    return [
      ...this.organization.identities.map(({ key, name, group }) => ({ key, path: this.below(group, name) })),
      ...open.map(({ key, group, source }) => ({
        key,
        path: this.below(group, source === 'group_invite' ? '(anyone who accepts an invite)' : '(anyone who signs in)'),
      })),
    ];
  }

  path(group: string): string {
    return this.upwards(group)
      .map((key) => this.groups.get(key)!.name)
      .reverse()
      .join('/');
  }

  /** The group and all above it. */
  upwards(group: string): string[] {
    const { parent } = this.groups.get(group)!;
    return [group, ...(parent === undefined ? [] : this.upwards(parent))];
  }

  holds(identity: string, capability: string, group: string): boolean {
    return this.organization.grants.some(
      (grant) =>
        this.isValid(grant) &&
        ('identity' in grant ? grant.identity : grant.key) === identity &&
        this.upwards(group).includes(grant.group) &&
        this.roleHas(grant.role, capability),
    );
  }

  /** Every `identity capability group`, by path. */
  triples(capabilities: readonly string[]): Set<string> {
    return new Set(
      this.identities().flatMap(({ key, path }) =>
        this.organization.groups.flatMap((group) =>
          capabilities
            .filter((capability) => this.holds(key, capability, group.key))
            .map((capability) => `${path} ${capability} ${this.path(group.key)}`),
        ),
      ),
    );
  }

  /** A custom role is valid in its group and beneath it, an identity provider in a root group. */
  private isValid({ source, role, group }: GrantInput): boolean {
    if (source === 'identity_provider' && this.upwards(group).length > 1) return false;
    const home = [...this.organization.roles!].find(({ key }) => key === role)!.group;
    return home === undefined || this.upwards(group).includes(home);
  }

  private roleHas(key: string, capability: string): boolean {
    const dotted = capability === 'CAP_IAM_GROUPS_LIST' ? 'groups.list' : capability;
    const { capabilities, holdsUnknown } = [...this.organization.roles!].find((role) => role.key === key)!;
    const names = capabilities.map((name) => (name === 'CAP_REPO_LIST' ? 'repo.list' : name));
    return names.includes(dotted) || (holdsUnknown === true && !(CAPABILITIES as readonly string[]).includes(dotted));
  }

  private below(group: string | undefined, name: string): string {
    return group === undefined ? name : `${this.path(group)}/${name}`;
  }
}
