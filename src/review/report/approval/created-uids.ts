/**
 * The uids of created objects in approved writes: placeholders that are the same in each plan of the change, or the uid of an
 * existing object that is adopted.
 */
import { groupBy } from '../../../access/graph/paths';
import { isUid, jsonText, type JsonValue, type Values } from '../../../model/api';
import { canonicalFields, createSentFields, createPlaceholder, replaceUids } from '../../../model/approval';
import { getAttribute, parentAttribute } from '../../../model/schema';
import { parentOfUid, type Instance } from '../../organization/objects/objects';
import { type createReferences, referenceAttributes } from '../../organization/objects/references';
import { findBlock } from '../../input/plan/configuration';
import { UNKNOWN_VALUE } from '../../input/plan/plan';

export interface CreatedInstance {
  readonly instance: Instance;
  /** Its planned attributes. */
  readonly plan: Values;
  /** The existing objects with its natural key at apply, by attributes; `unknown` without a look-up. */
  readonly existing: readonly Values[] | 'unknown';
}

export interface ReferredUid {
  /** Absent without a reference, or if it is unknown. */
  readonly uid?: string | undefined;
  readonly isKnown: boolean;
}

export interface CreatedUids {
  /** Returns the placeholder of a created object, or the uid of an adopted one. */
  of(created: CreatedInstance): string;
  /** Returns the uid of this list for a key. */
  readonly ofKey: (key: string) => string;
  /** Returns the existing object that is adopted instead, by attributes. */
  adopted(created: CreatedInstance): Values | undefined;
  /** Returns the object that a reference attribute names. */
  referred(instance: Instance, attribute: string): ReferredUid;
  readParent(instance: Instance): ReferredUid;
  /** Returns the planned attributes with resolved references and the uids of this list. */
  resolved(instance: Instance, plan: Values): Values;
  /** Returns the value with the uids of this list. */
  stable<T>(value: T): T;
  /** Reasons why an adoption is unknown. */
  readonly problems: readonly string[];
}

interface Options {
  readonly references: ReturnType<typeof createReferences>;
  /** The uids that the plans manage: these objects are not adopted. */
  readonly managed: ReadonlySet<string>;
}

const { createInput } = createSentFields((value) => value === UNKNOWN_VALUE);

export function createUids(creates: readonly CreatedInstance[], { references, managed }: Options): CreatedUids {
  const problems: string[] = [];
  // An object with the uid of its parent has no uid for references.
  const own = creates.filter(({ instance }) => instance.declaration.uidScheme !== 'parentUid');
  const byKey = new Map(own.map((created) => [created.instance.key, created]));
  const twins = numbered(own);
  const known = new Map<CreatedInstance, { readonly uid: string; readonly adopted?: Values | undefined }>();

  /** Objects whose uid is being determined, to detect groups that contain each other. */
  const pending = new Set<CreatedInstance>();

  function getEntry(created: CreatedInstance) {
    const found = known.get(created);
    if (found !== undefined) return found;
    pending.add(created);
    const entry = identify(created);
    pending.delete(created);
    known.set(created, entry);
    return entry;
  }

  function identify(created: CreatedInstance): { readonly uid: string; readonly adopted?: Values | undefined } {
    const { instance, plan } = created;
    const { declaration, address } = instance;
    const parent = getParent(instance);
    const key = naturalKey(instance, plan);
    const adopted = adoptedInstead(created);
    if (adopted !== undefined) return { uid: String(adopted['uid']), adopted };
    if (declaration.uidScheme === 'parentUid') return { uid: parent.uid ?? address };
    const canonical = canonicalFields(declaration, 'create', key) as JsonValue;
    const place = parent.isKnown ? (parent.uid ?? null) : [address];
    const twin = twins.get(created) ?? 0;
    return { uid: createPlaceholder(parent.uid, jsonText([declaration.kind, place, canonical, twin])) };
  }

  function adoptedInstead({ instance, existing }: CreatedInstance): Values | undefined {
    const { plan, address } = instance;
    const onExisting = findBlock(plan.configuration, address)?.onExisting ?? 'error';
    if (onExisting !== 'adopt' && onExisting !== 'unknown') return undefined;
    if (existing === 'unknown')
      problems.push(
        `${address}: on_existing is ${onExisting === 'adopt' ? '"adopt"' : 'an expression'}, but it is unknown if the object exists. Run "platform-iac plan" with access to the API.`,
      );
    const unmanaged = existing === 'unknown' ? [] : existing.filter((object) => !managed.has(String(object['uid'])));
    return unmanaged.length === 1 ? unmanaged[0] : undefined;
  }

  /** Resolves only the fields of the key: other fields can contain the uid that depends on the key. */
  function naturalKey(instance: Instance, plan: Values): Values {
    const { declaration } = instance;
    const names = declaration.naturalKey.map((name) => getAttribute(declaration, name));
    const own = Object.fromEntries(names.map((name) => [name, plan[name]]));
    const found = resolved(instance, own);
    const input = createInput(declaration, {
      plan: Object.fromEntries(names.map((name) => [name, found[name]])),
      config: {},
    });
    return Object.fromEntries(declaration.naturalKey.map((name) => [name, input[name]]));
  }

  function referred(instance: Instance, attribute: string): ReferredUid {
    const found = references(instance, attribute);
    if ('unresolved' in found) return { isKnown: false };
    const { key } = found;
    if (key === undefined) return { isKnown: true };
    const created = byKey.get(key);
    if (created !== undefined)
      return pending.has(created) ? { isKnown: false } : { uid: getEntry(created).uid, isKnown: true };
    return isUid(key) ? { uid: stable(key), isKnown: true } : { isKnown: false };
  }

  function getParent(instance: Instance): ReferredUid {
    const { declaration, key } = instance;
    const name = parentAttribute(declaration);
    if (name !== undefined) return referred(instance, name);
    return { uid: isUid(key) ? parentOfUid(declaration, key) : undefined, isKnown: true };
  }

  function resolved(instance: Instance, plan: Values): Values {
    const found = referenceAttributes(instance.declaration).flatMap(({ name }) => {
      if (!Object.hasOwn(plan, name)) return [];
      const { uid } = referred(instance, name);
      return uid === undefined ? [] : [[name, uid] as const];
    });
    return { ...stable(plan), ...Object.fromEntries(found) };
  }

  function stable<T>(value: T): T {
    return replaceUids(value, (uid) => {
      const created = byKey.get(uid);
      return created === undefined || pending.has(created) ? undefined : getEntry(created).uid;
    }) as T;
  }

  for (const created of creates) getEntry(created);
  const uids = own.map((created) => getEntry(created).uid);
  if (new Set(uids).size < uids.length)
    problems.push('Two created objects have the same placeholder. Rename one of them.');
  return {
    of: (created) => getEntry(created).uid,
    ofKey: (key) => {
      const created = byKey.get(key);
      return created === undefined ? stable(key) : getEntry(created).uid;
    },
    adopted: (created) => getEntry(created).adopted,
    referred,
    readParent: getParent,
    resolved,
    stable,
    problems,
  };
}

/** Numbers objects with the same parent and natural key by their addresses. */
function numbered(creates: readonly CreatedInstance[]): ReadonlyMap<CreatedInstance, number> {
  const groups = groupBy(creates, (created) => {
    const { declaration, values } = created.instance;
    const parent = parentAttribute(declaration);
    const names = [
      ...(parent === undefined ? [] : [parent]),
      ...declaration.naturalKey.map((name) => getAttribute(declaration, name)),
    ];
    const parts = names.map((name) =>
      values[name] === UNKNOWN_VALUE ? [created.instance.address, name] : values[name],
    );
    return JSON.stringify([declaration.kind, ...parts]);
  });
  const getAddress = ({ instance: { plan, address } }: CreatedInstance) => `${plan.name}:${address}`;
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.sort((a, b) => (getAddress(a) < getAddress(b) ? -1 : 1)).map((created, index) => [created, index] as const),
    ),
  );
}
