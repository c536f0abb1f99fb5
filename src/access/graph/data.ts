/** A graph as data that can be stored or sent, and from which an equal graph can be created. */
import type { AccessGraph, AccessInput, GrantInput, GroupInput, IdentityInput, RoleInput } from './nodes';

/** Only lists and texts, which JSON can represent. */
export interface AccessData extends AccessInput {
  readonly groups: readonly GroupInput[];
  readonly identities: readonly IdentityInput[];
  readonly roles: readonly RoleInput[];
  readonly grants: readonly GrantInput[];
}

/** Returns the input of `createAccessGraph` for an equal graph, without the nodes that it adds automatically. */
export function accessData(graph: AccessGraph): AccessData {
  return {
    groups: graph.groups
      .filter(({ implied }) => !implied)
      .map(({ key, name, parent }) => ({ key, name, parent: parent?.key })),
    identities: graph.identities
      .filter(({ implied, grantedBy }) => !implied && grantedBy === undefined)
      .map(({ key, name, group, account, email, assumption }) => ({
        ...{ key, name, group: group?.key, assumption },
        ...(account !== undefined && { account }),
        ...(email !== undefined && { email }),
      })),
    roles: graph.roles.map(({ key, name, group, capabilities, holdsUnknown }) => ({
      key,
      name,
      group: group?.key,
      capabilities,
      holdsUnknown,
    })),
    grants: [...graph.grants, ...graph.refusedGrants].map(
      ({ key, source, name, provider, recipient, identity, role, group }) =>
        source === 'role_binding'
          ? { key, identity: identity.key, role: role.key, group: group.key }
          : {
              ...{ key, source, name, role: role.key, group: group.key },
              ...(provider !== undefined && { provider }),
              ...(recipient !== undefined && { recipient }),
              ...(identity.people !== undefined && { people: identity.people }),
            },
    ),
  };
}
