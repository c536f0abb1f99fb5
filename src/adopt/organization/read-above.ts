/** Reads the objects that give roles in the groups above the adopted one: such a role is valid in the adopted group, too. */
import { type CompleteLists, hiddenKinds, readCompleteList } from '../../client/internal';
import type { Whoami } from '../../client';
import { ancestorUids, rootUid, type Values } from '../../model/api';
import { externalGroupRoleMapping, groupInvite, identityProvider, roleBinding } from '../../model/kinds';
import type { Declaration } from '../../model/schema';

/** The kinds that give a role. */
const GRANTING: readonly Declaration[] = [roleBinding, groupInvite, identityProvider, externalGroupRoleMapping];

interface ReadAboveOptions {
  /** The access of the caller, or the reason why it is unknown. */
  readonly self: Whoami | string;
  readonly signal: AbortSignal | undefined;
}

/** Returns the objects by kind, `hidden` if the token cannot list all of them, and `undefined` for a root group. */
export async function readAbove(
  client: CompleteLists,
  uid: string,
  { self, signal }: ReadAboveOptions,
): Promise<ReadonlyMap<Declaration, readonly Values[]> | 'hidden' | undefined> {
  const root = rootUid(uid);
  if (root === uid) return undefined;
  // A list omits what the token cannot see.
  if (typeof self === 'string' || hiddenKinds(self, GRANTING, { uid: root, name: root }).length > 0) return 'hidden';
  const lists = await Promise.all(
    GRANTING.flatMap((kind) =>
      // The parent of a mapping is an identity provider, and both belong to the root group.
      (kind === externalGroupRoleMapping
        ? [{ descendantsOf: root }]
        : ancestorUids(uid).map((childrenOf) => ({ childrenOf }))
      ).map((query) => readCompleteList(client, kind, query, { signal })),
    ),
  );
  if (lists.some(({ problems }) => problems.length > 0)) return 'hidden';
  const ofKind = (kind: Declaration) => lists.filter(({ declaration }) => declaration === kind);
  return new Map(GRANTING.map((kind) => [kind, ofKind(kind).flatMap(({ objects }) => objects)]));
}
