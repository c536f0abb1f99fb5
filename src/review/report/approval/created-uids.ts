/**
 * The uids by which approved writes name the objects that a change creates: placeholders that are the same in each plan of the
 * change, or the uid of an existing object that is adopted.
 */
import { isUid, jsonText, snakeCase, type JsonValue, type Values } from '../../../api';
import { canonicalFields, createSentFields, placeholderOf, replaceUids } from '../../../approved';
import { parentOfUid, type Instance } from '../../organization/objects/objects';
import { type createReferences, parentAttribute, referenceAttributes } from '../../organization/objects/references';
import { blockOf } from '../../input/plan/configuration';
import { UNKNOWN } from '../../input/plan/plan';

export interface Created {
  readonly instance: Instance;
  /** Its planned attributes. */
  readonly plan: Values;
  /** The objects that have its natural key when it is applied, by attributes; `unknown` if nobody looked. */
  readonly existing: readonly Values[] | 'unknown';
}

export interface Referred {
  /** Absent: it refers to nothing, or to an unknown object. */
  readonly uid?: string | undefined;
  readonly isKnown: boolean;
}

export interface CreatedUids {
  /** The placeholder of what is created, or the uid of what is adopted. */
  of(created: Created): string;
  /** The existing object that is adopted instead, by attributes. */
  adopted(created: Created): Values | undefined;
  /** The object that a reference attribute names. */
  referred(instance: Instance, attribute: string): Referred;
  parentOf(instance: Instance): Referred;
  /** The planned attributes with their references resolved, and with the uids of this list. */
  resolved(instance: Instance, plan: Values): Values;
  /** The value with the uids of this list. */
  stable<T>(value: T): T;
  /** Reasons why it is unknown what is adopted. */
  readonly problems: readonly string[];
}

interface Options {
  readonly references: ReturnType<typeof createReferences>;
  /** Uids that the plans manage: these are not adopted. */
  readonly managed: ReadonlySet<string>;
}

const { createInput } = createSentFields((value) => value === UNKNOWN);

export function createUids(creates: readonly Created[], { references, managed }: Options): CreatedUids {
  const problems: string[] = [];
  // An object with its parent's uid is not referred to by a uid of its own.
  const own = creates.filter(({ instance }) => instance.declaration.uidScheme !== 'parentUid');
  const byKey = new Map(own.map((created) => [created.instance.key, created]));
  const twins = numbered(own);
  const known = new Map<Created, { readonly uid: string; readonly adopted?: Values | undefined }>();

  /** Objects whose uid is being determined: a plan in which groups contain each other leads back to them. */
  const pending = new Set<Created>();

  function entryOf(created: Created) {
    const found = known.get(created);
    if (found !== undefined) return found;
    pending.add(created);
    const entry = identify(created);
    pending.delete(created);
    known.set(created, entry);
    return entry;
  }

  function identify(created: Created): { readonly uid: string; readonly adopted?: Values | undefined } {
    const { instance, plan } = created;
    const { declaration, address } = instance;
    const parent = parentOf(instance);
    const key = naturalKey(instance, plan);
    const adopted = adoptedInstead(created);
    if (adopted !== undefined) return { uid: String(adopted['uid']), adopted };
    if (declaration.uidScheme === 'parentUid') return { uid: parent.uid ?? address };
    const canonical = canonicalFields(declaration, 'create', key) as JsonValue;
    const place = parent.isKnown ? (parent.uid ?? null) : [address];
    const twin = twins.get(created) ?? 0;
    return { uid: placeholderOf(parent.uid, jsonText([declaration.kind, place, canonical, twin])) };
  }

  function adoptedInstead({ instance, existing }: Created): Values | undefined {
    const { plan, address } = instance;
    const onExisting = blockOf(plan.configuration, address)?.onExisting ?? 'error';
    if (onExisting !== 'adopt' && onExisting !== 'unknown') return undefined;
    if (existing === 'unknown')
      problems.push(
        `${address}: on_existing is ${onExisting === 'adopt' ? '"adopt"' : 'an expression'}, and nobody looked up whether the object exists. Run "platform-iac plan" with access to the API.`,
      );
    const unmanaged = existing === 'unknown' ? [] : existing.filter((object) => !managed.has(String(object['uid'])));
    return unmanaged.length === 1 ? unmanaged[0] : undefined;
  }

  /** Resolves only the fields of the key: others may contain the uid that follows from it. */
  function naturalKey(instance: Instance, plan: Values): Values {
    const { declaration } = instance;
    const names = declaration.naturalKey.map(snakeCase);
    const own = Object.fromEntries(names.map((name) => [name, plan[name]]));
    const found = resolved(instance, own);
    const input = createInput(declaration, {
      plan: Object.fromEntries(names.map((name) => [name, found[name]])),
      config: {},
    });
    return Object.fromEntries(declaration.naturalKey.map((name) => [name, input[name]]));
  }

  function referred(instance: Instance, attribute: string): Referred {
    const found = references(instance, attribute);
    if ('unresolved' in found) return { isKnown: false };
    const { key } = found;
    if (key === undefined) return { isKnown: true };
    const created = byKey.get(key);
    if (created !== undefined)
      return pending.has(created) ? { isKnown: false } : { uid: entryOf(created).uid, isKnown: true };
    return isUid(key) ? { uid: stable(key), isKnown: true } : { isKnown: false };
  }

  function parentOf(instance: Instance): Referred {
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
      return created === undefined || pending.has(created) ? undefined : entryOf(created).uid;
    }) as T;
  }

  for (const created of creates) entryOf(created);
  const uids = own.map((created) => entryOf(created).uid);
  if (new Set(uids).size < uids.length)
    problems.push('Two objects that are created have the same placeholder. Rename one of them.');
  return {
    of: (created) => entryOf(created).uid,
    adopted: (created) => entryOf(created).adopted,
    referred,
    parentOf,
    resolved,
    stable,
    problems,
  };
}

/** Objects with the same place and natural key are numbered by their addresses. */
function numbered(creates: readonly Created[]): ReadonlyMap<Created, number> {
  const groups = new Map<string, Created[]>();
  for (const created of creates) {
    const { declaration, values } = created.instance;
    const parent = parentAttribute(declaration);
    const names = [...(parent === undefined ? [] : [parent]), ...declaration.naturalKey.map(snakeCase)];
    const parts = names.map((name) => (values[name] === UNKNOWN ? [created.instance.address, name] : values[name]));
    const text = JSON.stringify([declaration.kind, ...parts]);
    groups.set(text, [...(groups.get(text) ?? []), created]);
  }
  const addressOf = ({ instance: { plan, address } }: Created) => `${plan.name}:${address}`;
  return new Map(
    [...groups.values()].flatMap((group) =>
      group
        .sort((one, other) => (addressOf(one) < addressOf(other) ? -1 : 1))
        .map((created, index) => [created, index] as const),
    ),
  );
}
