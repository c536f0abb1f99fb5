/** URLs below the base address (contract O1), and what every list there takes (contract L1 to L6). */

export const DOMAINS = ['iam', 'registry', 'vulnerabilities'] as const;
export type Domain = (typeof DOMAINS)[number];

export const API_VERSIONS = ['v2beta1', 'v2'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export const DEFAULT_API_VERSION: ApiVersion = 'v2beta1';

/** The path of a collection below the base URL: `/iam/v2beta1/groups`. */
export function collectionPath(domain: Domain, collection: string, version: ApiVersion = DEFAULT_API_VERSION): string {
  return `/${domain}/${version}/${collection}`;
}

/** How many results a page holds without `page_size`, and at most. */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** A page token lives three days; after that its query starts over, without an error. Milliseconds. */
export const PAGE_TOKEN_LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

/** Query parameters of every list, in the spelling that clients send. */
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

/** Sort keys that are no field of the kind: older names of two that are (contract L5). */
export const SORT_KEY_ALIASES: Readonly<Record<string, string>> = {
  created_at: 'createTime',
  createdAt: 'createTime',
  updated_at: 'updateTime',
  updatedAt: 'updateTime',
};
