/**
 * A run that continues within the lag after a kill can create an object twice. Every later plan warns about that, without a
 * further request.
 */
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy';
import { unwrapped } from '../../support/terraform';
import { fiftyResources } from './fifty-resources';
import { descendantsOf, setProcessStage, until, type ProcessStage } from './process-stage';
import { setStage, type Stage } from './stage';

jest.setTimeout(300_000);

let stage: Stage | ProcessStage | undefined;
let proxy: FaultProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  await stage?.close();
  [proxy, stage] = [undefined, undefined];
});

const applying = ['apply', '-auto-approve', '-no-color', '-input=false'];
const PHRASE = 'not managed by this stack; an interrupted run may have created';

const identities = (count: number): string => `
resource "platform_identity" "ci" {
  count       = ${count}
  group_uid   = "ROOT"
  name        = "ci-\${count.index}"
  claim_match = { issuer = "https://issuer.example", subject = "s \${count.index}" }
}
`;

test('the built provider: a second apply within the lag after a kill creates a duplicate, and the next plan warns', async () => {
  const running = await setProcessStage(identities(12));
  stage = running;
  const { tf } = running;
  await tf.apply();
  running.configure(identities(13));
  await running.faults.add({ effect: 'lag', lagMs: 120_000, reads: 'lists' });
  const never = new Promise<void>(() => undefined);
  proxy = await startFaultProxy(running.baseUrl, ({ method }) =>
    method === 'POST' ? { heldBackUntil: never } : undefined,
  );
  tf.env['PLATFORM_BASE_URL'] = proxy.url;
  const run = tf.start(...applying);
  const created = async (): Promise<number> =>
    JSON.stringify(await running.snapshot()).split('"name":"ci-12"').length - 1;
  await until(async () => (await created()) === 1, 60_000);
  for (const pid of descendantsOf(run.child.pid!)) process.kill(pid, 'SIGKILL');
  await run.done;
  tf.env['PLATFORM_BASE_URL'] = running.baseUrl;
  await tf.apply();
  expect(await created()).toBe(2);
  await running.faults.clear();
  const plan = await tf.plan();
  expect(plan.changed).toBe(false);
  expect(unwrapped(plan.text)).toContain('Possible duplicate identities');
  expect(unwrapped(plan.text)).toContain(PHRASE);
});

test('fifty resources of all kinds: a warning for each kind with a duplicate, and no further request', async () => {
  const running = await setStage({ config: '' });
  stage = running;
  const { tf, rootGroupUid, requestLog } = running;
  const config = (block: string) => fiftyResources(rootGroupUid, 'old', `propagation_timeout_seconds = 0\n${block}`);
  tf.write({ 'main.tf': config('') });
  await tf.apply();
  const requestsOfPlan = async (): Promise<number> => {
    await requestLog.clear();
    const plan = await tf.plan();
    text = unwrapped(plan.text);
    expect(plan.changed).toBe(false);
    return (await requestLog.entries()).length;
  };
  let text = '';
  const before = await requestsOfPlan();
  expect(text).not.toContain(PHRASE);
  const resources = (await tf.state()).values!.root_module.resources!;
  const post = async (collection: string, parent: unknown, body: object): Promise<void> => {
    const response = await fetch(`${running.baseUrl}/iam/v2beta1/${collection}/${String(parent)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  const invite = (index: number) =>
    resources.find(({ address }) => address === `platform_group_invite.invite[${index}]`)!.values;
  for (let index = 0; index < 3; index++) {
    const { group_uid, role_uid } = invite(index);
    await post('groups', rootGroupUid, { name: `group ${index}` });
    await post('identities', group_uid, {
      name: 'identity',
      claimMatch: { issuer: 'https://x.example', subject: 'x' },
    });
    await post('roles', group_uid, { name: 'role', capabilities: ['groups.list'] });
    await post('groupInvites', group_uid, { email: `person-${index}@example.com`, roleUid: role_uid, ttl: '86400s' });
  }
  const after = await requestsOfPlan();
  expect(after).toBeLessThanOrEqual(before);
  for (const kinds of ['groups', 'identities', 'roles', 'group invites'])
    expect(text.split(`Possible duplicate ${kinds}`)).toHaveLength(2);
  const named = (plan: string) => [...plan.matchAll(/\(uid \S+, like uid/g)].map(([name]) => name).sort();
  expect(named(text)).toHaveLength(12);
  // Then Terraform does not read an object before the provider has responded about the one before.
  const diagnostics = await tf.diagnostics('plan', '-json', '-parallelism=1');
  expect(named(diagnostics.map(({ detail }) => detail).join('\n'))).toEqual(named(text));
  tf.write({ 'main.tf': config('on_existing = "create"') });
  await requestsOfPlan();
  expect(text).not.toContain(PHRASE);
});
