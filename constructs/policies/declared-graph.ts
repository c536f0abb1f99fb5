/** The access graph of the collected objects. Objects in unknown groups are omitted; the collection reports them as unknown. */
import { builtInRole, createAccessGraph, type AccessGraph, type AccessInput } from '../../src/access';
import { isObject, isUid, parentUid } from '../../src/api';
import {
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../src/resources';
import type { RuledOrganization, TrustPolicy } from '../../src/rules';
import { isUnknown } from '../base/attributes';
import { isBuiltInRoleName } from '../base/built-in-role';
import type { Collected, Collection } from './collected';
import type { UnknownValue } from './declared';
import { trustOf, trustProp } from './trust-of';

export interface DeclaredGraph {
  readonly graph: AccessGraph;
  readonly unknownRoles: ReadonlySet<string>;
  readonly trustPolicies: ReadonlyMap<string, TrustPolicy | undefined>;
  readonly unknown: readonly UnknownValue[];
  /** Returns the organization for rules. `names`: names of existing groups by uid. */
  readonly ruled: (names: Readonly<Record<string, string>>) => RuledOrganization;
}

type Input = {
  readonly [K in keyof Required<AccessInput>]: (NonNullable<AccessInput[K]> extends Iterable<infer E> ? E : never)[];
};

/** Adds objects of each kind to the graph. Other kinds give no access. */
const parts: Readonly<Record<string, (object: Collected, input: Input) => void>> = {
  [group.kind]: (object, { groups, mentioned }) => {
    const { key, name, parent } = object;
    if (name === undefined && isUid(key)) mentioned.push(key);
    else groups.push({ key, name: labelOf(object), parent });
  },
  [identity.kind]: (object, { identities }) => {
    const { key, parent } = object;
    const workload = trustOf(object.props)?.by ?? (parent === undefined ? 'claim_match' : undefined);
    identities.push({ key, name: labelOf(object), group: parent, assumption: isPerson(object) ? 'sign_in' : workload });
  },
  [role.kind]: (object, { roles }) => {
    const { key, name, parent } = object;
    if (isBuiltIn(object) && name !== undefined) roles.push(builtInRole(name, key));
    else roles.push({ key, name: labelOf(object), group: parent, capabilities: capabilitiesOf(object) });
  },
  [roleBinding.kind]: ({ key, parent, references }, { grants }) => {
    const [who, what] = [references.get('identity'), references.get('role')];
    if (who !== undefined && what !== undefined && parent !== undefined)
      grants.push({ key, identity: who, role: what, group: parent });
  },
  [groupInvite.kind]: ({ key, parent, references }, { grants }) => {
    const what = references.get('role');
    if (what !== undefined && parent !== undefined)
      grants.push({ key, source: 'group_invite', name: key.replaceAll('/', '%2F'), role: what, group: parent });
  },
  [identityProvider.kind]: (object, { grants }) => {
    const { key, parent, references } = object;
    const what = references.get('defaultRole');
    if (what !== undefined && parent !== undefined)
      grants.push({ key, source: 'identity_provider', name: labelOf(object), role: what, group: parent });
  },
  [externalGroupRoleMapping.kind]: ({ key, parent, props, references }, { grants }) => {
    const what = references.get('role');
    const external = textOf(props['externalGroup']);
    if (what !== undefined && parent !== undefined)
      grants.push({ key, source: 'external_group_role_mapping', name: external, role: what, group: parent });
  },
};

export function createDeclaredGraph({ objects, unknown: found }: Collection): DeclaredGraph {
  const unknown = [...found];
  const input: Input = { groups: [], mentioned: [], identities: [], roles: [], grants: [] };
  const unknownRoles = new Set<string>();
  const trustPolicies = new Map<string, TrustPolicy | undefined>();
  const issuers = new Map<string, string>();
  for (const object of objects.values()) {
    const { key, construct, props, isManaged, declaration } = object;
    parts[declaration.kind]?.(object, input);
    if (declaration.kind === role.kind && !hasKnownCapabilities(object)) {
      unknownRoles.add(key);
      if (isManaged) unknown.push({ construct, prop: 'capabilities' });
    }
    const oidc = props['oidc'];
    const issuer = textOf(isObject(oidc) ? oidc['issuer'] : props['issuer']);
    if (issuer !== undefined) issuers.set(key, issuer);
    if (declaration.kind !== identity.kind) continue;
    const trust = isManaged ? trustOf(props) : undefined;
    if (isManaged || isPerson(object)) trustPolicies.set(key, trust);
    if (trust?.isUnknown === true) unknown.push({ construct, prop: trustProp(props) });
  }
  const described = new Set(input.roles.map(({ key }) => key));
  for (const key of new Set(input.grants.map((grant) => grant.role))) {
    if (described.has(key)) continue;
    unknownRoles.add(key);
    input.roles.push({ key, name: lastOf(key), capabilities: [] });
  }
  const unresolved = unknown.map(({ construct, prop }) => ({ address: construct.node.path, attribute: prop }));
  const graph = createAccessGraph(input);
  return {
    graph,
    unknownRoles,
    trustPolicies,
    unknown,
    ruled: (names) => {
      const given = new Set(input.groups.map(({ key }) => key));
      const named = Object.entries(names).filter(([uid]) => !given.has(uid));
      const groups = [...input.groups, ...named.map(([key, name]) => ({ key, name, parent: parentUid(key) }))];
      const isSame = named.length === 0;
      const shared = { unknownRoles, trustPolicies, issuers, unresolved };
      return { graph: isSame ? graph : createAccessGraph({ ...input, groups }), ...shared };
    },
  };
}

/** Returns the name in paths: the name of the object, or the id of its construct. */
function labelOf({ key, name, construct, isManaged, references }: Collected): string {
  const account = !isManaged && name === undefined && references.size === 0 ? key : construct.node.id;
  return (name ?? (account === key ? lastOf(key) : account)).replaceAll('/', '%2F');
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** A person is found by an account, and a workload by its name. */
export function isPerson({ isManaged, declaration, props }: Collected): boolean {
  return declaration.kind === identity.kind && !isManaged && 'subject' in props;
}

function isBuiltIn({ isManaged, parent, hasUnknownParent, name }: Collected): boolean {
  return !isManaged && parent === undefined && !hasUnknownParent && isBuiltInRoleName(name);
}

function capabilitiesOf({ props: { capabilities } }: Collected): string[] {
  if (!Array.isArray(capabilities)) return [];
  return capabilities.filter((name): name is string => typeof name === 'string' && !isUnknown(name));
}

function hasKnownCapabilities(object: Collected): boolean {
  const { capabilities } = object.props;
  return isBuiltIn(object) || (Array.isArray(capabilities) && capabilitiesOf(object).length === capabilities.length);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && !isUnknown(value) ? value : undefined;
}
