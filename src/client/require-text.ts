/** Throws a `TypeError` unless there is a text: what comes from the environment is easily missing. */
export function requireText(value: unknown, what: string, wanted: string): asserts value is string {
  if (typeof value === 'string' && value.trim() !== '') return;
  const isEmpty = typeof value === 'string';
  const found = isEmpty ? 'an empty text' : value === null ? 'null' : typeof value;
  const variable = ` If it comes from an environment variable, that variable is ${isEmpty ? 'set but empty' : 'not set'}.`;
  throw new TypeError(`${what}: expected ${wanted}, found ${found}.${isEmpty || value === undefined ? variable : ''}`);
}
