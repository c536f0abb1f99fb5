/**
 * Finds the capabilities that an apply needs: those of each planned call, and those that its grants give, because nobody can grant
 * a capability that they lack (contract A3, A5, A6).
 */
import { isDeepStrictEqual } from 'node:util';
import { EVERY_OTHER_CAPABILITY, type RoleNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { canonicalCapability, isUid } from '../../model/api';
import { containerKind, getGroupOfParent, getGroupUid, identity, parentKind, role } from '../../model/kinds';
import { parentAttribute, type Declaration } from '../../model/schema';
import type { Analysis } from './analysis';
import { objectId, readObjects, type Instance } from '../organization/objects/objects';
import { createReferences } from '../organization/objects/references';
import { attribute } from '../input/plan/values';

export interface Need {
  /** A dotted name, or {@link EVERY_OTHER_CAPABILITY}. */
  readonly capability: string;
  /** The key of the group where it is needed. The group exists before the apply. */
  readonly group: string;
  /** The purpose. */
  readonly to: NeedFor;
}

/** `read`: for a plan or a look-up. `grant`: for a grant, or for an identity with a new trust policy. */
export type NeedFor = 'create' | 'update' | 'delete' | 'read' | 'grant';

/** Returns the capabilities that the plan, the apply and the next plan need. */
export function findNeeds(analysis: Analysis): Need[] {
  const { organization, before, after } = analysis;
  const needs = new Map<string, Need>();
  const groups = new Map(after.graph.groups.map((group) => [group.key, group]));
  const references = createReferences(organization.after);
  const add = (capability: string, scope: string | undefined, to: NeedFor): void => {
    // In a new group, the caller has the capabilities of the parent group.
    let group = scope;
    while (group !== undefined && !isUid(group)) group = groups.get(group)?.parent?.key;
    if (group !== undefined) needs.set(`${capability} ${group} ${to}`, { capability, group, to });
  };
  const findGroup = (instance: Instance): string | undefined => {
    const { declaration, key } = instance;
    if (isUid(key)) return getGroupUid(declaration, key);
    const name = parentAttribute(declaration);
    const found = name === undefined ? undefined : references(instance, name);
    const parent = found !== undefined && 'key' in found ? found.key : undefined;
    const kind = parentKind(declaration);
    if (kind === containerKind || parent === undefined) return parent;
    const above = organization.after.get(objectId(kind, parent))?.instances[0];
    return above === undefined ? getGroupOfParent(declaration, parent) : findGroup(above);
  };
  const give = ({ capabilities, holdsUnknown }: RoleNode, scope: string | undefined): void => {
    for (const name of capabilities) add(name, scope, 'grant');
    if (holdsUnknown) add(EVERY_OTHER_CAPABILITY, scope, 'grant');
  };
  const grants = new Map(after.graph.grants.map((grant) => [grant.key, grant]));
  const held = groupBy(before.graph.grants, (grant) => grant.identity.key);
  const own = (declaration: Declaration, verb: string) => `${declaration.capability}.${verb}`;
  const at = (instance: Instance) =>
    instance.declaration === containerKind && isUid(instance.key) ? instance.key : findGroup(instance);

  /** Adds the capabilities that the planned object gives. */
  const handOn = (was: Instance | undefined, is: Instance): void => {
    const grant = grants.get(is.key);
    const scope = grant?.group.key ?? findGroup(is);
    if (grant !== undefined) {
      give(grant.role, scope);
      // An invite and an identity provider also need the capability to create a binding.
      if (grant.source !== 'role_binding') add('role_bindings.create', scope, 'grant');
    }
    if (is.declaration === role) {
      const given = new Set(getCapabilities(was));
      for (const name of getCapabilities(is)) if (!given.has(name)) add(name, scope, 'grant');
    }
    if (is.declaration === identity && was !== undefined && isAssumedOtherwise(was, is))
      for (const node of held.get(is.key) ?? []) give(node.role, node.group.key);
  };

  for (const { before: was, after: is, change } of organization.transitions) {
    if (was !== undefined && change.fate?.old === 'gone') add(own(was.declaration, 'delete'), at(was), 'delete');
    if (was !== undefined && is !== undefined && change.actions.includes('update')) {
      add(own(is.declaration, 'update'), at(is), 'update');
      handOn(was, is);
    }
    // The look-up of the object.
    if (is !== undefined && change.isAdopted === true) add(own(is.declaration, 'list'), findGroup(is), 'read');
    if (is !== undefined && change.fate?.isMade === true) {
      add(own(is.declaration, 'create'), findGroup(is), 'create');
      add(own(is.declaration, 'list'), findGroup(is), 'read');
      handOn(undefined, is);
    }
  }
  // Everyone can read objects without a group, for example built-in roles.
  for (const plan of analysis.plans)
    for (const instance of plan.prior)
      for (const { declaration, key } of readObjects(plan, instance))
        add(own(declaration, 'list'), declaration === containerKind ? key : getGroupUid(declaration, key), 'read');
  return [...needs.values()];
}

function getCapabilities(instance: Instance | undefined): string[] {
  const names = instance && attribute(instance.values, 'capabilities');
  return Array.isArray(names)
    ? names.filter((name): name is string => typeof name === 'string').map(canonicalCapability)
    : [];
}

/** Returns true if the trust policy changes: anything but the group, the name and the description. */
function isAssumedOtherwise(before: Instance, after: Instance): boolean {
  return ['claim_match', 'static_keys', 'aws_identity', 'service_principal'].some(
    (way) => !isDeepStrictEqual(attribute(before.values, way), attribute(after.values, way)),
  );
}
