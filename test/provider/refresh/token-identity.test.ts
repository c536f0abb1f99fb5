import type { Client } from '../../../src/client';
import { createTokenIdentity } from '../../../src/provider/refresh/token-identity';

const { signal } = new AbortController();

test('the identity is requested once, and again only after a change of its access', async () => {
  let requests = 0;
  const whoami: Client['whoami'] = async () => ({ count: ++requests }) as never;
  const identity = createTokenIdentity({ whoami } as Client);
  const read = async () => [await identity.read(signal), await identity.readLatest(signal)];
  const [one, two] = [{ count: 1 }, { count: 2 }];
  expect(await Promise.all([read(), read()])).toEqual([
    [one, one],
    [one, one],
  ]);
  identity.accessChanged();
  expect(await identity.read(signal)).toEqual(one);
  expect(await identity.readLatest(signal)).toEqual(two);
  expect(await read()).toEqual([two, two]);
  expect(requests).toBe(2);
});

test('the request ends when nobody waits for it any longer', async () => {
  const stopping = new AbortController();
  const stopped = new Promise((resolve) => {
    const whoami: Client['whoami'] = (options) => {
      options?.signal?.addEventListener('abort', () => resolve('stopped'));
      return new Promise(() => undefined);
    };
    const read = createTokenIdentity({ whoami } as Client).read(stopping.signal);
    void expect(read).rejects.toThrow('enough');
  });
  stopping.abort(new Error('enough'));
  expect(await stopped).toBe('stopped');
});
