/** The versions of the objects of two graphs, before and after a change. */
import type { AccessGraph, GrantNode, RoleNode } from './nodes';

/** The people or workloads that hold the access: all that can assume the identity, or only those of one trust policy. */
export type Holders = 'all' | 'before' | 'after';

interface Versioned<T> {
  readonly node: T;
  readonly version: Holders;
}

export function getKeys(nodes: readonly { readonly key: string }[]): ReadonlySet<string> {
  return new Set(nodes.map(({ key }) => key));
}

/** Returns both versions of each role whose capabilities change. */
export function findChangedRoles(
  before: AccessGraph,
  after: AccessGraph,
): ReadonlyMap<string, readonly Versioned<RoleNode>[]> {
  const rolesBefore = new Map(before.roles.map((role) => [role.key, role]));
  return new Map(
    after.roles.flatMap((role) => {
      const roleBefore = rolesBefore.get(role.key);
      if (
        roleBefore === undefined ||
        roleBefore === role ||
        formatCapabilities(roleBefore) === formatCapabilities(role)
      )
        return [];
      return [
        [
          role.key,
          [
            { node: roleBefore, version: 'before' },
            { node: role, version: 'after' },
          ],
        ] as const,
      ];
    }),
  );
}

function formatCapabilities({ capabilities, holdsUnknown }: RoleNode): string {
  return `${holdsUnknown} ${capabilities.join()}`;
}

/** Returns each grant once if both versions of it are the same, otherwise both. */
export function getVersionsOfGrants(before: AccessGraph, after: AccessGraph): Versioned<GrantNode>[] {
  const grantsBefore = new Map(before.grants.map((grant) => [grant.key, grant]));
  const grantsAfter = new Map(after.grants.map((grant) => [grant.key, grant]));
  const isSame = (a: GrantNode, b: GrantNode | undefined) =>
    b !== undefined && a.role.key === b.role.key && a.group.key === b.group.key && a.identity.key === b.identity.key;
  return [
    ...before.grants.map(
      (node) => ({ node, version: isSame(node, grantsAfter.get(node.key)) ? 'all' : 'before' }) as const,
    ),
    ...after.grants
      .filter((node) => !isSame(node, grantsBefore.get(node.key)))
      .map((node) => ({ node, version: 'after' }) as const),
  ];
}
