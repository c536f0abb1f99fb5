/**
 * What can stand as an import id: the uid; a path of names from the root, `acme/engineering/ci-bot`; and for what has no
 * name but refers to others, `acme/engineering:ci-bot:viewer` (the group's path, then each referred object's name).
 * Source: DESIGN §4.
 */
import { uidProblem } from '../api';
import type { Declaration } from '../schema';
import { aKind } from './subject';

export type ImportId =
  | { readonly by: 'uid'; readonly uid: string }
  /** Names from the root down to the object itself. */
  | { readonly by: 'path'; readonly names: readonly string[] }
  /** The group's names, and the name of what each reference of the natural key refers to. */
  | { readonly by: 'references'; readonly group: readonly string[]; readonly names: Readonly<Record<string, string>> };

/** Reads an import id. Throws a `TypeError` that says which forms there are. */
export function parseImportId(declaration: Declaration, id: string): ImportId {
  if (uidProblem(id) === undefined) return { by: 'uid', uid: id };
  const references = referencesOf(declaration);
  const [path = '', ...names] = id.split(':');
  const group = path.split('/');
  const isComplete = names.length === references.length && [...group, ...names].every((name) => isName(name));
  if (!isComplete || (references.length === 0 && !goesByPath(declaration))) throw new TypeError(forms(declaration, id));
  if (references.length === 0) return { by: 'path', names: group };
  return {
    by: 'references',
    group,
    names: Object.fromEntries(references.map(([field], index) => [field, names[index] ?? ''])),
  };
}

/** The fields of the natural key that refer to other objects, each with the kind that it refers to. */
export function referencesOf(declaration: Declaration): [string, string][] {
  return declaration.naturalKey.flatMap((name) => {
    const type = declaration.fields[name]?.type;
    return type?.is === 'string' && type.refersTo !== undefined ? [[name, type.refersTo]] : [];
  });
}

function goesByPath(declaration: Declaration): boolean {
  return declaration.uidIs === 'parentUid' || declaration.naturalKey.includes('name');
}

function isName(name: string): boolean {
  return /^[a-z0-9 ._-]+$/.test(name);
}

function forms(declaration: Declaration, id: string): string {
  const shown = JSON.stringify(id.length > 200 ? `${id.slice(0, 200)}…` : id);
  return `${shown} is no import id of ${aKind(declaration)}: it is the uid${otherForm(declaration)}.`;
}

function otherForm(declaration: Declaration): string {
  const references = referencesOf(declaration).map(([, kind]) => `${kind.toLowerCase()} name`);
  if (references.length > 0) return `, or "${['group path', ...references].join(':')}"`;
  if (!goesByPath(declaration)) return '';
  const example = declaration.parent?.is === 'groupOrNone' ? 'acme/engineering' : 'acme/engineering/name';
  return `, or the path of names from the root group, such as ${example}`;
}
