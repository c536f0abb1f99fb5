/** The body of `collection:batchCreate`. Source: not-shown "RoleBinding batch". */
import { snakeCase } from '../../api';
import { isPresent, type Declaration } from '../../schema';
import { invalidField } from '../errors';
import { readBody } from './read-body';

export interface Batch {
  readonly parent: string;
  /** The objects to create, in the order of the requests. */
  readonly bodies: readonly unknown[];
}

/** `{parent, requests: [{parent, roleBinding}]}` for role bindings. Throws INVALID_ARGUMENT for anything else. */
export function readBatch(declaration: Declaration, body: unknown): Batch {
  const { batchSize = 0 } = declaration;
  const { parent, requests, ...others } = objectOf(body, 'body');
  checkNothingElse(others, '');
  if (typeof parent !== 'string' || parent === '') throw invalidField('parent', 'parent is required');
  if (!isPresent(requests)) throw invalidField('requests', 'requests is required');
  if (!Array.isArray(requests)) throw invalidField('requests', 'requests must be a list');
  if (requests.length > batchSize)
    throw invalidField('requests', `requests must have at most ${batchSize} elements, and has ${requests.length}`);
  const name = declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1);
  const bodies = requests.map((request: unknown, index) => {
    const at = `requests.${index}`;
    const { parent: own, [name]: given, [snakeCase(name)]: object = given, ...rest } = objectOf(request, at);
    checkNothingElse(rest, `${at}.`);
    if (isPresent(own) && own !== parent) throw invalidField(`${at}.parent`, `${at}.parent must equal parent`);
    if (!isPresent(object)) throw invalidField(`${at}.${name}`, `${at}.${name} is required`);
    readBody(declaration, object, ['requests', String(index), name]);
    return object;
  });
  return { parent, bodies };
}

function checkNothingElse(others: object, prefix: string): void {
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalidField(`${prefix}${other}`, `${prefix}${other} is not a field`);
}

function objectOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(at, `${at} must be a JSON object`);
  return value as Readonly<Record<string, unknown>>;
}
