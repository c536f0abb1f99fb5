/**
 * Handles the calls about the provider as a whole: its contents (GetMetadata, GetProviderSchema, GetFunctions,
 * GetResourceIdentitySchemas), and its configuration (ValidateProviderConfig, ConfigureProvider, StopProvider).
 */
import { validateConfig } from '../core/validate';
import { checkIdentity, checkSchema, type SchemaUse } from './check-schema';
import type { Schema } from '../schema/schema';
import { functionToWire, identityToWire, schemaToWire } from './to-wire';
import { packageError } from '../sdk/diagnostics';
import type { Provider } from '../sdk/provider';
import { encode } from '../../grpc/codec';
import { type Handlers, providerMethods, type ResponseOf } from '../wire/service';
import type { SchemaMessage as WireSchema, ServerCapabilities } from '../wire/messages';
import { decodeObject, encodeDiagnostics, type PluginSession, stopRunning, withDiagnostics } from './call';

type SchemaCalls = 'GetMetadata' | 'GetProviderSchema' | 'GetFunctions' | 'GetResourceIdentitySchemas';

export function schemaHandlers({ provider }: PluginSession): Required<Pick<Handlers, SchemaCalls>> {
  return {
    async GetMetadata() {
      return {
        serverCapabilities,
        resources: typeNames(provider.resources),
        dataSources: typeNames(provider.dataSources),
        ephemeralResources: typeNames(provider.ephemeralResources),
        listResources: typeNames(provider.listResources),
        functions: Object.keys(provider.functions ?? {}).map((name) => ({ name })),
      };
    },
    async GetProviderSchema() {
      const problems = schemaProblems(provider);
      if (problems.length > 0) {
        const detail = `${problems.join('\n')}\n\nThis is a mistake in the provider: please report it.`;
        const error = packageError('PROVIDER_MISTAKE', 'Invalid provider schema', detail);
        return { diagnostics: encodeDiagnostics(provider, [error]) };
      }
      return providerSchema(provider);
    },
    async GetFunctions() {
      return { functions: mapValues(provider.functions, functionToWire) };
    },
    async GetResourceIdentitySchemas() {
      const identities = Object.entries(provider.resources ?? {}).flatMap(([typeName, { identity }]) =>
        identity === undefined ? [] : [[typeName, identityToWire(identity)] as const],
      );
      return { identitySchemas: Object.fromEntries(identities) };
    },
  };
}

function providerSchema(provider: Provider): ResponseOf<'GetProviderSchema'> {
  return {
    serverCapabilities,
    provider: schemaToWire(provider.schema),
    resourceSchemas: schemas(provider.resources),
    dataSourceSchemas: schemas(provider.dataSources),
    ephemeralResourceSchemas: schemas(provider.ephemeralResources),
    listResourceSchemas: schemas(provider.listResources),
    functions: mapValues(provider.functions, functionToWire),
  };
}

/**
 * Returns the encoded response to GetProviderSchema, for the build of an executable. Throws an Error if a schema is
 * wrong.
 */
export function encodeSchema(provider: Provider): Uint8Array {
  const problems = schemaProblems(provider);
  if (problems.length > 0) throw new Error(`Invalid provider schema\n${problems.join('\n')}`);
  return encode(providerMethods.GetProviderSchema.response, providerSchema(provider));
}

/** Everything wrong with the provider's schemas, each with the name of the type that it is in. */
export function schemaProblems(provider: Provider): string[] {
  const of = (name: string, schema: Schema, use: SchemaUse): string[] =>
    checkSchema(schema, use).map((problem) => `${name}: ${problem}`);
  const others: Readonly<Record<string, { readonly schema: Schema }>>[] = [
    provider.dataSources ?? {},
    provider.ephemeralResources ?? {},
    provider.listResources ?? {},
  ];
  return [
    ...of('provider', provider.schema, 'other'),
    ...Object.entries(provider.resources ?? {}).flatMap(([name, resource]) => [
      ...of(name, resource.schema, 'resource'),
      ...(resource.update === undefined ? unchangeable(resource.schema).map((problem) => `${name}: ${problem}`) : []),
      ...(resource.identity === undefined
        ? []
        : checkIdentity(resource.identity).map((problem) => `${name}: ${problem}`)),
    ]),
    ...Object.keys(provider.listResources ?? {})
      .filter((name) => provider.resources?.[name]?.identity === undefined)
      .map((name) => `${name}: a list resource needs a managed resource of the same type that declares an identity`),
    ...others.flatMap((entries) => Object.entries(entries).flatMap(([name, { schema }]) => of(name, schema, 'other'))),
  ];
}

/** Without an update, every attribute that can be set must require replacement. */
function unchangeable({ attributes, blocks = {} }: Schema): string[] {
  const stuck = Object.entries(attributes)
    .filter(
      ([, { mode, writeOnly, requiresReplace = false }]) =>
        mode !== 'computed' && writeOnly !== true && requiresReplace === false,
    )
    .map(([name]) => name);
  return [...stuck, ...Object.keys(blocks)].map(
    (name) => `${name}: can be set, but never changed: the resource needs an update, or the attribute requiresReplace`,
  );
}

const serverCapabilities: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};

function typeNames(entries: object = {}): { typeName: string }[] {
  return Object.keys(entries).map((typeName) => ({ typeName }));
}

function schemas(
  entries: Readonly<Record<string, { readonly schema: Schema }>> | undefined,
): Record<string, WireSchema> {
  return mapValues(entries, ({ schema }) => schemaToWire(schema));
}

function mapValues<T, R>(entries: Readonly<Record<string, T>> = {}, convert: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, convert(value)]));
}

type ProviderCalls = 'ValidateProviderConfig' | 'ConfigureProvider' | 'StopProvider';

export function configureHandlers(session: PluginSession): Required<Pick<Handlers, ProviderCalls>> {
  const { provider } = session;
  const { schema, name: typeName } = provider;
  return {
    ValidateProviderConfig: (request, context) =>
      withDiagnostics(
        session,
        context,
        { summary: 'Cannot check the provider configuration', typeName, schema },
        async ({ diags, bare }) => {
          const config = decodeObject(request.config, schema) ?? {};
          validateConfig(schema, config, diags, { writeOnlyAllowed: false });
          if (!diags.hasErrors) await provider.validate?.(bare({ config }));
          return {};
        },
      ),
    ConfigureProvider: (request, context) =>
      withDiagnostics(
        session,
        context,
        { summary: 'Cannot configure the provider', typeName, schema },
        async ({ bare }) => {
          const config = decodeObject(request.config, schema) ?? {};
          const providerData: unknown = await provider.configure(
            bare({ config, terraformVersion: request.terraformVersion }),
          );
          session.configured = { providerData };
          return {};
        },
      ),
    async StopProvider() {
      stopRunning(session);
      return { error: '' };
    },
  };
}
