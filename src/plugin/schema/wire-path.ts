/** Paths as Terraform reads them. Only the schema tells an attribute's name from a map's key. */
import type { AttributePath, AttributePathStep } from '../wire';
import type { Path } from '../sdk/diagnostics';
import type { CtyType } from '../values/types';
import { impliedType } from './implied-type';
import type { Attributes, Blocks } from './schema';

/**
 * As much of the path as Terraform can follow: it ends at a set (elements of which have no address), at a dynamic
 * value, and where it leaves the schema. Undefined if nothing of it is left.
 */
export function pathToWire(path: Path, body: { attributes: Attributes; blocks?: Blocks }): AttributePath | undefined {
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
