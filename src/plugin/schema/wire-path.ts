/** Paths as Terraform reads them. Only the schema tells an attribute's name from a map's key. */
import type { AttributePath, AttributePathStep } from '../wire';
import type { Path } from '../sdk/diagnostics';
import type { CtyType } from '../values/types';
import { attributeType, impliedType } from './implied-type';
import type { Attributes, Blocks } from './schema';

interface Body {
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
}

/**
 * As much of the path as has an address: it ends at a set (its elements have none), at a dynamic value, and where it
 * leaves the schema. Undefined if nothing of it is left.
 */
export function pathToWire(path: Path, body: Body): AttributePath | undefined {
  const steps: AttributePathStep[] = [];
  let type: CtyType = impliedType(body);
  for (const step of path) {
    const next = follow(type, step);
    if (next === undefined) break;
    steps.push(next.step);
    type = next.type;
  }
  return steps.length === 0 ? undefined : { steps };
}

/**
 * The path by which Terraform finds the line of a diagnostic. It follows blocks, then one attribute, then at most one
 * step into the written value, which it wants to be an index or a key even in an object; with anything more it shows
 * the head of the resource.
 */
export function linePathToWire(path: Path, body: Body): AttributePath | undefined {
  const [name, ...rest] = path;
  if (typeof name !== 'string') return undefined;
  const attribute = body.attributes[name];
  if (attribute !== undefined) {
    const inside = rest.length === 0 ? undefined : follow(attributeType(attribute), rest[0] ?? 0)?.step;
    const step = inside?.attributeName === undefined ? inside : { elementKeyString: inside.attributeName };
    return { steps: step === undefined ? [{ attributeName: name }] : [{ attributeName: name }, step] };
  }
  const block = body.blocks?.[name];
  if (block === undefined) return undefined;
  if (block.nesting === 'single' || block.nesting === 'group') {
    return { steps: [{ attributeName: name }, ...(linePathToWire(rest, block)?.steps ?? [])] };
  }
  const [key, ...inner] = rest;
  if (block.nesting === 'set' || key === undefined) return { steps: [{ attributeName: name }] };
  const step = block.nesting === 'list' ? { elementKeyInt: Number(key) } : { elementKeyString: String(key) };
  return { steps: [{ attributeName: name }, step, ...(linePathToWire(inner, block)?.steps ?? [])] };
}

function follow(type: CtyType, step: string | number): { step: AttributePathStep; type: CtyType } | undefined {
  if (typeof type === 'string') return undefined;
  switch (type[0]) {
    case 'object': {
      const inner = typeof step === 'string' && Object.hasOwn(type[1], step) ? type[1][step] : undefined;
      return inner && { step: { attributeName: String(step) }, type: inner };
    }
    case 'map':
      return { step: { elementKeyString: String(step) }, type: type[1] };
    case 'list':
      return typeof step === 'number' ? { step: { elementKeyInt: step }, type: type[1] } : undefined;
    case 'tuple': {
      const inner = typeof step === 'number' ? type[1][step] : undefined;
      return inner && { step: { elementKeyInt: Number(step) }, type: inner };
    }
    case 'set':
      return undefined;
  }
}
