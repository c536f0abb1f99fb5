/**
 * Objects that no list shows, and that others describe: a role binding contains the person and the role that it connects
 * (contract K4).
 */
import { isObject, parentUid, type Values } from '../../model/api';
import { getDeclaration } from '../../model/kinds';
import { type Declaration, identifierField, inputFields } from '../../model/schema';

interface Found {
  readonly declaration: Declaration;
  readonly object: Values;
}

/** Returns the objects that the listed ones describe and that are not listed themselves. */
export function describedObjects(found: readonly Found[]): Found[] {
  const key = (declaration: Declaration, uid: unknown) => `${declaration.kind} ${String(uid)}`;
  const known = new Set(found.map(({ declaration, object }) => key(declaration, object[identifierField(declaration)])));
  const described = new Map<string, Found>();
  for (const { declaration, object } of found)
    for (const { place, kind } of descriptions(declaration)) {
      const value = object[place];
      const uid = isObject(value) ? value['uid'] : undefined;
      if (!isObject(value) || typeof uid !== 'string' || uid === '' || known.has(key(kind, uid))) continue;
      described.set(key(kind, uid), { declaration: kind, object: asListed(kind, uid, value) });
    }
  return [...described.values()];
}

/** Returns true if a field only describes an object that another field refers to, or the parent. */
export function isReferenced(declaration: Declaration, name: string): boolean {
  return descriptions(declaration).some(({ place }) => place === name) || isParentDescription(declaration, name);
}

/** A response can also contain the uid of the parent, or describe the parent: `group` for `groupUid`. */
function isParentDescription({ parent, fields }: Declaration, name: string): boolean {
  return parent?.name === name || (parent?.name === `${name}Uid` && fields[name]?.type.is === 'message');
}

function descriptions(declaration: Declaration): { readonly place: string; readonly kind: Declaration }[] {
  return inputFields(declaration).flatMap(([, { from, type }]) => {
    if (from === undefined || type.is !== 'string' || type.refersTo === undefined) return [];
    return [{ place: from.replace(/\.uid$/, ''), kind: getDeclaration(type.refersTo) }];
  });
}

/** A person is identified by an account, which the emulator stores in a field of its own. */
function asListed({ fields }: Declaration, uid: string, { issuer, subject, ...value }: Values): Values {
  const declared = Object.entries(value).filter(([name]) => Object.hasOwn(fields, name));
  const isPerson = parentUid(uid) === undefined && typeof issuer === 'string' && issuer !== '';
  return { ...Object.fromEntries(declared), uid, ...(isPerson && { account: { issuer, subject } }) };
}
