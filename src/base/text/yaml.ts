/**
 * The YAML parser. The emulator and the constructs share it, because each copy would be too large for the package. It
 * exports names: esbuild finds no export of a CommonJS package behind a star, and the file of this module would be empty.
 */
export {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parse,
  Parser,
  stringify,
  visit,
  YAMLParseError,
} from 'yaml';
export type { Alias, CST, Document, Node, ParsedNode, Scalar } from 'yaml';
