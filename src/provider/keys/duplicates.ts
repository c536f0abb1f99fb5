/**
 * Finds duplicates in the lists of a refresh: an object that no resource of this stack manages, with the natural key of one that
 * a resource manages. A run that is killed right after a create leaves one if the next run reads a list that lags behind
 * (contract F5).
 */
import { parseTimestamp, type Values } from '../../model/api';
import { getNaturalKey, type RealRuntime } from '../../client/internal';
import type { Diagnostic } from '../../plugin';
import { type Declaration, kindInWords, findParentUid } from '../../model/schema';
import { plural } from '../../base/text/words';
import { getObjectUid } from '../convert/to-state';
import type { Existence, ManagedUids } from './existence';
import { isDistinct, keyText } from './key-text';
import { createWarning } from '../messages/severity';
import { objectSubject } from '../messages/subject';
import type { AbortableContext } from '../refresh/propagation';

interface Options extends Pick<RealRuntime, 'clock' | 'sleep'> {
  readonly existence: Pick<Existence, 'unexpired'>;
  readonly managed: ManagedUids;
}

/** The maximum time between the creations of an object and of its duplicate. Milliseconds. */
const MAX_DISTANCE_MS = 600_000;
/** The maximum number of duplicates of a kind that the warnings of a run name. */
const MAX_NAMED = 5;
/**
 * The pause without the end of a further read, after which the managed objects count as known. Milliseconds. A run that reads
 * one object at a time gets a warning for each of its duplicates.
 */
const QUIET_MS = 250;
const MAX_WAIT_MS = 5_000;

interface KindLists {
  readonly byKey: Map<string, Values[]>;
  /** The objects that share a key, for each such key. */
  readonly shared: Set<Values[]>;
  readonly reported: Set<Values>;
}

interface Duplicate {
  readonly object: Values;
  /** The uid of the managed object. */
  readonly of: string;
}

export function createDuplicates({ clock, sleep, existence, managed: managedObjects }: Options) {
  const kinds = new Map<Declaration, KindLists>();
  let reads = 0;
  let isWaiting = false;

  function ofKind(declaration: Declaration): KindLists {
    const lists = kinds.get(declaration) ?? {
      byKey: new Map<string, Values[]>(),
      shared: new Set(),
      reported: new Set(),
    };
    kinds.set(declaration, lists);
    return lists;
  }

  function findUnreported(declaration: Declaration, { shared, reported }: KindLists): Duplicate[] {
    if (reported.size >= MAX_NAMED) return [];
    return [...shared].flatMap((objects) => {
      const managed = objects.filter((object) => managedObjects.has(declaration, getObjectUid(declaration, object)));
      return existence.unexpired(declaration, objects).flatMap((object): Duplicate[] => {
        if (managed.includes(object) || reported.has(object)) return [];
        const twin = managed.find((other) => areCreatedTogether(object, other));
        return twin === undefined ? [] : [{ object, of: getObjectUid(declaration, twin) }];
      });
    });
  }

  /** Waits until the other reads have ended: an object that they read is managed by this stack. */
  async function untilQuiet(signal: AbortSignal): Promise<void> {
    const deadline = clock() + MAX_WAIT_MS;
    let before: number;
    do {
      before = reads;
      await sleep(QUIET_MS, signal).catch(() => undefined);
    } while (reads !== before && clock() < deadline && !signal.aborted);
  }

  function report(declaration: Declaration, lists: KindLists): Diagnostic[] {
    const duplicates = findUnreported(declaration, lists);
    if (duplicates.length === 0) return [];
    const named = duplicates.slice(0, MAX_NAMED - lists.reported.size);
    for (const { object } of duplicates) lists.reported.add(object);
    return [duplicatesWarning(declaration, named, duplicates.length - named.length)];
  }

  return {
    listed(declaration: Declaration, object: Values): void {
      const uid = getObjectUid(declaration, object);
      const key = getNaturalKey(declaration, findParentUid(declaration, uid), object);
      if (!isDistinct(declaration, key)) return;
      const { byKey, shared } = ofKind(declaration);
      const text = keyText(declaration, key);
      const others = byKey.get(text);
      if (others === undefined) byKey.set(text, [object]);
      else if (!others.some((other) => getObjectUid(declaration, other) === uid)) {
        others.push(object);
        shared.add(others);
      }
    },
    /** Returns a warning for each kind with duplicates that no warning has reported. Called after each read of a managed object. */
    async warnings(call: AbortableContext): Promise<Diagnostic[]> {
      reads++;
      // Only one read waits, because Terraform does not begin others than its parallelism allows.
      if (isWaiting || ![...kinds].some((entry) => findUnreported(...entry).length > 0)) return [];
      isWaiting = true;
      await untilQuiet(call.signal);
      isWaiting = false;
      return [...kinds].flatMap((entry) => report(...entry));
    },
  };
}

function areCreatedTogether(...objects: readonly Values[]): boolean {
  const [first, second] = objects.map((object) => parseTimestamp(String(object['createTime'])));
  return first !== undefined && second !== undefined && Math.abs(first.getTime() - second.getTime()) <= MAX_DISTANCE_MS;
}

function duplicatesWarning(declaration: Declaration, named: readonly Duplicate[], others: number): Diagnostic {
  const kind = kindInWords(declaration);
  const isOnly = named.length + others === 1;
  const [which, it] = isOnly ? ['This', 'it'] : ['These', 'them'];
  const detail = [
    `${which} ${isOnly ? `${kind} is` : `${plural(kind)} are`} not managed by this stack; an interrupted run may have created ${it}:`,
    ...named.map(({ object, of }) => `  - ${objectSubject(declaration, object)}, like uid ${of}`),
    ...(others > 0 ? [`  - and ${others} more`] : []),
    'The named object of this stack has the same parent and name or references, and was created within ten minutes. Compare both, and delete the one that you do not need.',
    'First look for its uid in "terraform show": a plan with -target, or with -parallelism=1, may not have read its resource yet.',
  ];
  return createWarning('DUPLICATE_OBJECT', `Possible duplicate ${plural(kind)}`, detail);
}
