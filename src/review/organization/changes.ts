/** Describes the changes of objects for readers. */
import { containerKind, identity, role } from '../../model/kinds';
import { kindInWords } from '../../model/schema';
import type { AccessGraph } from '../../access/graph';
import type { ChangeStatus } from '../words/change-texts';
import type { Instance, Objects } from './objects/objects';
import { changedFields, type FieldChange, type Referring } from './objects/fields';
import { createPaths, isConnection, UNKNOWN_UNTIL_APPLY, getPath } from './objects/paths';
import type { ObjectMatch } from './object-matches';
import { createReferences, groupAttribute } from './objects/references';

/** The role that an identity has. */
interface Connection {
  readonly identity: string;
  readonly role: string;
}

/** The change of one object. */
export interface Change {
  /** For example `role binding`. */
  readonly kind: string;
  /** The path, or the connection. After the change, or before it for a deleted object. */
  readonly path: string;
  /** The identity and the role that a role binding connects. */
  readonly connects?: Connection | undefined;
  /** The path of its group; empty for a root group. */
  readonly group: string;
  readonly status: ChangeStatus;
  /** The previous path, if it differs. */
  readonly from?: string | undefined;
  readonly address: string;
  readonly plan: string;
  readonly fields: readonly FieldChange[];
}

/** Reads the paths and references of one side. */
export interface SideReader {
  readonly toPath: (instance: Instance) => string;
  readonly referring: Referring;
  /** Returns `undefined` if it connects nothing, or if a reference is unknown. */
  readonly getConnection: (instance: Instance) => Connection | undefined;
  /** Returns the path of the group of an object. */
  readonly findGroup: (instance: Instance) => string;
}

export function createReader(objects: Objects, graph: AccessGraph): SideReader {
  const refer = createReferences(objects);
  const referring: Referring = (instance, attribute, kind) => {
    const found = refer(instance, attribute);
    if ('unresolved' in found) return { key: undefined, path: UNKNOWN_UNTIL_APPLY };
    return found.key === undefined ? undefined : { key: found.key, path: getPath(graph, kind, found.key) };
  };
  return {
    toPath: createPaths(graph, refer),
    referring,
    getConnection: (instance) => {
      if (!isConnection(instance)) return undefined;
      const [who, what] = [
        referring(instance, 'identity_uid', identity.kind),
        referring(instance, 'role_uid', role.kind),
      ];
      return who?.key === undefined || what?.key === undefined ? undefined : { identity: who.path, role: what.path };
    },
    findGroup: (instance) => {
      const place = groupAttribute(instance.declaration);
      const found = place === undefined ? { key: undefined } : refer(instance, place);
      if ('unresolved' in found) return UNKNOWN_UNTIL_APPLY;
      return found.key === undefined ? '' : getPath(graph, containerKind.kind, found.key);
    },
  };
}

/** Returns the change of each match that changes: by the plan, or outside of Terraform. */
export function getChanges(
  matches: readonly ObjectMatch[],
  before: SideReader,
  after: SideReader,
  by: 'plan' | 'drift' = 'plan',
): Map<ObjectMatch, Change> {
  const changes = new Map<ObjectMatch, Change>();
  for (const match of matches) {
    const change = findChange(match, before, after, by);
    if (change !== undefined) changes.set(match, change);
  }
  return changes;
}

/** Returns the change of the object, or undefined if nothing changes. */
export function findChange(
  match: ObjectMatch,
  before: SideReader,
  after: SideReader,
  by: 'plan' | 'drift' = 'plan',
): Change | undefined {
  const { declaration, pathAfter, pathBefore } = match;
  const [was, is] = [match.before?.instances[0], match.after?.instances[0]];
  const instance = is ?? was;
  if (instance === undefined) return undefined;
  const referring = { before: before.referring, after: after.referring };
  const fields = was !== undefined && is !== undefined ? changedFields(declaration, was, is, referring) : [];
  // The current object contains its planned change, and the plan has not imported it yet.
  const { isImported = false, isAdopted = false } = (by === 'plan' ? is?.change : undefined) ?? {};
  const kept = isAdopted ? 'adopted' : isImported ? 'imported' : 'changed';
  const status = match.status === 'kept' ? kept : match.status;
  const connects = (is === undefined ? before : after).getConnection(instance);
  if (status === 'changed' && fields.length === 0) return undefined;
  return {
    kind: kindInWords(declaration),
    path: pathAfter ?? pathBefore ?? '',
    ...(connects !== undefined && { connects }),
    group: is === undefined ? before.findGroup(instance) : after.findGroup(instance),
    status,
    ...(pathBefore !== undefined && pathAfter !== undefined && pathBefore !== pathAfter && { from: pathBefore }),
    address: instance.address,
    plan: instance.plan.name,
    fields,
  };
}
