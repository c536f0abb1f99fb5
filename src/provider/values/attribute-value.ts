/**
 * From the API's values to Terraform's. Terraform tells null from empty and one spelling from another, the API does not:
 * what the user wrote is kept wherever the answer means the same, at every depth. Source: DESIGN §5, Null and empty.
 */
import { isUnknown } from '../../plugin';
import { snakeCase } from '../../api';
import { behaves, jsonText, type FieldType, type JsonValue } from '../../schema';
import { isWriteOnly, nestedFields, versionAttribute } from '../schema/nested-fields';
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
        nestedFields(type, { readable: empty === 'asIs' }).flatMap(([name, field]) => {
          const attribute = snakeCase(name);
          const before = (reference as Values | null)?.[attribute];
          if (!behaves(field, 'inputOnly'))
            return [[attribute, attributeValue(field.type, (answered as Values)[name], before, empty)]];
          return unanswered(attribute, isWriteOnly(field), reference as Values | null);
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
    case 'json':
      return jsonText(answered as JsonValue);
    default:
      return answered;
  }
}

/** What the service never answers is as it was written; a write-only value is nowhere, only its version is. */
export function unanswered(attribute: string, isSecret: boolean, written: Values | null): [string, unknown][] {
  const before = (name: string): unknown => (isUnknown(written?.[name]) ? null : (written?.[name] ?? null));
  if (!isSecret) return [[attribute, before(attribute)]];
  return [
    [attribute, null],
    [versionAttribute(attribute), before(versionAttribute(attribute))],
  ];
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
