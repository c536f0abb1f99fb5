/** The provider, put together from the declarations: what they say of a kind is all that it knows. */
import type { DataSource, Provider, Resource, Schema } from '../plugin';
import { realRuntime } from '../client/options';
import { declarations } from '../resources';
import { offers, type Declaration } from '../schema';
import { configurationSchema, configure, validateConfiguration } from './configuration/configure';
import { createSession, type ProviderRuntime, type Session } from './session';
import { hasSingular, singularSource } from './data/singular';
import { pluralName, pluralSource } from './data/plural';
import { functions } from './functions';
import { createReads } from './refresh/reads';
import { resourceOf } from './resource';
import { PROVIDER_NAME, typeName } from './convert';
import { tokenResource } from './token';
import { VERSION } from './version';

/** The source address: a private host name, so that a missing copy is never sought in a public registry. */
const PROVIDER_ADDRESS = 'platform-iac.internal/npm/platform';

export function createProvider(runtime: ProviderRuntime = {}): Provider<typeof configurationSchema, Session> {
  return {
    name: PROVIDER_NAME,
    address: PROVIDER_ADDRESS,
    version: VERSION,
    schema: configurationSchema,
    validate: validateConfiguration,
    configure(context) {
      const configured = configure(context, runtime);
      const { client, bulkRefresh } = configured;
      const reads = client === undefined ? undefined : createReads(client, { bulk: bulkRefresh });
      return createSession(configured, reads, realRuntime(runtime), context.terraformVersion);
    },
    resources: Object.fromEntries(
      declarations
        .filter((declaration) => declaration.terraformType !== undefined && offers(declaration, 'create'))
        .map((declaration): [string, Resource<Schema, Session>] => [typeName(declaration), resourceOf(declaration)]),
    ),
    ephemeralResources: { [`${PROVIDER_NAME}_token`]: tokenResource },
    functions,
    dataSources: Object.fromEntries(declarations.flatMap(sourcesOf)),
  };
}

function sourcesOf(declaration: Declaration): [string, DataSource<Schema, Session>][] {
  return [
    ...(hasSingular(declaration) ? [[typeName(declaration), singularSource(declaration)] as const] : []),
    ...(offers(declaration, 'list') ? [[pluralName(declaration), pluralSource(declaration)] as const] : []),
  ].map(([name, source]) => [name, source]);
}
