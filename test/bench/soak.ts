/** Very many requests to one process: what it serves, and whether its memory or its answers' delay grow with time. */
import { Agent, request } from 'undici';
import { connectGrpc } from '../emulator/grpc/grpc-client';
import { randomFrom, type Random } from '../support/random';
import { startEmulatorProcess, type EmulatorProcess, type Inside } from './emulator-process';
import { inMb, inMs, type Bench, type Row } from './report';

const atOnce = 16;

export function soak(count = 100_000): Bench {
  return {
    name: 'soak',
    onlyByName: true,
    async run() {
      const emulator = await startEmulatorProcess();
      const caller = callerOf(emulator);
      const looks: [string, Inside][] = [['start', await emulator.look()]];
      const from = performance.now();
      for (const when of ['middle', 'end']) {
        const until = caller.requests() + count / 2;
        await Promise.all(Array.from({ length: atOnce }, (_, lane) => live(caller, randomFrom(lane), until)));
        looks.push([when, await emulator.look()]);
      }
      const seconds = (performance.now() - from) / 1000;
      const total = caller.requests();
      await caller.close();
      await emulator.stop();
      return [
        { what: `${total} requests over v2, v1 and gRPC`, value: `${Math.round(total / seconds)} /s` },
        ...looks.map(([when, { rss, heap }]) => ({
          what: `  memory, ${when}`,
          value: `${inMb(rss)} resident, ${inMb(heap)} heap`,
        })),
        ...looks.slice(1).map(([when, { delay }]): Row => {
          const percentiles = Object.entries(delay).map(([name, ms]) => `${name} ${inMs(ms)}`);
          return { what: `  event loop late, up to the ${when}`, value: percentiles.join(', ') };
        }),
      ];
    },
  };
}

/** Objects come, are changed and looked at, and go, each by whichever of the three interfaces. */
async function live(caller: Caller, random: Random, until: number): Promise<void> {
  for (let round = 0; caller.requests() < until; round += 1) {
    const via = () => random.pick(caller.interfaces)!;
    const uid = await via().create(`n${random.below(1_000)}`);
    await via().get(uid);
    await via().update(uid, `d${round}`);
    await via().list();
    if (random.chance(30)) await via().get(uid);
    await via().delete(uid);
  }
}

/** Groups, as one of the interfaces shows them. */
interface Interface {
  create(name: string): Promise<string>;
  get(uid: string): Promise<unknown>;
  update(uid: string, description: string): Promise<unknown>;
  list(): Promise<unknown>;
  delete(uid: string): Promise<unknown>;
}

interface Caller {
  readonly interfaces: readonly Interface[];
  /** The number of requests sent so far. */
  requests(): number;
  close(): Promise<void>;
}

function callerOf({ baseUrl, token, rootGroupUid: root }: EmulatorProcess): Caller {
  let requests = 0;
  const dispatcher = new Agent({ connections: atOnce });
  const grpc = connectGrpc(baseUrl, token);
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) => {
    requests += 1;
    const { statusCode, body: answer } = await request(`${baseUrl}/iam/${path}`, {
      dispatcher,
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${method} ${path} answered ${statusCode} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  const call = (method: string, message: object) => {
    requests += 1;
    return grpc.call('GroupsService', method, message);
  };
  const v2: Interface = {
    create: async (name) => String((await ask('POST', `v2beta1/groups/${root}`, { name }))['uid']),
    get: (uid) => ask('GET', `v2beta1/groups/${uid}`),
    update: (uid, description) => ask('PATCH', `v2beta1/groups/${uid}?updateMask=description`, { description }),
    list: () => ask('GET', `v2beta1/groups?uidp.children_of=${root}&page_size=20&order_by=name`),
    delete: (uid) => ask('DELETE', `v2beta1/groups/${uid}`),
  };
  const v1: Interface = {
    create: async (name) => String((await ask('POST', `v1/groups/${root}`, { name }))['id']),
    get: (uid) => ask('GET', `v1/groups?id=${uid}`),
    update: (uid, description) => ask('PUT', `v1/groups/${uid}`, { name: 'put', description }),
    list: () => ask('GET', `v1/groups?uidp.children_of=${root}`),
    delete: (uid) => ask('DELETE', `v1/groups/${uid}`),
  };
  const overGrpc: Interface = {
    create: async (name) => String((await call('CreateGroup', { parent: root, group: { name } }))['uid']),
    get: (uid) => call('GetGroup', { uid }),
    update: (uid, description) =>
      call('UpdateGroup', { group: { uid, description }, updateMask: { paths: ['description'] } }),
    list: () => call('ListGroups', { uidp: { childrenOf: root }, pageSize: 20 }),
    delete: (uid) => call('DeleteGroup', { uid }),
  };
  return {
    interfaces: [v2, v1, overGrpc],
    requests: () => requests,
    close: async () => {
      grpc.close();
      await dispatcher.close();
    },
  };
}
