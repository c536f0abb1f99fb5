import type { Client } from '../../../src/client';
import { createApproval, type NamedWrite } from '../../../src/provider/approval/approval';
import { sendWrite } from '../../../src/provider/approval/send-write';
import { group, groupInvite } from '../../../src/model/kinds';

const { signal } = new AbortController();
/** Without a report, every write is approved. */
const approval = createApproval(undefined, undefined, () => false);

/** Records the calls of a client. */
async function sent(write: Omit<NamedWrite, 'subject'>) {
  const calls: unknown[][] = [];
  const method =
    (name: string) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args.slice(1, -1)]);
      return { uid: 'u' };
    };
  const client = { create: method('create'), update: method('update'), delete: method('delete') };
  const approved = await approval.approve({ ...write, subject: 'it' }, signal);
  const result = await sendWrite(client as unknown as Client, approved, { signal });
  return { calls, result };
}

test('each action is one call with its fields', async () => {
  const fields = { name: 'a' };
  expect(await sent({ action: 'create', declaration: group, parent: 'p', fields })).toEqual({
    calls: [['create', 'p', fields]],
    result: { uid: 'u' },
  });
  expect((await sent({ action: 'update', declaration: group, uid: 'u', fields })).calls).toEqual([
    ['update', 'u', fields],
  ]);
});

test('a deletion has no fields, and returns no object', async () => {
  expect(await sent({ action: 'delete', declaration: group, uid: 'u', fields: {} })).toEqual({
    calls: [['delete', 'u']],
    result: {},
  });
});

test('inputs that exist only in Terraform are never sent', async () => {
  const fields = { ttl: '60s', recipientJwk: '{}' };
  const { calls } = await sent({ action: 'create', declaration: groupInvite, parent: 'p', fields });
  expect(calls).toEqual([['create', 'p', { ttl: '60s' }]]);
});

test('without a service, nothing can be sent, so an approved report is compared with nothing', async () => {
  const unconnected = createApproval({ digest: '', writes: [] }, undefined, () => false);
  const attempt = { action: 'delete', declaration: group, uid: 'u', fields: {}, subject: 'it' } as const;
  expect((await unconnected.approve(attempt, signal)).write).toEqual(attempt);
});
