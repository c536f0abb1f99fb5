/**
 * The API before any protocol: list, get, create, update and delete of any declared kind, for a caller, over the store.
 * Every rejection is a `ServiceError`, and then nothing was written.
 */
import { isUid, UID_PATTERN, type Values } from '../../model/api';
import { offers, findParentUid, type Declaration, type Operation } from '../../model/schema';
import type { StoredRecord } from '../store/row';
import { invalidField, notFound, permissionDenied, ServiceError } from '../wire/errors';
import type { Caller } from '../wire/route';
import type { Behaviors, ServiceCall, BehaviorContext, LookUp } from './kind-behavior';
import { readBatchDelete } from './batch-delete';
import { createRecord, readBatch } from './create';
import { listRecords, readQuery } from './list';
import { createPageTokens } from './page-token';
import { rememberingLookUp, toResponse, mayList, onlySent, onlyUids } from './record';
import { updateRecord } from './update';

export interface RecordPage {
  readonly items: readonly Values[];
  readonly nextPageToken?: string;
  readonly totalCount: number;
  readonly skipped: number;
}

/** Each returns JSON as v2 has it; v1 and gRPC translate that. */
export interface Service {
  readonly list: (declaration: Declaration, parameters: URLSearchParams, caller: Caller) => RecordPage;
  readonly get: (declaration: Declaration, uid: string, caller: Caller) => Values;
  /** Without `parentUid` the object is a root. */
  create(declaration: Declaration, parentUid: string | undefined, body: unknown, caller: Caller): Values;
  /** `mask` is `updateMask` as it came; without it the body's own keys are the mask. */
  update(declaration: Declaration, uid: string, body: unknown, mask: string | undefined, caller: Caller): Values;
  delete(declaration: Declaration, uid: string, caller: Caller): void;
  /** Creates all objects of the body or none, in the order of its requests. */
  batchCreate(declaration: Declaration, body: unknown, caller: Caller): Values[];
  /** Deletes the named objects of one parent, and returns those that existed. */
  batchDelete(declaration: Declaration, body: unknown, caller: Caller): { parent: string; items: readonly Values[] };
}

interface ServiceOptions {
  readonly context: BehaviorContext;
  readonly behaviors: Behaviors;
  /** The key that signs page tokens. */
  readonly pageTokenKey: string;
}

export function createService({ context, behaviors, pageTokenKey }: ServiceOptions): Service {
  const { store, access, clock } = context;
  const getBehavior = (declaration: Declaration) => behaviors.get(declaration) ?? {};
  const pageTokens = createPageTokens(pageTokenKey, clock);

  const getCall = (declaration: Declaration, caller: Caller): ServiceCall => ({
    declaration,
    behavior: getBehavior(declaration),
    caller,
  });
  const responses = (declaration: Declaration, lookUp: LookUp = (kind, uid) => store.get(kind, uid)) => {
    const remembering = rememberingLookUp(lookUp);
    return (record: StoredRecord) => toResponse(declaration, record, getBehavior(declaration), remembering);
  };
  /** For callers who cannot list the object that they wrote (contract A9). */
  const guardedResponses = (declaration: Declaration) =>
    responses(
      declaration,
      onlyUids((kind, uid) => store.get(kind, uid)),
    );
  const authorize = (caller: Caller, declaration: Declaration, verb: string, uid: string) => {
    const capability = `${declaration.capability}.${verb}`;
    if (!access.holds(caller, capability, uid)) throw permissionDenied([capability], uid);
  };
  const existing = (declaration: Declaration, uid: string): StoredRecord => {
    const record = store.get(declaration.kind, uid);
    if (record === undefined) throw notFound(declaration, uid);
    return record;
  };
  const create: Service['create'] = (declaration, parentUid, body, caller) => {
    checkCall(declaration, 'create', parentUid, 'parent');
    if (parentUid !== undefined) authorize(caller, declaration, 'create', parentUid);
    // Every caller may create a root (contract O3), but not with a token that is limited to capabilities or to groups.
    else if (caller.caps?.includes(`${declaration.capability}.create`) === false || caller.scopes !== undefined)
      throw permissionDenied([`${declaration.capability}.create`], declaration.collection);
    const call = getCall(declaration, caller);
    const record = createRecord(context, call, parentUid, body);
    const response = mayList(context, caller, declaration, record.uid) ? responses : guardedResponses;
    return { ...response(declaration)(record), ...call.behavior.createOnly?.(record, context) };
  };

  const remove = (declaration: Declaration, record: StoredRecord, caller: Caller): void => {
    const behavior = getBehavior(declaration);
    behavior.checkDelete?.(record, caller, context);
    store.remove(declaration.kind, record.uid);
    behavior.deleted?.(record, context);
  };

  return {
    list: (declaration, parameters, caller) => {
      checkCall(declaration, 'list');
      const query = readQuery(declaration, parameters);
      const { records, ...page } = listRecords(context, getCall(declaration, caller), query, pageTokens);
      return { items: records.map(responses(declaration)), ...page };
    },
    get: (declaration, uid, caller) => {
      checkCall(declaration, 'get', uid);
      const isPublic =
        getBehavior(declaration).rootsArePublic === true && findParentUid(declaration, uid) === undefined;
      if (!isPublic) authorize(caller, declaration, 'list', uid);
      return responses(declaration)(existing(declaration, uid));
    },
    create: (...call) => store.transaction(() => create(...call)),
    update: (declaration, uid, body, mask, caller) =>
      store.transaction(() => {
        checkCall(declaration, 'update', uid);
        authorize(caller, declaration, 'update', uid);
        const before = existing(declaration, uid);
        const { record, sent } = updateRecord(context, getCall(declaration, caller), before, body, mask);
        return mayList(context, caller, declaration, uid)
          ? responses(declaration)(record)
          : guardedResponses(declaration)(onlySent(record, sent));
      }),
    delete: (declaration, uid, caller) =>
      store.transaction(() => {
        checkCall(declaration, 'delete', uid);
        authorize(caller, declaration, 'delete', uid);
        const behavior = getBehavior(declaration);
        if (behavior.deleteIsIdempotent === true && store.get(declaration.kind, uid) === undefined) return;
        remove(declaration, existing(declaration, uid), caller);
      }),
    batchCreate: (declaration, body, caller) => {
      const { parent, bodies } = readBatch(declaration, body);
      return store.transaction(() => bodies.map((object) => create(declaration, parent, object, caller)));
    },
    batchDelete: (declaration, body, caller) =>
      store.transaction(() => {
        const { parent, names } = readBatchDelete(declaration, body);
        authorize(caller, declaration, 'delete', parent);
        const items = names.flatMap((uid): Values[] => {
          const record = store.get(declaration.kind, uid);
          if (record === undefined) return [];
          remove(declaration, record, caller);
          return mayList(context, caller, declaration, uid)
            ? [responses(declaration)(record)]
            : [guardedResponses(declaration)(onlySent(record, {}))];
        });
        return { parent, items };
      }),
  };
}

function checkCall(declaration: Declaration, operation: Operation, uid?: string, what = 'uid'): void {
  if (!offers(declaration, operation))
    throw new ServiceError('UNIMPLEMENTED', `Unimplemented: ${operation} of ${declaration.collection}`);
  if (uid !== undefined && !isUid(uid)) throw invalidField(what, `${what} must match "${UID_PATTERN}"`);
}
