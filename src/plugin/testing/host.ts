/** The host that stands for Terraform in tests of providers. */
import type { Values } from '../values/types';
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

/** Stands for Terraform: it calls the provider in the order of a run, and keeps the state. */
export interface Host {
  /** An object of a resource type, which does not exist yet, with the state that Terraform would keep of it. */
  resource(typeName: string): ResourceInstance;
  /** The object that a data source reads. Rejects with a {@link HostError}. */
  data(typeName: string, config: Values): Promise<Values>;
  /** The result of a provider function. Rejects with an Error that has the function's message. */
  callFunction(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Single calls of the protocol, for what has no method here. */
  readonly connection: Connection;
}

/** Options of {@link startHost}. */
export interface HostOptions {
  /** Receives the lines of all levels. @default writes nothing */
  readonly log?: Log;
  /** What the provider is told. @default '1.11.4' */
  readonly terraformVersion?: string;
}

/**
 * Starts a provider in this process, for unit tests: checks its schemas, validates `config` (the provider block) and
 * configures the provider. Every message goes through the wire format, and calls come in the order in which Terraform
 * makes them, so results that Terraform would refuse are errors here too. There is nothing to stop.
 *
 * Rejects with a {@link HostError} when the provider responds with errors.
 *
 * @example
 * const host = await startHost(provider, { folder: '/tmp/notes' });
 * const note = host.resource('notes_note');
 * await note.apply({ name: 'hello' });
 * assert.equal((await note.plan({ name: 'hello' })).action, 'no-op');
 */
export async function startHost(provider: Provider, config: Values = {}, options: HostOptions = {}): Promise<Host> {
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
      return decodeResult(response.state, impliedType(schema)) as Values;
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

async function callFunction(
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
