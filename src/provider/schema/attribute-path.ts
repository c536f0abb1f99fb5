/** Where a field stands in Terraform: the way to it by attribute names, so that a message points at the right line. */
import type { Path } from '../../plugin';
import { camelCase, snakeCase } from '../../api';
import type { Fields, FieldType } from '../../schema';

/**
 * `['claimMatch', 'issuer']` → `['claim_match', 'issuer']`, in either spelling of the API. It ends where the
 * declaration ends, and at a set, whose elements have no address.
 */
export function attributePath(fields: Fields, path: readonly (string | number)[]): Path {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  const name = Object.hasOwn(fields, first) ? String(first) : camelCase(String(first));
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined ? [] : [snakeCase(name), ...inside(field.type, rest)];
}

function inside(type: FieldType, path: readonly (string | number)[]): Path {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  if (type.is === 'message') return attributePath(type.fields, path);
  if (type.is === 'map') return [String(first), ...inside(type.of, rest)];
  if (type.is === 'list' && type.unordered !== true) return [Number(first), ...inside(type.of, rest)];
  return [];
}
