/** Answers whether an object with a natural key exists already: a create must not duplicate it. */
import type { Values } from '../../model/api';
import { type Client, isNotFound, type MalformedObject } from '../../client';
import { findByKey, findByKeyInV1, hasKey, createMatcher, type ObjectKey } from '../../client/internal';
import type { DiagError } from '../../plugin';
import { type Declaration, kindInWords, listPath } from '../../model/schema';
import { withoutExpired } from '../convert/expiry';
import { getObjectUid } from '../convert/to-state';
import { CodedError } from '../messages/severity';
import { collectionInWords } from '../messages/subject';
import type { Propagation } from '../refresh/propagation';
import type { RecentObjects } from '../refresh/recent-objects';

export type Existence = ReturnType<typeof createExistence>;

export interface ManagedUids {
  has(declaration: Declaration, uid: string): boolean;
}

interface Options {
  readonly recent: RecentObjects;
  readonly propagation: Propagation;
  readonly serviceClock: () => number;
}

export function createExistence(client: Client, { recent, propagation, serviceClock }: Options) {
  /** Returns the objects that have not expired by the service's clock. Only these conflict with others of their key. */
  const unexpired = (declaration: Declaration, objects: readonly Values[]): Values[] =>
    withoutExpired(declaration, objects, serviceClock());
  /** Returns every object with this key, in the order of the list, corrected by the writes of this run. */
  async function findAll(declaration: Declaration, key: ObjectKey, signal: AbortSignal): Promise<Values[]> {
    const { objects, doubtful } = await findByKey(client, declaration, key, { signal });
    if (doubtful.length > 0) throw undecided(declaration, doubtful);
    return recent.corrected(declaration, objects, createMatcher(declaration, key));
  }

  /**
   * Returns the objects with the key from the list of v1 and from the writes of this run. Returns `undefined` if v1 has no list
   * and this run has written no such object.
   */
  async function findAllInV1(declaration: Declaration, key: ObjectKey, signal: AbortSignal) {
    const listed = await findByKeyInV1(client, declaration, key, { signal });
    const found = recent.corrected(declaration, listed ?? [], (object) => hasKey(declaration, object, key));
    return listed === undefined && found.length === 0 ? undefined : found;
  }

  return {
    unexpired,
    findAll,
    findAllInV1,
    async find(declaration: Declaration, key: ObjectKey, signal: AbortSignal): Promise<Values[]> {
      const found = await propagation.retryWhilePropagating({ uid: key.parent }, { signal }, () =>
        findAll(declaration, key, signal),
      );
      return unexpired(declaration, found);
    },
    /** Returns the same where the API has no readable list of the kind, or `undefined` if v1 has none either. */
    async findWithoutList(declaration: Declaration, key: ObjectKey, signal: AbortSignal) {
      const found = await findAllInV1(declaration, key, signal);
      return found && unexpired(declaration, found);
    },
    /**
     * Returns the current form of listed objects that exist and have the key. A list that lags behind (contract F5) still shows
     * deleted objects and former values, so a single read decides. If the read fails, the list counts.
     */
    async confirm(
      declaration: Declaration,
      key: ObjectKey,
      listed: readonly Values[],
      signal: AbortSignal,
    ): Promise<Values[]> {
      // Objects identified by the uid of their group already come from a single read (contract U4).
      if (declaration.uidScheme === 'parentUid') return [...listed];
      const confirmed = listed.map(async (object): Promise<Values[]> => {
        const uid = getObjectUid(declaration, object);
        // A read that lags behind may lack a young object, which then counts as existing.
        const target = { uid, createTime: object['createTime'] };
        try {
          const current = await propagation.retryWhilePropagating(target, { signal }, () =>
            client.get(declaration, uid, { signal }),
          );
          return hasKey(declaration, current, key) ? [current] : [];
        } catch (error) {
          signal.throwIfAborted();
          return isNotFound(error) ? [] : [object];
        }
      });
      return (await Promise.all(confirmed)).flat();
    },
  };
}

function undecided(declaration: Declaration, malformed: readonly MalformedObject[]): DiagError {
  const kind = kindInWords(declaration);
  return new CodedError('MALFORMED_OBJECT', `Cannot determine whether the ${kind} exists`, [
    `The service returns a malformed object that may be it:`,
    ...malformed.map(({ subject, problem }) => `  ${subject}: ${problem}`),
    `Nothing was sent. Report it to the operator of the service, or refer to the ${kind} by its uid.`,
  ]);
}

/** Returns the error for a search that needs a list. `advice`: the next step. */
export function missingList(declaration: Declaration, subject: string, advice: string): DiagError {
  return new CodedError('LIST_UNREADABLE', `No readable list of ${collectionInWords(declaration)}`, [
    `Cannot find ${subject}: the API has no readable list of ${declaration.collection} (GET ${listPath(declaration)}), and v1 has none.`,
    `${advice} If other lists are missing, too, check base_url.`,
  ]);
}
