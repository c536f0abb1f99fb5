/** The body of `collection:batchCreate`. Source: not-shown "RoleBinding batch". */
import { snakeCase } from '../../api';
import type { Declaration } from '../../schema';
import { invalidField } from '../errors';

export interface Batch {
  readonly parent: string;
  /** The objects to create, in the order of the requests. */
  readonly bodies: readonly unknown[];
}

/** `{parent, requests: [{parent, roleBinding}]}` for role bindings. Throws INVALID_ARGUMENT for anything else. */
export function readBatch(declaration: Declaration, body: unknown): Batch {
  const { batchSize = 0 } = declaration;
  const { parent, requests, ...others } = objectOf(body);
  checkNothingElse(others, '');
  if (typeof parent !== 'string' || parent === '') throw invalidField('parent', 'parent is required');
  if (!Array.isArray(requests) || requests.length === 0) throw invalidField('requests', 'requests is required');
  if (requests.length > batchSize)
    throw invalidField('requests', `requests must have at most ${batchSize} elements, and has ${requests.length}`);
  const name = declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1);
  const bodies = requests.map((request: unknown, index) => {
    const at = `requests.${index}`;
    const { parent: own = parent, [name]: given, [snakeCase(name)]: object = given, ...rest } = objectOf(request);
    checkNothingElse(rest, `${at}.`);
    if (own !== parent) throw invalidField(`${at}.parent`, `${at}.parent must equal parent`);
    if (object === undefined) throw invalidField(`${at}.${name}`, `${at}.${name} is required`);
    return object;
  });
  return { parent, bodies };
}

function checkNothingElse(others: object, prefix: string): void {
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalidField(`${prefix}${other}`, `${prefix}${other} is not a field`);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
