/**
 * The two spellings of a name on the wire: JSON answers say `createTime`, masks and queries say `create_time`.
 * Only *names* are converted, one field at a time; keys of maps are data and are never touched.
 */

/** `claimMatch` → `claim_match`. Names that are snake_case already stay as they are. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `claim_match` → `claimMatch`. Names that are camelCase already stay as they are. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
