/**
 * Lets CDKTF resolve only the values of a resource that can contain tokens. It resolves a whole resource twice before it resolves the
 * stack, and searches each key and each text for four patterns.
 */
import type { IPostProcessor, IResolveContext } from 'cdktf';
import { isObject, type Values } from '../../src/model/api';

/** The depth of values that are searched. CDKTF reports a cycle. */
const MAX_DEPTH = 20;

/** Adds a method to the JSON of a resource, which stays an object with the same members. */
export function resolveTokensOnly(json: Values): Values {
  return Object.defineProperty(json, 'resolve', {
    value: (context: IResolveContext): Values => {
      const found = findOnly(json, 3);
      if (found === undefined) return { ...json };
      const { path, value: attributes } = found;
      const open: Record<string, unknown> = {};
      const literal: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(attributes))
        (mayContainToken(key) || mayContainToken(value) ? open : literal)[key] = value;
      const postProcess: IPostProcessor['postProcess'] = (resolved: Values) =>
        path.reduceRight<Values>((inner, key) => ({ [key]: inner }), { ...literal, ...resolved });
      context.registerPostProcessor({ postProcess });
      return open;
    },
  });
}

/** Returns the attributes in `{ resource: { type: { name: attributes } } }`; undefined if there are blocks next to them. */
function findOnly(
  json: Values,
  depth: number,
): { readonly path: readonly string[]; readonly value: Values } | undefined {
  const path: string[] = [];
  let value = json;
  while (path.length < depth) {
    const [[key, inner] = ['', undefined], ...others] = Object.entries(value);
    if (others.length > 0 || !isObject(inner) || mayContainToken(key)) return undefined;
    path.push(key);
    value = inner;
  }
  return { path, value };
}

/** Returns false for values that CDKTF resolves to themselves. The markers of tokens have a brace, and their numbers are negative. */
function mayContainToken(value: unknown, depth = 0): boolean {
  if (typeof value === 'string')
    return value.includes('{') || value.includes('e+') || value.includes(' Map Token Value');
  if (typeof value === 'number') return value < 0;
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  if (depth === MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((element) => mayContainToken(element, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype || 'resolve' in value) return true;
  for (const key in value) if (mayContainToken(key) || mayContainToken((value as Values)[key], depth + 1)) return true;
  return false;
}
