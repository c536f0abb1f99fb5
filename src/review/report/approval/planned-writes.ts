/**
 * Lists the writes that an apply of the plans sends. They are approved with the report. The provider derives the fields of a
 * request in the same way, so that both can be compared field for field.
 */
import { type Values } from '../../../model/api';
import { createSentFields, listWrite, type Write } from '../../../model/approval';
import type { ReportedWrite } from '../../../model/report';
import {
  behaves,
  type Declaration,
  type Field,
  type FieldType,
  getAttribute,
  toAttribute,
  decidingFields,
  inputs,
  terraformInputs,
} from '../../../model/schema';
import type { Analysis } from '../../access/analysis';
import { createUids, type CreatedInstance } from './created-uids';
import { plannedCreates } from '../../organization/context/existing';
import { parentOfUid, type Instance } from '../../organization/objects/objects';
import { createReferences } from '../../organization/objects/references';
import { UNKNOWN_VALUE, type ResourceChange } from '../../input/plan/plan';
import { isSensitive } from '../../input/plan/values';

/** A planned write, and its form in the report of its plan. */
export interface PlannedWrite {
  readonly write: Write;
  readonly listed: ReportedWrite;
}

export interface PlannedWrites {
  readonly writes: readonly PlannedWrite[];
  /** Reasons why the list may be wrong. */
  readonly problems: readonly string[];
  /** Returns the uid, or the placeholder, of the object with a key. */
  readonly getUid: (key: string) => string;
}

const { createFields, createInput, updateChanges } = createSentFields((value) => value === UNKNOWN_VALUE);

/** Returns the writes of the plans, sorted independently of the order of the plans. */
export function plannedWrites({
  organization,
  readers,
  plans,
  context,
  partial,
}: Pick<Analysis, 'organization' | 'readers' | 'plans' | 'context' | 'partial'>): PlannedWrites {
  const existing = new Map(plannedCreates(plans, context).map((create) => [create.change, create.existing]));
  const managed = new Set([...organization.before.values()].flatMap(({ isManaged, key }) => (isManaged ? [key] : [])));
  const creates = new Map(
    organization.transitions.flatMap(({ after, change }): [ResourceChange, CreatedInstance][] =>
      after !== undefined && change.fate?.isMade === true
        ? [[change, { instance: after, plan: change.after ?? {}, existing: existing.get(change) ?? 'unknown' }]]
        : [],
    ),
  );
  const narrowings = getNarrowings(partial);
  const references = createReferences(organization.after);
  const uids = createUids([...creates.values()], { references, managed });

  function write(sent: Omit<Write, 'declaration'>, { instance, plan, path, ...more }: Sending): PlannedWrite {
    const { declaration, sensitive } = instance;
    const own: Write = { declaration, ...sent };
    const all = createInput(declaration, { plan, config: {} });
    const key = Object.fromEntries(declaration.naturalKey.map((name) => [name, all[name]]));
    const isHidden = (field: string) => isSensitive(sensitive, getAttribute(declaration, field));
    const after = sent.action === 'delete' ? [] : [...(narrowings.get(instance.key) ?? [])];
    return {
      write: own,
      listed: listWrite({ write: own, path: uids.stable(path), key, isSensitive: isHidden, after, ...more }),
    };
  }

  function created(of: CreatedInstance): PlannedWrite {
    const { instance } = of;
    const { declaration } = instance;
    const plan = uids.resolved(instance, of.plan);
    const parent = uids.readParent(instance);
    const unknown = [
      ...unknownInputs(declaration, plan),
      ...(parent.isKnown ? [] : [declaration.parent?.name ?? 'parent']),
    ];
    const sending = { instance, plan, path: readers.after.toPath(instance), unknown };
    const adopted = uids.adopted(of);
    const uid = uids.of(of);
    if (adopted !== undefined) {
      const fields = updateChanges(declaration, { plan, config: {} }, adopted);
      return write({ action: 'adopt', uid, parent: parent.uid, fields }, sending);
    }
    const fields = createFields(declaration, { plan, config: {} });
    const placeholder = declaration.uidScheme === 'parentUid' ? undefined : uid;
    return write({ action: 'create', parent: parent.uid, fields }, { placeholder, ...sending });
  }

  function updated(instance: Instance, { before = {}, after = {} }: ResourceChange): PlannedWrite[] {
    const { declaration, key: uid } = instance;
    const plan = uids.resolved(instance, after);
    const unknown = unknownInputs(declaration, plan);
    const fields = updateChanges(declaration, { plan, config: {} }, before);
    if (Object.keys(fields).length === 0 && unknown.length === 0) return [];
    const path = readers.after.toPath(instance);
    const parent = parentOfUid(declaration, uid);
    return [write({ action: 'update', uid, parent, fields }, { instance, plan, path, unknown })];
  }

  /** Returns the write of an adoption, also without fields: a later plan can change the managed object. */
  function adopted(instance: Instance, { before = {}, after = {} }: ResourceChange): PlannedWrite {
    const { declaration, key: uid } = instance;
    const plan = uids.resolved(instance, after);
    const fields = updateChanges(declaration, { plan, config: {} }, before);
    const sending = { instance, plan, path: readers.after.toPath(instance), unknown: unknownInputs(declaration, plan) };
    return write({ action: 'adopt', uid, parent: parentOfUid(declaration, uid), fields }, sending);
  }

  function deleted(instance: Instance): PlannedWrite {
    const { declaration, key: uid, values: plan } = instance;
    const path = readers.before.toPath(instance);
    const parent = parentOfUid(declaration, uid);
    // The provider compares the object with these values before it deletes it.
    const values = createInput(declaration, { plan, config: {} });
    const fields = Object.fromEntries(decidingFields(declaration).map(([name]) => [name, values[name]]));
    return write({ action: 'delete', uid, parent, fields }, { instance, plan, path, unknown: [] });
  }

  const writes = organization.transitions.flatMap(({ before, after, change }) => {
    const creation = creates.get(change);
    if (change.isAdopted === true && after !== undefined) return [adopted(after, change)];
    const isUpdate = before !== undefined && after !== undefined && change.actions.includes('update');
    return [
      ...(before !== undefined && change.fate?.old === 'gone' ? [deleted(before)] : []),
      ...(creation === undefined ? [] : [created(creation)]),
      ...(isUpdate ? updated(after, change) : []),
    ];
  });
  const sorted = writes.map((plannedWrite) => [JSON.stringify(plannedWrite.listed), plannedWrite] as const);
  sorted.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return { writes: sorted.map(([, one]) => one), problems: uids.problems, getUid: uids.ofKey };
}

/** Returns the keys of the objects that must change before an object, by its key. */
function getNarrowings(partial: Analysis['partial']): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { done, open } of (partial?.rows ?? []).flatMap(({ chains }) => chains))
    for (const key of done) found.set(key, new Set([...(found.get(key) ?? []), ...open]));
  return found;
}

/** The object of a write, without the sent fields. */
interface Sending {
  readonly instance: Instance;
  /** The attributes, for the natural key. */
  readonly plan: Values;
  readonly path: string;
  readonly unknown: readonly string[];
  readonly placeholder?: string | undefined;
}

/** Returns the fields of a request with unknown values: these values cannot be approved. */
function unknownInputs(declaration: Declaration, plan: Values): string[] {
  return [...inputs(declaration), ...terraformInputs(declaration)]
    .filter(([name, field]) => isUnknownInput(field, plan[toAttribute(name, field)]))
    .map(([name]) => name);
}

/** Returns true if an input is unknown. A computed value of the service is not sent. If an expression resolves it, it is not approved. */
function isUnknownInput(field: Field, value: unknown): boolean {
  return !behaves(field, 'serverDefault') && isUnknownValue(field.type, value);
}

function isUnknownValue(type: FieldType, value: unknown): boolean {
  if (value === UNKNOWN_VALUE) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (type.is === 'message')
    return Object.entries(type.fields).some(([name, field]) =>
      isUnknownInput(field, (value as Values)[toAttribute(name, field)]),
    );
  if (type.is !== 'list' && type.is !== 'map') return false;
  return Object.values(value).some((inner) => isUnknownValue(type.of, inner));
}
