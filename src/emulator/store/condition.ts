/** What records are sought by: pieces of SQL with their values, made only by the functions here. */
import { columnOf } from './column';

export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The field equals the value. */
export const equal = (field: string, value: string | number): Condition => ({
  sql: `${columnOf(field)} = ?`,
  values: [value],
});

/** The field equals one of the values. */
export const oneOf = (field: string, values: readonly string[]): Condition => ({
  sql: `${columnOf(field)} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(values)],
});

/** The list in the field holds one of the values. */
export const holdsOneOf = (field: string, values: readonly string[]): Condition => ({
  sql: `EXISTS (SELECT 1 FROM json_each(records.json, '$.${checked(field)}') WHERE json_each.value IN (SELECT value FROM json_each(?)))`,
  values: [JSON.stringify(values)],
});

/** The text in the field, or that of its list, contains the words, whatever their case. */
export const contains = (field: string, words: string): Condition => ({
  sql: `instr(lower(coalesce(${columnOf(field)}, '')), lower(?)) > 0`,
  values: [words],
});

/** The field's value is the given one or a later one. */
export const atLeast = (field: string, value: string): Condition => ({
  sql: `${columnOf(field)} >= ?`,
  values: [value],
});

/** The field has no value. */
export const unset = (field: string): Condition => ({ sql: `${columnOf(field)} IS NULL`, values: [] });

/** The record stands alone: nothing holds it. */
export const standsAlone: Condition = { sql: 'parent IS NULL', values: [] };

/** The record's uid is `uid` or lies beneath it. */
export const within = (uid: string): Condition => ({ sql: 'uid >= ? AND uid < ?', values: [uid, afterSubtree(uid)] });

/** The record's uid lies beneath `uid`. */
export const beneath = (uid: string): Condition => ({
  sql: 'uid >= ? AND uid < ?',
  values: [`${uid}/`, afterSubtree(uid)],
});

/** The record's uid is one of `uids` or lies beneath one. */
export function withinOneOf(uids: readonly string[]): Condition {
  const [only] = uids;
  if (uids.length === 1 && only !== undefined) return within(only);
  return {
    sql: "EXISTS (SELECT 1 FROM json_each(?) AS scope WHERE uid >= scope.value AND uid < scope.value || '0')",
    values: [JSON.stringify(uids)],
  };
}

/** At least one of the conditions; nothing matches none. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  if (conditions.length === 0) return { sql: 'FALSE', values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

// Uids consist of hexadecimal digits and "/", and "0" is the character that follows "/".
const afterSubtree = (uid: string): string => `${uid}0`;

function checked(field: string): string {
  columnOf(field);
  return field;
}
