/**
 * From the API's values to Terraform's. Terraform tells null from empty and one spelling from another, the API does not:
 * what the user wrote is kept wherever the answer means the same, at every depth. Source: DESIGN §5, Null and empty.
 */
import { isUnknown } from '../../plugin';
import { snakeCase } from '../../api';
import type { FieldType } from '../../schema';
import { nestedFields } from '../schema';
import { apiValue } from './api-value';
import { sameMeaning, saysNothing } from './same-meaning';

type Values = Readonly<Record<string, unknown>>;

/**
 * `written`: the attribute as configured or stored before, `null` if there is none. `empty`: what an answer becomes
 * that says nothing, where nothing was written: null for what a user may leave out, the answer itself for outputs.
 */
export function attributeValue(type: FieldType, answered: unknown, written: unknown, empty: 'null' | 'asIs'): unknown {
  const reference = isUnknown(written) ? null : (written ?? null);
  if (reference !== null && sameMeaning(type, apiValue(type, reference), answered)) return reference;
  if (answered === undefined || answered === null) return null;
  if (empty === 'null' && saysNothing(type, answered)) return null;
  switch (type.is) {
    case 'message':
      return Object.fromEntries(
        nestedFields(type).map(([name, field]) => {
          const attribute = snakeCase(name);
          const before = (reference as Values | null)?.[attribute];
          return [attribute, attributeValue(field.type, (answered as Values)[name], before, empty)];
        }),
      );
    case 'list': {
      const inner = type.of.is === 'message' ? empty : 'asIs';
      const before = (reference ?? []) as readonly unknown[];
      return (answered as readonly unknown[]).map((element, index) =>
        attributeValue(type.of, element, matching(type, element, before, index), inner),
      );
    }
    case 'map': {
      const before = (reference ?? {}) as Values;
      const entries = Object.entries(answered as Values);
      return Object.fromEntries(
        entries.map(([key, element]) => [key, attributeValue(type.of, element, before[key], 'asIs')]),
      );
    }
    default:
      return answered;
  }
}

/** The element of before that this one is: in a list the one in its place, in a set the one of the same meaning. */
function matching(
  type: Extract<FieldType, { is: 'list' }>,
  element: unknown,
  before: readonly unknown[],
  index: number,
): unknown {
  if (type.unordered !== true) return before[index];
  return before.find((candidate) => sameMeaning(type.of, apiValue(type.of, candidate), element));
}
