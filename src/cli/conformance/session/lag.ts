/** Measures for how long reads lag behind a write (contract F5). */
import type { Values } from '../../../model/api';
import type { Kit } from './kit';

const POLL_MS = 250;
/** Reads can differ from one request to the next: as many in a row must show the object. */
const STEADY = 8;
const MAX_LAG_MS = 8_000;

/** Returns the time to wait after each write, in milliseconds: 0 if every first read shows the object. */
export async function measureLag(kit: Kit, clock: () => number): Promise<number> {
  // A service that rejects the identity is the finding of a case.
  const identity = await kit.make('identities').catch(() => undefined);
  if (identity === undefined) return 0;
  const writtenAt = clock();
  const first = await Promise.all([1, 2, 3].map(() => isShown(kit, identity)));
  if (first.every(Boolean)) return 0;
  let shownSince = Infinity;
  for (let steady = 0; steady < STEADY && clock() - writtenAt < MAX_LAG_MS;) {
    if (await isShown(kit, identity)) {
      if (steady === 0) shownSince = clock();
      steady++;
    } else steady = 0;
    await kit.sleep(POLL_MS);
  }
  return Math.min(MAX_LAG_MS, Math.max(1000, Math.min(shownSince, clock()) - writtenAt) * 2);
}

async function isShown(kit: Kit, { uid }: Values): Promise<boolean> {
  const [one, many] = await Promise.all([
    kit.send('GET', `identities/${String(uid)}`),
    kit.send('GET', 'identities', { query: { 'uidp.ids': String(uid) } }),
  ]);
  const items = many.json['identities'];
  return one.code === 'OK' && Array.isArray(items) && items.length === 1;
}
