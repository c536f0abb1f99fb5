/** Where a field lies in the table: in a column of its own, or within the JSON. */
const columns: Readonly<Record<string, string>> = {
  uid: 'uid',
  parent: 'parent',
  name: 'name',
  createTime: 'create_time',
  updateTime: 'update_time',
};

/** Whether the field has a column of its own. `parent` is the group that holds the object. */
export function isColumn(field: string): boolean {
  return Object.hasOwn(columns, field);
}

/** SQL for the field's value. Throws a `TypeError` for what is no plain name: names never come from requests. */
export function columnOf(field: string): string {
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(field)) throw new TypeError(`${JSON.stringify(field)} is no name of a field.`);
  return columns[field] ?? `json_extract(json, '$.${field}')`;
}
