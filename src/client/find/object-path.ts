/** The path of an object: names from the root, or a group and the names of its references. */
import { uidProblem } from '../../api';
import { declarationOf, parentKind } from '../../resources';
import { type Declaration, kindInWords } from '../../schema';

export type ObjectPath =
  | { readonly by: 'uid'; readonly uid: string }
  /** The names from the root to the object. */
  | { readonly by: 'path'; readonly names: readonly string[] }
  /** The names of the group, and the name of each object that the natural key refers to. */
  | { readonly by: 'references'; readonly group: readonly string[]; readonly names: Readonly<Record<string, string>> };

/** Reads a path. Throws a `TypeError` that names the forms of a path. */
export function parseObjectPath(declaration: Declaration, text: string): ObjectPath {
  if (uidProblem(text) === undefined) return { by: 'uid', uid: text };
  const references = referencesOf(declaration);
  const [path = '', ...names] = text.split(':');
  const above = path.split('/');
  const kinds = [...kindsAlong(declaration, above.length), ...references.map(([, kind]) => declarationOf(kind))];
  const isValid =
    (references.length > 0 || goesByPath(declaration)) &&
    names.length === references.length &&
    [...above, ...names].every((name, index) => isName(kinds[index] ?? declaration, name));
  if (!isValid) throw new TypeError(notAPath(declaration, text));
  if (references.length === 0) return { by: 'path', names: above };
  return {
    by: 'references',
    group: above,
    names: Object.fromEntries(references.map(([field], index) => [field, names[index] ?? ''])),
  };
}

/** Returns the kinds of the objects on a path of `count` names, from the root on. */
export function kindsAlong(declaration: Declaration, count: number): Declaration[] {
  const isAtTheEnd = declaration.uidScheme !== 'parentUid' && referencesOf(declaration).length === 0;
  const kinds = [isAtTheEnd ? declaration : parentKind(declaration)];
  while (kinds.length < count) kinds.unshift(parentKind(kinds[0] ?? declaration));
  return kinds;
}

/** Returns the fields of the natural key that refer to other objects, each with the kind of that object. */
export function referencesOf(declaration: Declaration): [string, string][] {
  return declaration.naturalKey.flatMap((name) => {
    const type = declaration.fields[name]?.type;
    return type?.is === 'string' && type.refersTo !== undefined ? [[name, type.refersTo]] : [];
  });
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
  const references = referencesOf(declaration).map(([, kind]) => `${kind.toLowerCase()} name`);
  if (references.length > 0) return `, or by "${['group path', ...references].join(':')}"`;
  if (!goesByPath(declaration)) return '';
  const above = parentKind(declaration) === declaration || declaration.uidScheme === 'parentUid' ? '' : '/name';
  return `, or by the path of names from the root group, such as acme/engineering${above}`;
}
