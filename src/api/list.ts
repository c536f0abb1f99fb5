/**
 * What every List endpoint shares: parameter names, the envelope's fields, limits. Contract L1,
 * L3, L4, L5.
 */

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** A page token lives three days; after that its query starts over, without an error. Milliseconds. */
export const PAGE_TOKEN_LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

/** Query parameters of every List endpoint, in the spelling that clients send. */
export const LIST_PARAMETERS = {
  descendantsOf: 'uidp.descendants_of',
  childrenOf: 'uidp.children_of',
  ancestorsOf: 'uidp.ancestors_of',
  inRoot: 'uidp.in_root',
  ids: 'uidp.ids',
  pageSize: 'page_size',
  pageToken: 'page_token',
  orderBy: 'order_by',
  skip: 'skip',
} as const;

/** Sort keys that are no field of the kind: the older spelling of two that are. */
export const SORT_KEY_ALIASES: Readonly<Record<string, string>> = {
  created_at: 'createTime',
  createdAt: 'createTime',
  updated_at: 'updateTime',
  updatedAt: 'updateTime',
};
