// @slow
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEmulator } from '../../../src/emulator';
import { program } from '../../support/program';
import { organization } from '../support/organization';

// A guard against hanging, no measure of speed.
jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'emulator-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Served {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly token: string;
  readonly rootGroupUid: string;
}

async function serve(dataFile: string): Promise<Served> {
  const script = join(__dirname, '..', 'support', 'serve.ts');
  const child = spawn(process.execPath, program(script, dataFile), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line', {
    signal: AbortSignal.timeout(60_000),
  })) as [string];
  return { child, ...(JSON.parse(line) as Omit<Served, 'child'>) };
}

/** Writes from eight concurrent clients until the process dies; returns the acknowledged writes, by uid. */
async function writeUntilKilled(
  { child, baseUrl, token, rootGroupUid }: Served,
  writes: number,
): Promise<Map<string, string | undefined>> {
  const acknowledged = new Map<string, string | undefined>();
  const uncertain = new Set<string>();
  let count = 0;
  const send = async (method: string, uid: string, body?: object) => {
    const url = `${baseUrl}/iam/v2beta1/groups/${uid}`;
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (++count === writes) child.kill('SIGKILL');
    return text === '' ? {} : (JSON.parse(text) as { uid: string; description: string });
  };
  const client = async () => {
    for (let number = 0; ; number++) {
      const { uid = '' } = (await send('POST', rootGroupUid, { name: 'a' })) as { uid?: string };
      acknowledged.set(uid, '');
      uncertain.add(uid);
      await send('PATCH', uid, { description: String(number) });
      acknowledged.set(uid, String(number));
      if (number % 3 === 0) {
        await send('DELETE', uid);
        acknowledged.set(uid, undefined);
      }
      uncertain.delete(uid);
    }
  };
  // Each ends with the connection.
  await Promise.all(Array.from({ length: 8 }, () => client().catch(() => undefined)));
  // The outcome of each client's last write is unknown.
  for (const uid of uncertain) acknowledged.delete(uid);
  return acknowledged;
}

test('kill -9 in the middle of writing loses no acknowledged write', async () => {
  for (const writes of [60, 150, 333]) {
    const dataFile = join(folder, `killed-${writes}.db`);
    const served = await serve(dataFile);
    const exit = once(served.child, 'exit');
    const acknowledged = await writeUntilKilled(served, writes);
    expect(await exit).toEqual([null, 'SIGKILL']);

    const { call, emulator } = await organization({ dataFile });
    expect(emulator.rootGroupUid).toBe(served.rootGroupUid);
    expect(acknowledged.size).toBeGreaterThan(writes / 5);
    for (const [uid, description] of acknowledged) {
      const { status, body } = await call('GET', `/iam/v2beta1/groups/${uid}`);
      if (description === undefined) expect([uid, status]).toEqual([uid, 404]);
      else expect([uid, status, body.description]).toEqual([uid, 200, description]);
    }
    emulator.close();
  }
});

test('a data file keeps objects, uids and the keys of tokens over a restart', async () => {
  const dataFile = join(folder, 'kept.db');
  const first = await organization({ dataFile });
  const uid = await first.make('groups', first.root, { name: 'kept' });
  const token = await first.emulator.administratorToken();
  const snapshot = first.emulator.snapshot();
  first.emulator.close();

  const second = await organization({ dataFile });
  expect(second.emulator.snapshot()).toEqual(snapshot);
  expect((await second.ok('GET', `/iam/v2beta1/groups/${uid}`, undefined, { token })).name).toBe('kept');
  second.emulator.reset();
  expect((await second.ok('GET', '/iam/v2beta1/groups', undefined, { token })).totalCount).toBe('1');
  second.emulator.close();
});

test('a page token goes on after a restart', async () => {
  const dataFile = join(folder, 'pages.db');
  const first = await organization({ dataFile });
  for (const name of ['a', 'b', 'c']) await first.make('groups', first.root, { name });
  const path = `/iam/v2beta1/groups?uidp.children_of=${first.root}&order_by=name&page_size=2`;
  const { nextPageToken } = await first.ok('GET', path);
  first.emulator.close();
  const second = await organization({ dataFile });
  expect((await second.ok('GET', `${path}&page_token=${nextPageToken}`)).groups).toMatchObject([{ name: 'c' }]);
  second.emulator.close();
});

test('a file that is no database is refused by its name', () => {
  const dataFile = join(folder, 'no.db');
  writeFileSync(dataFile, 'this is a text, and quite a long one, so that it is no empty database either');
  expect(() => createEmulator({ dataFile })).toThrow(dataFile);
  expect(() => createEmulator({ dataFile: join(folder, 'missing', 'x.db') })).toThrow('missing');
});
