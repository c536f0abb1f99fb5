/** What records are selected by: pieces of SQL with their values, made only by the functions here. */

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
  sql: `EXISTS (SELECT 1 FROM json_each(records.json, '$.${checkedName(field)}') WHERE json_each.value IN (SELECT value FROM json_each(?)))`,
  values: [JSON.stringify(values)],
});

/** The text in the field, or the JSON of its list, contains the words, whatever their case. */
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

/** The record has no parent. */
export const isRoot: Condition = { sql: 'parent IS NULL', values: [] };

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

/** At least one of the conditions; without any, nothing matches. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  if (conditions.length === 0) return { sql: 'FALSE', values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** The fields that have a column of their own; every other lies within the JSON. */
const columns: Readonly<Record<string, string>> = {
  uid: 'uid',
  parent: 'parent',
  name: 'name',
  createTime: 'create_time',
  updateTime: 'update_time',
};

export function isColumn(field: string): boolean {
  return Object.hasOwn(columns, field);
}

/** SQL for the field's value. Throws a `TypeError` for what is no plain name: names never come from requests. */
export function columnOf(field: string): string {
  return columns[checkedName(field)] ?? `json_extract(json, '$.${field}')`;
}

function checkedName(field: string): string {
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(field)) throw new TypeError(`${JSON.stringify(field)} is no name of a field.`);
  return field;
}

// Uids consist of hexadecimal digits and "/", and "0" is the character that follows "/".
const afterSubtree = (uid: string): string => `${uid}0`;
