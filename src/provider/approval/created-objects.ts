/**
 * Finds the objects for the placeholders of an approved report. This process knows the uids of the objects that it created.
 * Objects of another process (an earlier run, another provider block) are read, and identified by parent, natural key and
 * fields.
 */
import { isPlaceholderUid, type Values } from '../../model/api';
import { type Allowance, hasApprovedFields, uidsIn } from '../../model/approval';
import type { ReportedWrite } from '../../model/report';
import { ApiError, type Client, isNotFound } from '../../client';
import { findByKeyInV1, getNaturalKey, lacksList } from '../../client/internal';
import { getDeclaration } from '../../model/kinds';
import { type Declaration, kindInWords, findParentUid } from '../../model/schema';
import type { Existence } from '../keys/existence';

export interface LookupService {
  readonly client: Client;
  readonly existence: Pick<Existence, 'findAll'>;
}

/** @param allowance learns the uids, and the creates that another process has executed */
export function createCreatedObjects(
  writes: readonly ReportedWrite[],
  allowance: Allowance,
  { client, existence }: LookupService,
) {
  const { named } = allowance;
  const creates = writes.filter(({ action, uid }) => action === 'create' && uid !== undefined);
  const reportedUids = new Set(uidsIn(writes));
  const reading = new Map<string, Promise<void>>();

  function identifyOne(uid: string, signal: AbortSignal): Promise<void> {
    const isSettled = allowance.isKnown(uid) || reportedUids.has(uid) || isPlaceholderUid(uid);
    if (isSettled) return Promise.resolve();
    const read = reading.get(uid) ?? readOne(uid, signal).finally(() => reading.delete(uid));
    reading.set(uid, read);
    return read;
  }

  async function readOne(uid: string, signal: AbortSignal): Promise<void> {
    const kinds = new Set(creates.filter(({ uid: created }) => !allowance.isCreated(created)).map(({ kind }) => kind));
    for (const kind of kinds) {
      const declaration = getDeclaration(kind);
      const object = await found(declaration, uid, signal);
      if (object === undefined) continue;
      const parent = findParentUid(declaration, uid);
      if (parent !== undefined) await identifyOne(parent, signal);
      const place = parent === undefined ? undefined : named(parent);
      const listed = creates.find(
        (create) =>
          create.kind === kind &&
          create.parent === place &&
          !allowance.isCreated(create.uid) &&
          hasApprovedFields(create, declaration, named(object)),
      );
      if (listed === undefined || !(await isOnlyOne(declaration, object, parent, signal))) continue;
      if (allowance.created(listed, uid)) allowance.use(listed);
      return;
    }
  }

  async function found(declaration: Declaration, uid: string, signal: AbortSignal): Promise<Values | undefined> {
    try {
      return await client.get(declaration, uid, { signal });
    } catch (error) {
      // The uid may belong to another kind, in a place where this kind cannot be read.
      if (isNotFound(error) || ApiError.from(error).code === 'PERMISSION_DENIED') return undefined;
      throw error;
    }
  }

  /** Returns true if no other object has the key. Otherwise the report could mean the other one. */
  async function isOnlyOne(
    declaration: Declaration,
    object: Values,
    parent: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const key = getNaturalKey(declaration, parent, object);
    const inV1 = (error: unknown) => {
      if (!lacksList(error)) throw error;
      return findByKeyInV1(client, declaration, key, { signal });
    };
    const found = await existence.findAll(declaration, key, signal).catch(inV1);
    if (found !== undefined) return found.length === 1;
    throw new Error(
      `The API has no readable list of ${declaration.collection}, so another ${kindInWords(declaration)} can have the natural key of ${String(object['uid'])}.`,
    );
  }

  return {
    /** Reads the objects that the value refers to by unknown uids, and identifies those that the report creates. */
    async identify(value: unknown, signal: AbortSignal): Promise<void> {
      for (const uid of uidsIn(value)) await identifyOne(uid, signal);
    },
  };
}
