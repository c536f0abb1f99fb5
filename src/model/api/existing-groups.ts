/**
 * Passes the ids of existing groups from the constructs to a test of the program. A process can contain several copies of
 * this package, so the listener is a property of the process.
 */
import { PACKAGE_NAME } from './product';

type Listener = (uid: string, id: string) => void;

const listening = Symbol.for(`${PACKAGE_NAME}/existing-groups`);

type Listening = typeof process & { [listening]?: Listener | undefined };

/** Tells the listener, if there is one, which id the program gives to an existing group. */
export function announceExistingGroup(uid: string, id: string): void {
  (process as Listening)[listening]?.(uid, id);
}

/** Returns the result of `work`, and calls `listener` for each existing group that it declares. */
export function listenToExistingGroups<T>(listener: Listener, work: () => T): T {
  const listened = process as Listening;
  const before = listened[listening];
  listened[listening] = listener;
  try {
    return work();
  } finally {
    listened[listening] = before;
  }
}
