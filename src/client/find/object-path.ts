/** The path of an object: names from the root, or a group and the names of its references. */
import { snakeCase, uidProblem } from '../../model/api';
import { getDeclaration, parentKind } from '../../model/kinds';
import { behaves, type Declaration, kindInWords } from '../../model/schema';

export type ObjectPath =
  | { readonly by: 'uid'; readonly uid: string }
  /** The names from the root to the object. */
  | { readonly by: 'path'; readonly names: readonly string[] }
  /** The names on the path of the parent, and the parts of the natural key: names of other objects, and values. */
  | { readonly by: 'references'; readonly parent: readonly string[]; readonly parts: Readonly<Record<string, string>> };

/** Reads a path. Throws a `TypeError` that names the forms of a path. */
export function parseObjectPath(declaration: Declaration, text: string): ObjectPath {
  if (uidProblem(text) === undefined) return { by: 'uid', uid: text };
  const parts = getKeyParts(declaration);
  const [path = '', ...given] = text.split(':');
  const above = path.split('/');
  const kinds = kindsAlong(declaration, above.length);
  const isValid =
    (parts.length > 0 || goesByPath(declaration)) &&
    given.length === parts.length &&
    above.every((name, index) => isName(kinds[index] ?? declaration, name)) &&
    given.every((part, index) => isPart(parts[index], part));
  if (!isValid) throw new TypeError(notAPath(declaration, text));
  if (parts.length === 0) return { by: 'path', names: above };
  return {
    by: 'references',
    parent: above,
    parts: Object.fromEntries(parts.map(({ field, kind }, index) => [field, partText(kind, given[index] ?? '')])),
  };
}

/** Returns the kinds of the objects on a path of `count` names, from the root on. */
export function kindsAlong(declaration: Declaration, count: number): Declaration[] {
  const isAtTheEnd = declaration.uidScheme !== 'parentUid' && getKeyParts(declaration).length === 0;
  const kinds = [isAtTheEnd ? declaration : parentKind(declaration)];
  while (kinds.length < count) kinds.unshift(parentKind(kinds[0] ?? declaration));
  return kinds;
}

/** A part of a natural key in a path. */
export interface KeyPart {
  readonly field: string;
  /** The kind of the object that the field refers to. Absent: the part is the value itself. */
  readonly kind: string | undefined;
}

/**
 * Returns the parts of the natural key: the fields that refer to other objects, and the required values next to them. None for
 * a kind whose objects have names.
 */
export function getKeyParts({ naturalKey, fields }: Declaration): KeyPart[] {
  const parts = naturalKey.flatMap((field): KeyPart[] => {
    const declared = fields[field];
    const kind = declared?.type.is === 'string' ? declared.type.refersTo : undefined;
    return kind !== undefined || (declared && behaves(declared, 'required')) ? [{ field, kind }] : [];
  });
  return parts.some(({ kind }) => kind !== undefined) ? parts : [];
}

function isPart(part: KeyPart | undefined, text: string): boolean {
  return part?.kind === undefined ? decoded(text) !== '' : isName(getDeclaration(part.kind), text);
}

function partText(kind: string | undefined, text: string): string {
  return kind === undefined ? decoded(text) : text;
}

/** A value can contain the separators of a path, percent-encoded. Returns an empty text if the encoding is malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function goesByPath(declaration: Declaration): boolean {
  return declaration.uidScheme === 'parentUid' || declaration.naturalKey.includes('name');
}

function isName(declaration: Declaration, name: string): boolean {
  const type = declaration.fields['name']?.type;
  const pattern = type?.is === 'string' ? type.pattern : undefined;
  return pattern === undefined ? name !== '' : new RegExp(pattern, 'u').test(name);
}

function notAPath(declaration: Declaration, text: string): string {
  const quoted = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  const kind = kindInWords(declaration);
  return `${quoted} does not identify any ${kind}. Identify it by its uid${otherForm(declaration)}.`;
}

function otherForm(declaration: Declaration): string {
  const parts = getKeyParts(declaration).map(({ field, kind }) =>
    kind === undefined ? snakeCase(field).replaceAll('_', ' ') : `${kind.toLowerCase()} name`,
  );
  const parent = `${kindInWords(parentKind(declaration))} path`;
  if (parts.length > 0) return `, or by "${[parent, ...parts].join(':')}"`;
  if (!goesByPath(declaration)) return '';
  const above = parentKind(declaration) === declaration || declaration.uidScheme === 'parentUid' ? '' : '/name';
  return `, or by the path of names from the root group, such as acme/engineering${above}`;
}
