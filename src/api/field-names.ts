/**
 * The two spellings of a field's name, and field masks, which are lists of names. Responses say `createTime`, masks and
 * queries `create_time` (contract V1). Only *names* are converted, one field at a time; keys of maps are data and are
 * never touched.
 */

/** `claimMatch` → `claim_match`. Names that are snake_case already stay as they are. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `claim_match` → `claimMatch`. Names that are camelCase already stay as they are. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The query parameter of a PATCH, and the other spelling that a service accepts (contract M1). */
export const UPDATE_MASK_PARAMETER = 'updateMask';
export const UPDATE_MASK_ALIAS = 'update_mask';

/** The path that stands for every field. The client never sends it: a live service may refuse it (contract M4). */
export const EVERY_FIELD = '*';

/** A path in a mask, in the API's spelling: `['claimMatch', 'issuer']`. */
export type MaskPath = readonly string[];

/** The mask for top-level fields: `['claimMatch', 'name']` → `claim_match,name` (contract M2). */
export function formatMask(fields: Iterable<string>): string {
  return [...fields].map(snakeCase).join(',');
}

/** Reads a mask into paths in the API's spelling. Blank entries are dropped, repeated ones kept once. */
export function parseMask(mask: string): MaskPath[] {
  const paths = new Map<string, MaskPath>();
  for (const entry of mask.split(',')) {
    const path = entry.trim().split('.').map(camelCase);
    if (path.join('.') !== '') paths.set(path.join('.'), path);
  }
  return [...paths.values()];
}
