/**
 * The format of requests: paths under the base address (contract O1), the parameters of every list (contract L1 to L6),
 * the two representations of a field's name, and field masks, which are lists of names.
 */

export const DOMAINS = ['iam', 'registry', 'vulnerabilities'] as const;
export type Domain = (typeof DOMAINS)[number];

export const API_VERSIONS = ['v2beta1', 'v2'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export const DEFAULT_API_VERSION: ApiVersion = 'v2beta1';

/** The path of a collection below the base URL: `/iam/v2beta1/groups`. */
export function collectionPath(
  domain: Domain | 'ping',
  collection: string,
  version: ApiVersion = DEFAULT_API_VERSION,
): string {
  return `/${domain}/${version}/${collection}`;
}

/**
 * Returns the path in each version of the API: `/iam/v2/groups` and `/iam/v2beta1/groups` are the same path. A path without
 * a version is alone. Works with patterns of paths, too.
 */
export function pathInVersions(path: string): readonly string[] {
  return versioned.test(path) ? API_VERSIONS.map((version) => path.replace(versioned, `$1${version}`)) : [path];
}

/** Returns the path in the default version, if it has a version. */
export function pathInDefaultVersion(path: string): string {
  return path.replace(versioned, `$1${DEFAULT_API_VERSION}`);
}

/** The longest version first: `v2` is the beginning of another. */
const versioned = /^(\/[a-z]+\/)(?:v2beta1|v2)(?=[/*]|$)/;

/** The format of the names of groups, identities and roles. Contract V4. */
export const NAME_PATTERN = '^[a-z0-9 ._-]{1,}$';
export const NAME_CHARACTERS = 'lowercase letters, digits, spaces, dots, underscores and dashes';

/** The default and maximum number of results on a page. */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** The lifetime of a page token: three days. After that, its query starts over, without an error. Milliseconds. */
export const PAGE_TOKEN_LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

/** Query parameters of every list, as clients send them. */
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

/** Sort keys that are not fields of the kind: older names of two fields (contract L5). */
export const SORT_KEY_ALIASES: Readonly<Record<string, string>> = {
  created_at: 'createTime',
  createdAt: 'createTime',
  updated_at: 'updateTime',
  updatedAt: 'updateTime',
};

// Responses contain `createTime`, masks and queries `create_time` (contract V1). Only *names* are converted, one field
// at a time. Keys of maps are data and are never converted.

/** `claimMatch` → `claim_match`. Names in snake_case are unchanged. */
export function snakeCase(name: string): string {
  const known = snakeCased.get(name);
  if (known !== undefined) return known;
  const converted = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  // Fields have few names, and each is converted for every object. Other names come from outside, and are not stored.
  if (snakeCased.size < 1000) snakeCased.set(name, converted);
  return converted;
}

const snakeCased = new Map<string, string>();

/** `claim_match` → `claimMatch`. Names in camelCase are unchanged. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The query parameter of a PATCH, and the other name that a service accepts (contract M1). */
export const UPDATE_MASK_PARAMETER = 'updateMask';
export const UPDATE_MASK_ALIAS = 'update_mask';

/** The path for every field. The client never sends it: a live service may reject it (contract M4). */
export const EVERY_FIELD = '*';

/** Returns a path in a mask, in the API's names: `['claimMatch', 'issuer']`. */
export type MaskPath = readonly string[];

/** The mask for top-level fields: `['claimMatch', 'name']` → `claim_match,name` (contract M2). */
export function formatMask(fields: Iterable<string>): string {
  return [...fields].map(snakeCase).join(',');
}

/** Reads a mask into paths in the API's names. Drops blank entries and duplicates. */
export function parseMask(mask: string): MaskPath[] {
  const paths = new Map<string, MaskPath>();
  for (const entry of mask.split(',')) {
    const path = entry.trim().split('.').map(camelCase);
    if (path.join('.') !== '') paths.set(path.join('.'), path);
  }
  return [...paths.values()];
}
