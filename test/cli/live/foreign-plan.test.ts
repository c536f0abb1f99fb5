import { createClient } from '../../../src/client';
import { findForeignPlan } from '../../../src/cli/live/api-connection';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import * as review from '../../../src/review';

let running: RunningEmulator;
beforeAll(async () => {
  running = await startEmulator();
});
afterAll(() => running.close());

const elsewhere = 'e'.repeat(40);

function planOf(parent: string, state: readonly string[] = []): review.TerraformPlan {
  const ours = { address: 'platform_group.a', type: 'platform_group', provider: PROVIDER_ADDRESS, mode: 'managed' };
  const prior = state.map((uid) => ({ ...ours, values: { uid } }));
  const changes = [{ ...ours, actions: ['create'], after: { name: 'a', parent_uid: parent } }];
  return { name: 'a', prior, changes } as unknown as review.TerraformPlan;
}

test.each([
  ['without a state, in another organization', () => planOf(elsewhere), true],
  ['without a state, in the organization of the token', () => planOf(running.rootGroupUid), false],
  // The reads of its objects are denied.
  ['with a state, in another organization', () => planOf(elsewhere, [`${elsewhere}/${'1'.repeat(16)}`]), false],
])('a plan %s', async (_, plan, isForeign) => {
  const connect = () => createClient({ baseUrl: running.baseUrl, token: running.token });
  const problem = await findForeignPlan(connect, plan(), review);
  if (isForeign)
    expect(problem).toBe(
      `The stack belongs to another organization than the token, so nothing can be compared. The object is in the organization ${elsewhere}, and the token belongs to "acme" (uid ${running.rootGroupUid}). Check PLATFORM_BASE_URL, PLATFORM_TOKEN and the state.`,
    );
  else expect(problem).toBeUndefined();
});
