/** Policies about owners. */
import { capabilitiesAt, type GrantNode, type IdentityNode } from '../../src/access';
import { BUILT_IN_ROLES } from '../../src/api';
import { counted, few } from '../../src/text/words';
import { declaredProps } from '../base/declared-props';
import type { Facts } from './declared-organization';
import type { OwnCheck } from './policy';

const OWNER = BUILT_IN_ROLES.find(({ name }) => name === 'owner')?.capabilities ?? [];

/** An existing root group can have owners that the program does not declare. */
export function ownersAtLeast(minimum: number): OwnCheck {
  return (facts, report) => {
    const { organization } = facts;
    for (const root of organization.graph.groups) {
      const object = facts.find(root.key);
      if (root.parent !== undefined || object === undefined || !('depth' in object) || object.depth === undefined)
        continue;
      const owners = organization.graph.identities.filter(
        (one) => one.grantedBy === undefined && isOwner(facts, one, root.key, true),
      );
      if (owners.length >= minimum) continue;
      const names = owners.length === 0 ? '' : ` (${few(owners.map(({ path }) => path))})`;
      const text = `has ${counted(owners.length, 'declared owner')}${names}, and the minimum is ${minimum}`;
      const doubt = object.isManaged ? doubtAbout(facts, root.key) : 'it already exists and can have other owners';
      if (doubt === undefined) report(object, `${text}. Grant the role owner there`);
      else report.unknown(object, `it ${text}, but ${doubt}`);
    }
  };
}

/** Returns a check that no workload has all capabilities of an owner in any group. */
export function noOwnerForWorkloads(): OwnCheck {
  return (facts, report) => {
    const { organization } = facts;
    const grants = new Map(organization.graph.grants.map((grant) => [facts.find(grant.key), grant]));
    for (const binding of organization.bindings) {
      const { identity, role, group, construct } = binding;
      if (!('identity' in (declaredProps(construct)?.props ?? {})) || identity?.isPerson === true) continue;
      const grant = grants.get(binding);
      const capabilities = role?.capabilities;
      const mayBeOwner = capabilities === undefined || isOwnerRole(capabilities);
      if (grant === undefined || identity === undefined) {
        if (mayBeOwner) report.unknown(construct, 'only Terraform knows a part of the role binding');
      } else if (isMadeOwner(facts, grant)) {
        const text = `${identity.path} is an owner of ${group?.path ?? ''}, by the role ${role?.path ?? ''}`;
        if (identity.isPerson === false)
          report(construct, `${text}, and it is not a person. Give it a role with fewer capabilities`);
        else report.unknown(construct, `${text}, and its uid does not show if it is a person`);
      } else if (capabilities === undefined)
        report.unknown(construct, `only Terraform knows the capabilities of the role that ${identity.path} has`);
    }
  };
}

/** Returns true if the grant makes its identity an owner, alone or together with grants that do not make it one. */
function isMadeOwner(facts: Facts, { identity, role, group }: GrantNode): boolean {
  if (isOwnerRole(role.capabilities)) return true;
  if (identity.grants.some((grant) => isOwnerRole(grant.role.capabilities))) return false;
  return isOwner(facts, identity, group.key, false);
}

function isOwnerRole(capabilities: readonly string[]): boolean {
  return OWNER.every((name) => capabilities.includes(name));
}

function isOwner(
  { organization: { graph }, uncertain }: Facts,
  identity: IdentityNode,
  group: string,
  isCertain: boolean,
): boolean {
  if (isCertain && identity.grants.some(({ key }) => uncertain.has(key))) {
    const certain = identity.grants.filter(({ key, group: at }) => !uncertain.has(key) && at.key === group);
    return isOwnerRole(certain.flatMap(({ role }) => role.capabilities));
  }
  return isOwnerRole(capabilitiesAt(graph, identity.key, group));
}

/** Returns the reason why a group can have more owners than the program declares. */
function doubtAbout({ organization, unknown, uncertain, unknownRoles }: Facts, root: string): string | undefined {
  const at = organization.graph.groups.find(({ key }) => key === root);
  if (at?.grants.some(({ role }) => unknownRoles.has(role.key)) === true)
    return 'only Terraform knows the capabilities of a role that is given there';
  if (at?.grants.some(({ identity: { grantedBy }, role }) => grantedBy !== undefined && role.holdsUnknown) === true)
    return 'the number of people who accept an invite or sign in as owner is unknown';
  const isOpen = organization.bindings.some(({ construct }) =>
    unknown.some((one) => one.construct === construct && one.prop !== 'name'),
  );
  return isOpen || uncertain.size > 0 ? 'only Terraform knows a part of the role bindings' : undefined;
}
