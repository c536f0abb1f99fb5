/** What the service stores of an object: a uid of its own, its values without defaults and secrets, values for filters. */
import { camelCase, type Values } from '../../api';
import { behaves, isInclusion, type Declaration, type Fields, type FieldType } from '../../schema';
import type { Behaviour, Context } from './behaviour';

/** A uid that is free: a segment of 16 hexadecimal digits beneath the parent, or 40 for a root (contract U1). */
export function newUid({ store, random }: Context, declaration: Declaration, parentUid: string | undefined): string {
  if (declaration.uidScheme === 'parentUid' && parentUid !== undefined) return parentUid;
  const hex = (length: number) => Buffer.from(random(length)).toString('hex');
  const candidate = () => (parentUid === undefined ? hex(20) : `${parentUid}/${hex(8)}`);
  let uid = candidate();
  while (store.get(declaration.kind, uid) !== undefined) uid = candidate();
  return uid;
}

/** The name among the values; empty for a kind without names. */
export function nameOf(values: Values): string {
  const name = values['name'];
  return typeof name === 'string' ? name : '';
}

/** Without nulls, empty text, empty lists and maps, `false` and `0`, also within messages (contract V2). */
export function stripDefaults(fields: Fields, values: Values): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = withoutDefaults(field.type, values[name]);
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function withoutDefaults(type: FieldType, value: unknown): unknown {
  if (type.is === 'json') return value ?? undefined;
  if (value === undefined || value === null || value === '' || value === false || value === 0) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'object') return value;
  if (type.is === 'message') return stripDefaults(type.fields, value as Values);
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Stands in the place of a secret: that there is one decides what a PATCH may leave out (contract M6). */
const SECRET = '(a secret)';

/** With {@link SECRET} in the place of every secret: no response, snapshot or data file can reveal one. */
export function withoutSecrets(fields: Fields, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      if (field === undefined) return [name, value];
      if (behaves(field, 'sensitive') && behaves(field, 'inputOnly')) return [name, SECRET];
      const { type } = field;
      const nested = type.is === 'message' && typeof value === 'object' && value !== null;
      return [name, nested ? withoutSecrets(type.fields, value as Values) : value];
    }),
  );
}

/** Where a record holds that lists leave it out unless the filter includes it. */
export const inclusionField = camelCase;

/** Values for filters alone: from the declaration's inclusion filters, and from the kind's own behaviour. */
export function derivedValues({ filters }: Declaration, behaviour: Behaviour, values: Values): Values {
  const leftOut = Object.entries(filters).flatMap(([name, filter]) => {
    const value = values[filter.matches];
    const matches = typeof value === 'string' && new RegExp(filter.pattern ?? '', 'u').test(value);
    return isInclusion(filter) && matches ? [[inclusionField(name), true] as const] : [];
  });
  return { ...Object.fromEntries(leftOut), ...behaviour.derive?.(values) };
}
