/**
 * The YAML parser. The emulator and the constructs share it, because each copy would be too large for the package. The
 * command uses two names: esbuild finds no export of a CommonJS package behind a star, and the file of this module would be empty.
 */
export * from 'yaml';
export { parse, stringify } from 'yaml';
