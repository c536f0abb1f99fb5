/** The provider, derived from the declarations. It contains no code for a single kind. */
import { PROVIDER_ADDRESS, PROVIDER_NAME, VERSION } from '../model/api';
import { realRuntime } from '../client/internal';
import {
  type DataSource,
  type Ephemeral,
  type ListResource,
  type Provider,
  type Resource,
  type Schema,
} from '../plugin';
import { declarations } from '../model/kinds';
import { type Declaration, exclusiveTypeName, isExclusive, offers, pluralTypeName, typeName } from '../model/schema';
import { configure, environmentWarnings, validateConfiguration } from './configuration/configure';
import { providerBlockSchema } from './configuration/provider-schema';
import { listResource } from './data/list';
import { pluralSource } from './data/plural';
import { hasSingular, singularSource } from './data/singular';
import { exclusiveResource } from './exclusive/exclusive-resource';
import { userError } from './messages/diagnostics';
import { functions } from './functions';
import { createResource } from './resource';
import type { Register } from './run/journal';
import { createSession, type Session } from './run/session';
import { type ProviderRuntime, reporting, notConfigured } from './configuration/configuration-result';

/** The kinds whose objects Terraform manages. */
const managed = declarations.filter(
  (declaration) => declaration.terraform?.type !== undefined && offers(declaration, 'create'),
);

/** @param registers further registers of the journal of a run */
export function createProvider(
  runtime: ProviderRuntime = {},
  registers: readonly Register[] = [],
): Provider<typeof providerBlockSchema, Session> {
  return {
    name: PROVIDER_NAME,
    address: PROVIDER_ADDRESS,
    version: VERSION,
    schema: providerBlockSchema,
    validate: validateConfiguration,
    configure(context) {
      const configured = configure(context, runtime);
      context.diags.add(...environmentWarnings(runtime.env ?? process.env));
      return createSession(configured, realRuntime(runtime), context.terraformVersion, registers);
    },
    ...types,
  };
}

function createSources(declaration: Declaration): [string, () => DataSource<Schema, Session>][] {
  const sources: [string, () => DataSource<Schema, Session>][] = [];
  if (hasSingular(declaration))
    sources.push([typeName(declaration), () => reportingSource(singularSource(declaration))]);
  sources.push([pluralTypeName(declaration), () => reportingSource(pluralSource(declaration))]);
  return sources;
}

function reportingSource(source: DataSource<Schema, Session>): DataSource<Schema, Session> {
  return { ...source, read: (context) => reporting(context, Promise.resolve(source.read(context))) };
}

/**
 * Creates each entry at its first use. A process uses few types, and creating all schemas takes half as long as the handshake.
 */
function createdWhenUsed<T>(makers: readonly (readonly [string, () => T])[]): Readonly<Record<string, T>> {
  const record = {};
  for (const [name, make] of makers) {
    Object.defineProperty(record, name, {
      enumerable: true,
      configurable: true,
      get() {
        const created = make();
        Object.defineProperty(record, name, { enumerable: true, value: created });
        return created;
      },
    });
  }
  return record;
}

/** `platform_token`: the token that the provider itself uses, for other tools of the same run. */
const tokenResource: Ephemeral<Schema, Session> = {
  schema: {
    description: 'A token of the API for the identity that the provider acts as. It exists during the run only.',
    attributes: {
      token: { type: 'string', mode: 'computed', sensitive: true, description: 'The token.' },
    },
  },
  async open({ providerData: session, signal }) {
    if (session.token === undefined) throw notConfigured(session);
    try {
      return { result: { token: await session.token(signal) } };
    } catch (error) {
      throw userError(error, { verb: 'obtain', subject: 'a token' });
    }
  },
};

/** The same for every provider: only the data that handlers receive depends on the configuration. */
const types = {
  resources: createdWhenUsed<Resource<Schema, Session>>([
    ...managed.map((declaration) => [typeName(declaration), () => createResource(declaration)] as const),
    ...managed
      .filter(isExclusive)
      .map((declaration) => [exclusiveTypeName(declaration), () => exclusiveResource(declaration)] as const),
  ]),
  listResources: createdWhenUsed<ListResource<Schema, Session>>(
    managed.map((declaration) => [typeName(declaration), () => listResource(declaration)]),
  ),
  ephemeralResources: { [`${PROVIDER_NAME}_token`]: tokenResource },
  functions,
  dataSources: createdWhenUsed(declarations.flatMap(createSources)),
};
