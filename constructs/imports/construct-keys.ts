/** The keys of constructs in a file of imports. `importKey` derives the same keys from the objects of the API. */
import { Construct, type IConstruct } from 'constructs';
import { isUid, isWithin } from '../../src/model/api';
import { accountKey, getScopeField, importKey, type KeyValue } from '../../src/model/schema';
import { noParent, propName, referenceName, refers } from '../base/attributes';
import { knownText } from '../base/literal-text';
import { declaredProps, type DeclaredProps } from '../base/declared-props';
import { isGroupConstruct } from '../base/reference';
import { findRepresentedObject, referredBy } from './represented-objects';

/** The key of a construct; the reason why it has none; or `outside` if it is not beneath the group of the imports. */
export type ConstructKey = { readonly key: string } | { readonly unknown: string } | 'outside';

/** Returns the key of a resource, relative to a group. */
export function constructKey(group: IConstruct, resource: IConstruct): ConstructKey {
  const declared = declaredProps(resource);
  if (declared === undefined) return 'outside';
  const { declaration, props } = declared;
  const above = parentNames(group, declared, resource);
  if (!Array.isArray(above)) return above;
  const values: Record<string, KeyValue | undefined> = {};
  if (declaration.uidScheme !== 'parentUid')
    for (const field of declaration.naturalKey) {
      const prop = propName(field, declaration.fields[field]?.type);
      if (!isGiven(props[prop])) continue;
      const value = refers(declaration.fields[field]?.type)
        ? referenceValue(group, props[prop], resource)
        : knownText(resource, props[prop]);
      if (value === undefined) return { unknown: `only Terraform knows its ${prop}` };
      values[field] = value;
    }
  return { key: importKey(declaration, above, values) };
}

/** Returns the names of the parent. An object with a scope is beneath the group of its scope; its parent may be elsewhere. */
function parentNames(group: IConstruct, declared: DeclaredProps, from: IConstruct): ReturnType<typeof namesTo> {
  const { declaration, props } = declared;
  const parent = getParentProp(declared);
  const field = getScopeField(declaration.fields);
  const above = namesTo(group, parent, from);
  if (field === undefined || Array.isArray(above)) return above;
  // The scope decides if the object is beneath the group. Its names are not those of the parent.
  const place = namesTo(group, props[propName(field, declaration.fields[field]?.type)], from);
  if (!Array.isArray(place)) return place;
  const object = getParent(from);
  return object !== undefined && 'uid' in object ? [object.uid] : above;
}

/** Returns the object that is the parent of a resource. `undefined` if it has none, or only Terraform knows it. */
export function getParent(resource: IConstruct): ConstructOrUid | undefined {
  const declared = declaredProps(resource);
  const parent = declared && getParentProp(declared);
  return isGiven(parent) ? findObject(parent, resource) : undefined;
}

/** An object that a prop refers to: a construct of the program, or an existing object by its uid. */
type ConstructOrUid = { readonly construct: IConstruct } | { readonly uid: string };

function findObject(value: unknown, from: IConstruct): ConstructOrUid | undefined {
  const construct = Construct.isConstruct(value) ? value : undefined;
  if (construct !== undefined) return getAlias(construct, from);
  const referred = referredBy(value, from);
  if (typeof referred === 'string') return undefined;
  return referred.construct === undefined ? { uid: referred.key } : { construct: referred.construct };
}

/** Returns the object that an existing group represents. */
function getAlias(construct: IConstruct, from: IConstruct): ConstructOrUid {
  if (findRepresentedObject(construct)?.isManaged !== false || !isGroupConstruct(construct)) return { construct };
  if (isUid(construct.uid)) return { uid: construct.uid };
  const referred = referredBy(construct.uid, from);
  const other = typeof referred === 'string' ? undefined : referred.construct;
  return { construct: other ?? construct };
}

/** Returns the names of the groups from a group to another beneath it. */
function namesTo(
  group: IConstruct,
  value: unknown,
  from: IConstruct,
): string[] | Exclude<ConstructKey, { key: string }> {
  if (!isGiven(value)) return 'outside';
  if (value === group) return [];
  const [root, object] = [findObject(group, from), findObject(value, from)];
  if (root === undefined || object === undefined) return { unknown: 'only Terraform knows its group' };
  if (isSame(root, object)) return [];
  if ('uid' in object) {
    const isBeneath = 'uid' in root && isWithin(object.uid, root.uid);
    return isBeneath ? { unknown: `its group is given by uid, ${object.uid}` } : 'outside';
  }
  const { construct } = object;
  const declared = declaredProps(construct) ?? findRepresentedObject(construct);
  if (declared === undefined) return 'outside';
  const above = namesTo(group, getParentProp(declared), construct);
  if (!Array.isArray(above)) return above;
  const name = knownText(construct, declared.props['name']);
  return name === undefined ? { unknown: `only Terraform knows the name of ${construct.node.path}` } : [...above, name];
}

function isSame(a: ConstructOrUid, b: ConstructOrUid): boolean {
  if ('uid' in a) return 'uid' in b && a.uid === b.uid;
  return 'construct' in b && a.construct === b.construct;
}

/** Returns a reference in a key; undefined if only Terraform knows the object. */
function referenceValue(group: IConstruct, value: unknown, from: IConstruct): KeyValue | undefined {
  const [root, object] = [findObject(group, from), findObject(value, from)];
  if (root !== undefined && object !== undefined && isSame(root, object)) return [];
  if (object === undefined || 'uid' in object) return object?.uid;
  const declared = declaredProps(object.construct);
  if (declared === undefined) return undefined;
  const { props, isManaged } = declared;
  const name = knownText(object.construct, props['name']);
  if (!isManaged) {
    const account = findAccount(declared, object.construct);
    if (account !== undefined) return account;
    // A built-in role.
    if (!isGiven(getParentProp(declared))) return name;
  }
  const above = namesTo(group, getParentProp(declared), object.construct);
  return Array.isArray(above) && name !== undefined ? [...above, name] : undefined;
}

function findAccount({ declaration: { lookup }, props }: DeclaredProps, construct: IConstruct): string | undefined {
  const [issuer, subject] = (lookup?.by ?? []).map(({ name }) => knownText(construct, props[name]));
  return issuer === undefined || subject === undefined ? undefined : accountKey(issuer, subject);
}

function getParentProp({ declaration, props }: Pick<DeclaredProps, 'declaration' | 'props'>): unknown {
  return declaration.parent === undefined ? undefined : props[referenceName(declaration.parent.name)];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== noParent;
}
