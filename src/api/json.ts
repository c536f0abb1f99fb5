/** JSON objects whose keys nobody has declared yet: what a parser returns, and what a declaration describes. */

export type Values = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
