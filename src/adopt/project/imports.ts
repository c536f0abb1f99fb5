/** The uids of the existing objects, by names that people can read: the contents of `imports.json`. */
import { accountKey, getScopeField, importKey, type KeyValue } from '../../model/schema';
import { adoptableKinds } from '../organization/read-organization';
import { adoptedObjects, type AdoptedObject, type AdoptedOrganization, type Target } from '../organization/model';

/** Uids by collection and key. */
export type ImportedUids = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the uids of all objects that the project declares. */
export function createImports(organization: AdoptedOrganization): ImportedUids {
  const objects = adoptedObjects(organization);
  const entries = adoptableKinds.flatMap((kind): [string, Record<string, string>][] => {
    const uids = objects
      .filter(({ declaration }) => declaration === kind)
      .map((object): [string, string] => {
        const values = Object.fromEntries(kind.naturalKey.map((field) => [field, keyValue(object, field)]));
        return [importKey(kind, parentNames(object), values), object.uid];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return uids.length === 0 ? [] : [[kind.collection, Object.fromEntries(uids)]];
  });
  return Object.fromEntries(entries);
}

/** Returns the names of the parent, from the root. */
function parentNames({ declaration, group, references }: AdoptedObject): readonly string[] {
  const target = references[declaration.parent?.name ?? ''];
  return target === undefined ? group.names : [targetKey(target)].flat();
}

function keyValue({ declaration, group, values, references }: AdoptedObject, field: string): KeyValue | undefined {
  const target = references[field];
  if (target !== undefined) return targetKey(target);
  if (field === getScopeField(declaration.fields)) return group.names;
  const value = values[field];
  return typeof value === 'string' ? value : undefined;
}

function targetKey(target: Target): KeyValue {
  switch (target.is) {
    case 'adopted':
      return [...target.object.group.names, target.object.name];
    case 'builtIn':
      return target.name;
    case 'person':
      return accountKey(target.issuer, target.subject);
    case 'other':
      return target.uid;
  }
}
