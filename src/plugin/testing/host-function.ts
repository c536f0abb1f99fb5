/** Calls a provider function over the wire. */
import type { Provider } from '../sdk/provider';
import { parameterAt } from '../core/call-function';
import { encodeValue } from '../values/encode';
import { decodeResult, type Connection } from './connection';

export async function callFunction(
  connection: Connection,
  { functions }: Provider,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const called = functions?.[name];
  if (called === undefined) throw new Error(`The provider has no function "${name}".`);
  const response = await connection.call('CallFunction', {
    name,
    arguments: args.map((value, index) => ({
      msgpack: encodeValue(value, parameterAt(called, index)?.type ?? 'dynamic'),
    })),
  });
  if (response.error !== undefined) throw new Error(response.error.text);
  return decodeResult(response.result, called.returns);
}
