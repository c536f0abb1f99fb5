// @slow
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { createHandlers } from '../../../src/plugin/server';
import { startHost } from '../../../src/plugin/testing';
import { connectHandlers } from '../../../src/plugin/testing/connection';
import { decode, encode } from '../../../src/grpc/codec';
import { providerMethods, type Handlers, type RpcName } from '../../../src/plugin/wire/service';
import type { MessageType } from '../../../src/grpc/message';
import { createFixture } from '../../support/fixture/fixture-provider';
import { search } from '../../support/search';
import { configValue } from '../support/config-value';

const silent = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Every call that asks for one answer. */
const names = (Object.keys(providerMethods) as RpcName[]).filter((name) => !providerMethods[name].stream);

/** A request that is fine, to be damaged. */
const good = {
  typeName: 'fixture_thing',
  targetTypeName: 'fixture_item',
  sourceTypeName: 'fixture_thing',
  name: 'shout',
  config: configValue('fixture_thing', { name: 'a', tags: { a: 'b' }, disks: [{ gb: 1 }], step: [{ run: 'x' }] }),
  rawState: { json: Buffer.from('{"name":"a","tags":{"a":"b"}}') },
  arguments: [{ msgpack: new Uint8Array([0xa1, 0x61]) }],
};

const planned = {
  priorState: good.config,
  proposedNewState: good.config,
  plannedState: good.config,
  currentState: good.config,
};
const requests = new Map(
  names.map((name) => [name, encode(providerMethods[name].request as MessageType<unknown>, { ...good, ...planned })]),
);
// The response with all schemas takes as long as twenty others, and its request has no field.
const often = names.filter((name) => name !== 'GetProviderSchema');
const calls = fc.oneof({ weight: 99, arbitrary: fc.constantFrom(...often) }, fc.constantFrom(...names));

async function answer(handlers: Handlers, name: RpcName, bytes: Uint8Array): Promise<'not a message' | 'answered'> {
  const { request, response } = providerMethods[name] as {
    request: MessageType<unknown>;
    response: MessageType<unknown>;
  };
  let message: unknown;
  try {
    message = decode(request, bytes);
  } catch {
    // The transport answers such bytes with a gRPC error.
    return 'not a message';
  }
  const handler = handlers[name] as (q: unknown, c: { signal: AbortSignal }) => Promise<never>;
  decode(response, encode(response, await handler(message, { signal: new AbortController().signal })));
  return 'answered';
}

test(
  'damaged messages are answered, or are no messages: nothing is thrown and nothing hangs',
  async () => {
    const handlers = createHandlers(createFixture().provider, { log: silent });
    await connectHandlers(handlers).call('ConfigureProvider', { terraformVersion: '1.11.4' });
    const damage = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(calls, damage, async (name, changes) => {
        const bytes = Uint8Array.from(requests.get(name)!);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        await answer(handlers, name, bytes);
      }),
      { numRuns: 3_000 * search },
    );
    await fc.assert(
      fc.asyncProperty(calls, fc.uint8Array({ maxLength: 80 }), async (name, bytes) => {
        await answer(handlers, name, bytes);
      }),
      { numRuns: 400 * search },
    );
  },
  60_000 * search,
);

test('1,000 cycles of plan and apply leave memory and handles as they were', async () => {
  const fixture = createFixture();
  const host = await startHost(fixture.provider);
  const cycle = async (): Promise<void> => {
    const thing = host.resource('fixture_thing');
    await thing.apply({ name: 'a', tags: { a: 'b' }, disks: [{ gb: 1 }] });
    await thing.destroy();
    fixture.calls.length = 0;
    fixture.passwords.length = 0;
  };
  const heap = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  for (let i = 0; i < 300; i += 1) await cycle();
  const before = { heap: heap(), handles: process.getActiveResourcesInfo().length };
  for (let i = 0; i < 1_000; i += 1) await cycle();
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before.handles + 1);
  expect(fixture.things.size).toBe(0);
  expect(heap() - before.heap).toBeLessThan(2_000_000);
}, 60_000);

/** Node offers it only behind a flag, which can still be set for a new context. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
