/** How v1 shows each kind, as data over the same records. Source: specification §2, §9 rule 3; not-shown "v1". */
import { group, identity, repo, role, roleBinding } from '../../resources';
import type { Declaration } from '../../schema';

export interface V1Kind {
  readonly declaration: Declaration;
  /** Path segments; the first is v1's own. */
  readonly collections: readonly string[];
  /** What v1 calls the fields that have another name there, by their paths in v2: `staticKeys.expirationTime`. */
  readonly names: Readonly<Record<string, string>>;
  /** Fields that v1 does not have. */
  readonly without: readonly string[];
  /** What a list shows as objects of their own, and everything else by its uid. */
  readonly objectsInList: readonly string[];
  /** Query parameters that v1 has beside `id` and `uidp.*`. */
  readonly filters: readonly string[];
}

export const v1Kinds: readonly V1Kind[] = [
  {
    declaration: group,
    collections: ['groups'],
    names: { uid: 'id' },
    without: ['createTime', 'updateTime'],
    objectsInList: [],
    filters: ['name'],
  },
  {
    declaration: role,
    collections: ['roles'],
    names: { uid: 'id' },
    without: ['createTime', 'updateTime'],
    objectsInList: [],
    filters: ['name'],
  },
  {
    declaration: identity,
    collections: ['identities'],
    names: {
      uid: 'id',
      staticKeys: 'static',
      'staticKeys.expirationTime': 'expiration',
      lastSeenTime: 'lastSeen',
      createTime: 'createdAt',
      updateTime: 'updatedAt',
    },
    without: ['email', 'emailUnverified'],
    objectsInList: [],
    filters: [],
  },
  {
    declaration: roleBinding,
    collections: ['rolebindings', 'roleBindings'],
    names: { uid: 'id', identityUid: 'identity', roleUid: 'role', createTime: 'createdAt' },
    // Hydration is v2's: here the names stand for the uids.
    without: ['identity', 'role', 'group'],
    objectsInList: ['role'],
    filters: [],
  },
  {
    declaration: repo,
    collections: ['repos'],
    names: { uid: 'id', createTime: 'createdAt', updateTime: 'updatedAt' },
    without: [],
    objectsInList: [],
    filters: ['name'],
  },
];
