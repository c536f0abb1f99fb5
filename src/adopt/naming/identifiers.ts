/** Names in TypeScript: variables and functions from the names of objects, without collisions. */

/** Words that cannot be variables in a module, and names that a reader would confuse with a global. */
const RESERVED = new Set([
  ...['abstract', 'any', 'arguments', 'as', 'async', 'await', 'boolean', 'break'],
  ...['case', 'catch', 'class', 'const', 'constructor', 'continue', 'debugger', 'declare'],
  ...['default', 'delete', 'do', 'else', 'enum', 'eval', 'export', 'extends'],
  ...['false', 'finally', 'for', 'from', 'function', 'get', 'if', 'implements'],
  ...['import', 'in', 'instanceof', 'interface', 'is', 'keyof', 'let', 'module'],
  ...['namespace', 'never', 'new', 'null', 'number', 'object', 'of', 'package'],
  ...['private', 'protected', 'public', 'readonly', 'require', 'return', 'set', 'static'],
  ...['string', 'super', 'switch', 'symbol', 'this', 'throw', 'true', 'try'],
  ...['type', 'typeof', 'undefined', 'unknown', 'var', 'void', 'while', 'with'],
  ...['yield', 'console', 'exports', 'global', 'globalThis', 'process', '__dirname', '__filename'],
  ...['app', 'stack', 'groupUid', 'newStack', 'organization'],
]);

/** Returns a name in camel case: `ci-bot` is `ciBot`. Returns an empty text without any letter or digit. */
export function toCamelCase(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word, index) => (index === 0 ? lower(word) : upper(word))).join('');
}

/** Returns a name in Pascal case: `ci-bot` is `CiBot`. */
export function toPascalCase(name: string): string {
  return upper(toCamelCase(name));
}

/** Gives names that are unique among all that one instance has given. */
export class Identifiers {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  /**
   * Returns the first free name of the candidates. If none is free, the first one with a number. `word` replaces a name without
   * letters, and precedes one that begins with a digit.
   */
  name(candidates: readonly string[], word: string): string {
    const valid = candidates.map((candidate) => validName(candidate, word));
    for (const text of valid) if (this.take(text)) return text;
    for (let number = 2; ; number++) {
      const numbered = `${valid[0] ?? word}${number}`;
      if (this.take(numbered)) return numbered;
    }
  }

  private take(name: string): boolean {
    if (this.taken.has(name) || RESERVED.has(name)) return false;
    this.taken.add(name);
    return true;
  }
}

function validName(candidate: string, word: string): string {
  const name = toCamelCase(candidate);
  if (name === '') return word;
  return /^[0-9]/.test(name) ? `${word}${upper(name)}` : name;
}

function lower(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}

function upper(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
