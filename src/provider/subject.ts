/** How an object is called in a message: by its kind, its name and its uid, whatever of these is known. */
import { snakeCase } from '../api';
import { identifierField, kindInWords, type Declaration } from '../schema';
import { parentAttribute } from './schema';

type Attributes = Readonly<Record<string, unknown>>;

/** `group "payments" (uid c0ff…/0123…)`, `role binding (identity_uid …, role_uid …) in c0ff…`. */
export function subjectOf(declaration: Declaration, attributes: Attributes): string {
  const known = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : attributes[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const name = known('name');
  const uid = known(snakeCase(identifierField(declaration)));
  const words = [kindInWords(declaration), ...(name === undefined ? [] : [JSON.stringify(name)])];
  if (uid !== undefined) return [...words, `(uid ${uid})`].join(' ');
  const parent = known(parentAttribute(declaration));
  const key = name === undefined ? naturalKey(declaration, known) : [];
  return [
    ...words,
    ...(key.length === 0 ? [] : [`(${key.join(', ')})`]),
    ...(parent === undefined ? [] : [`in ${parent}`]),
  ].join(' ');
}

/** `a group`, `an identity`. */
export function aKind(declaration: Declaration): string {
  const kind = kindInWords(declaration);
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function naturalKey(declaration: Declaration, known: (name: string) => string | undefined): string[] {
  return declaration.naturalKey.flatMap((field) => {
    const value = known(snakeCase(field));
    return value === undefined ? [] : [`${snakeCase(field)} ${value}`];
  });
}
