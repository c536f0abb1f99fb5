/**
 * A host for providers in the same process, which asks as Terraform does: every message goes through the wire format,
 * and the calls come in Terraform's order. For unit tests of providers, and for fuzzing.
 *
 * @example
 * const host = await startHost(provider, { endpoint: 'https://…' });
 * const thing = host.resource('demo_thing');
 * await thing.apply({ name: 'a' });
 * expect(await thing.plan({ name: 'a' })).toMatchObject({ action: 'no-op' });
 */
import type { ObjectValue } from '../values/types';
import { impliedType } from '../schema/schema';
import type { Log } from '../sdk/context';
import type { Provider } from '../sdk/provider';
import { createHandlers } from '../server';
import { parameterAt } from '../server/function';
import { encodeValue } from '../values/codec';
import {
  connect,
  type Connection,
  decodeResult,
  type HostDiagnostic,
  HostError,
  readDiagnostics,
  toWire,
} from './connection';
import { fillConfig } from './configuration';
import { createInstance, type ResourceInstance } from './resource-instance';

export interface Host {
  /** One object of a resource type, with the state that Terraform would keep of it. */
  resource(typeName: string): ResourceInstance;
  /** The object that a data source reads. Throws a {@link HostError} with its diagnostics. */
  data(typeName: string, config: ObjectValue): Promise<ObjectValue>;
  /** The result of a provider function. Throws an Error with its text. */
  callFunction(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Single calls, for what has no shorthand here. */
  readonly connection: Connection;
}

export interface HostOptions {
  readonly log?: Log;
  readonly terraformVersion?: string;
}

/** Checks the schema, validates `config`, and configures the provider. */
export async function startHost(
  provider: Provider,
  config: ObjectValue = {},
  options: HostOptions = {},
): Promise<Host> {
  const connection = connect(createHandlers(provider, { log: options.log ?? silentLog }));
  const value = toWire(fillConfig(provider.schema, config), provider.schema);
  check((await connection.call('GetProviderSchema', {})).diagnostics);
  check((await connection.call('ValidateProviderConfig', { config: value })).diagnostics);
  const terraformVersion = options.terraformVersion ?? '1.11.4';
  check((await connection.call('ConfigureProvider', { config: value, terraformVersion })).diagnostics);
  return {
    connection,
    resource: (typeName) => createInstance(connection, typeName, schemaOf(provider.resources, typeName)),
    async data(typeName, written) {
      const schema = schemaOf(provider.dataSources, typeName);
      const request = { typeName, config: toWire(fillConfig(schema, written), schema) };
      check((await connection.call('ValidateDataResourceConfig', request)).diagnostics);
      const response = await connection.call('ReadDataSource', request);
      check(response.diagnostics);
      return decodeResult(response.state, impliedType(schema)) as ObjectValue;
    },
    callFunction: (name, ...args) => callFunction(connection, provider, name, args),
  };
}

const silentLog: Log = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function check(diagnostics: Parameters<typeof readDiagnostics>[0]): void {
  const found: readonly HostDiagnostic[] = readDiagnostics(diagnostics);
  if (found.some(({ severity }) => severity === 'error')) throw new HostError(found);
}

function schemaOf<T>(entries: Readonly<Record<string, { readonly schema: T }>> | undefined, typeName: string): T {
  const found = entries?.[typeName];
  if (found === undefined) throw new Error(`The provider has no ${typeName}.`);
  return found.schema;
}

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
