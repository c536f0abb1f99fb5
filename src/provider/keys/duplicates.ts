/**
 * Finds duplicates in the lists of a refresh: an object that no resource of this stack manages, with the natural key of one that
 * a resource manages. A run that is killed right after a create leaves one if the next run reads a list that lags behind
 * (contract F5).
 */
import { parseTimestamp, type Values } from '../../api';
import { keyOf } from '../../client/find/natural-key';
import type { RealRuntime } from '../../client/transport/options';
import type { Diagnostic } from '../../plugin';
import { type Declaration, kindInWords, parentUidOf } from '../../schema';
import { plural } from '../../text/words';
import { hasExpired } from '../convert/expiry';
import { uidOf } from '../convert/to-state';
import { isDistinct, keyText } from './natural-key';
import { objectSubject } from '../messages/subject';
import type { Cancellable } from '../run/propagation';

export interface Duplicates {
  /** Records an object of a list. */
  listed(declaration: Declaration, object: Values): void;
  /** Returns the warning about the kind, once in a run. Called after each read of a managed object. */
  warnings(declaration: Declaration, call: Cancellable): Promise<Diagnostic[]>;
}

interface Options extends Pick<RealRuntime, 'clock' | 'sleep'> {
  readonly serviceClock: () => number;
  readonly isManaged: (declaration: Declaration, uid: string) => boolean;
}

/** The maximum time between the creations of an object and of its duplicate. Milliseconds. */
const MAX_DISTANCE_MS = 600_000;
/** The maximum number of duplicates that a warning names. */
const MAX_NAMED = 5;
/** The pause without the end of a further read, after which the managed objects count as known. Milliseconds. */
const QUIET_MS = 250;
const MAX_WAIT_MS = 5_000;

interface KindLists {
  readonly byKey: Map<string, Values[]>;
  /** The objects that share a key, for each such key. */
  readonly shared: Set<Values[]>;
  isReported: boolean;
}

interface Duplicate {
  readonly object: Values;
  /** The uid of the managed object. */
  readonly of: string;
}

export function createDuplicates({ clock, sleep, serviceClock, isManaged }: Options): Duplicates {
  const kinds = new Map<string, KindLists>();
  let reads = 0;

  function ofKind({ kind }: Declaration): KindLists {
    const lists = kinds.get(kind) ?? { byKey: new Map<string, Values[]>(), shared: new Set(), isReported: false };
    kinds.set(kind, lists);
    return lists;
  }

  function find(declaration: Declaration): Duplicate[] {
    const { expiry } = declaration.terraform ?? {};
    return [...ofKind(declaration).shared].flatMap((objects) => {
      const managed = objects.filter((object) => isManaged(declaration, uidOf(declaration, object)));
      return objects.flatMap((object): Duplicate[] => {
        if (managed.includes(object) || (expiry !== undefined && hasExpired(expiry, object, serviceClock()))) return [];
        const twin = managed.find((other) => areCreatedTogether(object, other));
        return twin === undefined ? [] : [{ object, of: uidOf(declaration, twin) }];
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

  return {
    listed(declaration, object) {
      const uid = uidOf(declaration, object);
      const key = keyOf(declaration, parentUidOf(declaration, uid), object);
      if (!isDistinct(declaration, key)) return;
      const { byKey, shared } = ofKind(declaration);
      const text = keyText(declaration, key);
      const others = byKey.get(text);
      if (others === undefined) byKey.set(text, [object]);
      else if (!others.some((other) => uidOf(declaration, other) === uid)) {
        others.push(object);
        shared.add(others);
      }
    },
    async warnings(declaration, call) {
      reads++;
      const lists = ofKind(declaration);
      if (lists.isReported || lists.shared.size === 0 || find(declaration).length === 0) return [];
      await untilQuiet(call.signal);
      const duplicates = find(declaration);
      if (lists.isReported || duplicates.length === 0) return [];
      lists.isReported = true;
      return [duplicatesWarning(declaration, duplicates)];
    },
  };
}

function areCreatedTogether(one: Values, other: Values): boolean {
  const [first, second] = [one, other].map((object) => parseTimestamp(String(object['createTime'])));
  return first !== undefined && second !== undefined && Math.abs(first.getTime() - second.getTime()) <= MAX_DISTANCE_MS;
}

function duplicatesWarning(declaration: Declaration, duplicates: readonly Duplicate[]): Diagnostic {
  const kind = kindInWords(declaration);
  const named = duplicates
    .slice(0, MAX_NAMED)
    .map(({ object, of }) => `  - ${objectSubject(declaration, object)}, like uid ${of}`);
  const rest = duplicates.length - named.length;
  const [which, it] = duplicates.length === 1 ? ['This', 'it'] : ['These', 'them'];
  return {
    severity: 'warning',
    summary: `Possible duplicate ${plural(kind)}`,
    detail: [
      `${which} ${duplicates.length === 1 ? `${kind} is` : `${plural(kind)} are`} not managed by this stack; an interrupted run may have created ${it}:`,
      ...named,
      ...(rest > 0 ? [`  - and ${rest} more`] : []),
      `The named object of this stack has the same parent and name or references, and was created within ten minutes. Compare both, and delete the one that you do not need.`,
    ].join('\n'),
  };
}
