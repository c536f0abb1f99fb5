/** The input variables that the root module of a configuration declares, in HCL and in JSON. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../../model/api';
import { type HclToken, readHclTokens } from '../../base/text/hcl-tokens';

/** Returns true for a file that Terraform or OpenTofu reads as configuration. They ignore hidden files. */
export function isConfigurationFile(name: string): boolean {
  return /^[^.][^]*\.(tf|tofu)(\.json)?$/.test(name);
}

export interface RootVariable {
  readonly name: string;
  /** True unless every declaration makes it clear that the value is no secret. */
  readonly isSensitive: boolean;
}

/** The attributes that mark a secret. */
const SECRET_ATTRIBUTES: readonly string[] = ['sensitive', 'ephemeral'];

/**
 * Returns the declared variables by name. Override files can declare a variable again: one sensitive declaration is enough.
 *
 * @throws Error with the file if it cannot be read
 */
export function readRootVariables(dir: string): ReadonlyMap<string, RootVariable> {
  const variables = new Map<string, RootVariable>();
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isDirectory() || !isConfigurationFile(entry.name)) continue;
    for (const { name, isSensitive } of readDeclarations(dir, entry.name)) {
      const known = variables.get(name)?.isSensitive === true;
      variables.set(name, { name, isSensitive: isSensitive || known });
    }
  }
  return variables;
}

function readDeclarations(dir: string, file: string): RootVariable[] {
  try {
    const text = readFileSync(join(dir, file), 'utf8');
    return file.endsWith('.json') ? declaredInJson(text) : declaredInHcl(readHclTokens(text));
  } catch (error) {
    throw new Error(`Cannot read ${file}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Blocks of JSON are objects or lists of objects. */
function declaredInJson(text: string): RootVariable[] {
  const root = parseJson(text);
  if (root === undefined) throw new Error('it is not JSON');
  const blocks = objectsIn(root).flatMap(({ variable }) => objectsIn(variable));
  return blocks.flatMap((block) =>
    Object.entries(block).map(([name, body]) => ({ name, isSensitive: objectsIn(body).some(isSecretInJson) })),
  );
}

function isSecretInJson(attributes: Readonly<Record<string, unknown>>): boolean {
  return SECRET_ATTRIBUTES.some((name) => attributes[name] !== undefined && attributes[name] !== false);
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? [value] : [];
}

function declaredInHcl(tokens: readonly HclToken[]): RootVariable[] {
  const variables: RootVariable[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [word, label, brace] = tokens.slice(at, at + 3);
    if (word?.depth !== 0 || word.text !== 'variable' || label === undefined || brace?.text !== '{') continue;
    const start = at + 3;
    at = start;
    while (tokens[at]?.depth !== 0) at++;
    variables.push({ name: readName(label), isSensitive: isSecretInHcl(tokens.slice(start, at)) });
  }
  return variables;
}

/** The escapes in names are those of JSON. */
function readName({ kind, text }: HclToken): string {
  const name = kind === 'text' ? parseJson(text) : text;
  if (typeof name !== 'string') throw new Error(`the name ${text} of a variable is not valid`);
  return name;
}

/** Only the constant `false` is no secret: an expression could mean anything. */
function isSecretInHcl(body: readonly HclToken[]): boolean {
  return body.some(({ text, depth }, index) => {
    if (depth !== 1 || !SECRET_ATTRIBUTES.includes(text) || body[index + 1]?.text !== '=') return false;
    const value = body.slice(index + 2);
    const end = value.findIndex(({ kind }) => kind === 'newline');
    const words = value.slice(0, end < 0 ? undefined : end).map((token) => token.text);
    return words.join(' ') !== 'false';
  });
}
