/**
 * Field masks as PATCH takes them: `updateMask=description,claim_match`. Clients name top-level fields in snake_case;
 * the service accepts both spellings and nested paths. Contract M1, M2.
 */
import { camelCase, snakeCase } from './case';

/** The query parameter, and the other spelling that a service accepts. */
export const UPDATE_MASK_PARAMETER = 'updateMask';
export const UPDATE_MASK_ALIAS = 'update_mask';

/** The path that stands for every field. Never sent by the client: a live service may refuse it. */
export const EVERY_FIELD = '*';

/** A path in a mask, in the API's spelling: `['claimMatch', 'issuer']`. */
export type MaskPath = readonly string[];

/** The mask for top-level fields: `['claimMatch', 'name']` → `claim_match,name`. */
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
