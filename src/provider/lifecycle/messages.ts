/** Messages about objects: how one is called, and whether it is what was sent. */
import { isObject, snakeCase, type Values } from '../../api';
import { DiagError, type Diagnostic } from '../../plugin';
import { type Declaration, type Fields, type FieldType, identifierField, kindInWords } from '../../schema';
import { attributePath, hclValue } from '../convert/attribute-path';
import { parentAttribute } from '../convert/schema';
import { differences } from '../convert/to-api';
import { uidOf } from '../convert/to-state';
import { isSpelling } from './spelling';

/** `group "payments" (uid c0ff…/0123…)`, `role binding (identity_uid …, role_uid …) in c0ff…`, out of attributes. */
export function subjectOf(declaration: Declaration, attributes: Values): string {
  const known = (name: string | undefined): string | undefined => textOf(attributes, name);
  const name = known('name');
  const uid = known(snakeCase(identifierField(declaration)));
  const words = [kindInWords(declaration), ...(name === undefined ? [] : [JSON.stringify(name)])];
  if (uid !== undefined) return [...words, `(uid ${uid})`].join(' ');
  const parent = known(parentAttribute(declaration));
  const key = name === undefined ? naturalKey(declaration, (field) => known(snakeCase(field))) : [];
  return [...words, ...key, ...(parent === undefined ? [] : [`in ${parent}`])].join(' ');
}

/** An object of the API: its name, or where it has none what it refers to, by name where that is known; and its uid. */
export function objectSubject(declaration: Declaration, object: Values): string {
  const name = textOf(object, 'name');
  const key = references(declaration, object);
  const words = name === undefined ? key : [JSON.stringify(name)];
  return [kindInWords(declaration), ...words, `(uid ${uidOf(declaration, object)})`].join(' ');
}

function textOf(values: Values, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `(identity "ci", role "viewer", group "payments")`; the uid of what has no name. */
function references(declaration: Declaration, object: Values): string[] {
  const parent = declaration.parent?.name ?? '';
  const known = [...declaration.naturalKey, parent].flatMap((field) => {
    const expanded = field.replace(/Uid$/, '');
    const inside = object[expanded];
    const name = expanded !== field && isObject(inside) ? textOf(inside, 'name') : undefined;
    const uid = textOf(object, field);
    if (name !== undefined) return [`${snakeCase(expanded)} ${JSON.stringify(name)}`];
    return uid === undefined ? [] : [`${snakeCase(field)} ${uid}`];
  });
  return known.length === 0 ? [] : [`(${known.join(', ')})`];
}

/** `(identity_uid …, role_uid …)`, of what is known. */
function naturalKey(declaration: Declaration, valueOf: (field: string) => string | undefined): string[] {
  const known = declaration.naturalKey.flatMap((field) => {
    const value = valueOf(field);
    return value === undefined ? [] : [`${snakeCase(field)} ${value}`];
  });
  return known.length === 0 ? [] : [`(${known.join(', ')})`];
}

/** `a group`, `an identity`. */
function aKind(declaration: Declaration): string {
  const kind = kindInWords(declaration);
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/**
 * Throws unless the object that came back holds what was sent (contract V6), if only in another spelling (contract V10);
 * names the attributes that differ.
 */
export function verifyEcho(declaration: Declaration, subject: string, sent: Values, echoed: Values): void {
  const different = differences(declaration, sent, echoed).filter((one) => !isSpelling(declaration, one));
  if (different.length === 0) return;
  throw new DiagError(
    different.map(({ path, sent: before, echoed: after }): Diagnostic => {
      const name = path.map(snakeCase).join('.');
      const type = typeAt(declaration.fields, path);
      return {
        severity: 'error',
        summary: `The service did not keep ${name}`,
        detail: [
          `${capitalized(subject)} exists now, but not as declared: ${name} was sent as ${formatted(type, before)} and came back as ${formatted(type, after)}.`,
          `${capitalized(aKind(declaration))} that lacks a restriction may allow more than was meant. Check it, and whether this service knows ${name}.`,
        ].join('\n'),
        path: attributePath(declaration.fields, path),
      };
    }),
  );
}

function typeAt(fields: Fields, [name, ...inside]: readonly string[]): FieldType | undefined {
  const type = name === undefined ? undefined : fields[name]?.type;
  return inside.length > 0 && type?.is === 'message' ? typeAt(type.fields, inside) : type;
}

function formatted(type: FieldType | undefined, value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(hclValue(type, value));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
