/** References to objects that are valid only in their own parent and beneath it, such as custom roles. */
import { onceFor } from '../../base/cache/once-for';
import { isUid, isWithin, parentUid, type Values } from '../api';
import type { Fields, Scoped } from './field';

export interface ScopedField {
  readonly name: string;
  /** The kind that the field refers to. */
  readonly kind: string;
  readonly scoped: Scoped;
}

/** A field and the reason why the object that it refers to is not valid there. */
export interface OutOfScope {
  readonly field: string;
  readonly reason: string;
}

/** Returns the fields that refer to objects with a limited scope. */
export const scopedFields = onceFor((fields: Fields): readonly ScopedField[] =>
  Object.entries(fields).flatMap(([name, { type }]) =>
    type.is === 'string' && type.refersTo !== undefined && type.scoped !== undefined
      ? [{ name, kind: type.refersTo, scoped: type.scoped }]
      : [],
  ),
);

/** Returns the field with the group where objects of the kind give a role. `undefined` if they give it in their parent, or none. */
export function getScopeField(fields: Fields): string | undefined {
  return scopedFields(fields).find(({ scoped: { within } }) => within !== undefined)?.scoped.within;
}

/**
 * Returns the fields whose object is not valid in its group, by default `parent`. Values that are no uids, such as unknown
 * ones, are skipped.
 */
export function outOfScope(fields: Fields, values: Values, parent: unknown): OutOfScope[] {
  return scopedFields(fields).flatMap((field) => {
    const { within } = field.scoped;
    const [object, group] = [values[field.name], within === undefined ? parent : values[within]];
    const home = isUid(object) ? parentUid(object) : undefined;
    if (home === undefined || !isUid(group) || isWithin(group, home)) return [];
    return [{ field: field.name, reason: outOfScopeText(field, { object: String(object), home, parent: group }) }];
  });
}

/** Returns the reason as text: `role X cannot be used in group Y: …`, with the next step. Names are paths or uids. */
export function outOfScopeText(
  { kind, scoped }: ScopedField,
  { object, home, parent }: Readonly<Record<'object' | 'home' | 'parent', string>>,
): string {
  const noun = kind.toLowerCase();
  return (
    `${noun} ${object} cannot be used in group ${parent}: a ${noun} is valid only in its own group (${home}) and under it. ` +
    `Use a ${noun} of ${parent}, one of a group above it, or ${scoped.alternative}`
  );
}
