/** The organization, read with the provider's own settings from the environment: whole (`--live`), or for the plans alone. */
import { type Command, Option } from 'commander';
import { API_VERSIONS, type ApiVersion, DEFAULT_API_VERSION } from '../model/api';
import type { Client } from '../client';
import type * as ClientInternal from '../client/internal';
import type { DiagError } from '../plugin';
import type * as Configure from '../provider/configuration/configure';
import type * as ReviewModule from '../review';
import type { LiveOrganization, Plan, PlanContext } from '../review';
import { providerBlock } from '../model/kinds';
import { few } from '../base/text/words';

const VERSION_VARIABLE = providerBlock.api_version.environment;

/**
 * Adds `--api-version`, which replaces the variable of the environment, so that it also applies to the provider that the
 * command starts.
 */
export function addApiVersionOption(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--api-version <version>',
        `The version of the API; by default ${VERSION_VARIABLE}, else ${DEFAULT_API_VERSION}`,
      ).choices(API_VERSIONS),
    )
    .hook('preAction', (_, action) => {
      const { apiVersion } = action.opts<{ readonly apiVersion?: ApiVersion }>();
      if (apiVersion !== undefined) process.env[VERSION_VARIABLE] = apiVersion;
    });
}

/** Runs `work`, and restores the variable that `--api-version` has replaced. */
export async function restoringApiVersion<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env[VERSION_VARIABLE];
  try {
    return await work();
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, VERSION_VARIABLE);
    else process.env[VERSION_VARIABLE] = before;
  }
}

export function addLiveOptions(command: Command, live: string): Command {
  return addApiVersionOption(command)
    .option('--live', live)
    .option(
      '--root <group>',
      'With --live: a root group, by uid or name; may be repeated',
      (root: string, before: readonly string[] | undefined) => [...(before ?? []), root],
    );
}

export interface LiveFlags {
  readonly live?: boolean;
  readonly root?: readonly string[];
}

/**
 * Returns the objects under the named root groups, or the reason why they cannot be read. By default the root groups are
 * those of the plans and states, or all visible ones without plans and states.
 */
export async function liveOrganization(
  { readLive, getRoots }: Pick<typeof ReviewModule, 'readLive' | 'getRoots'>,
  { plans, root }: { readonly plans: readonly Plan[]; readonly root: readonly string[] | undefined },
  connect: Connect = clientOfEnvironment,
): Promise<{ readonly live?: LiveOrganization; readonly problem?: string }> {
  const roots = root ?? (plans.length === 0 ? undefined : getRoots(plans));
  const rootless = root === undefined ? withoutRoot(getRoots, plans) : [];
  if (rootless.length > 0)
    return {
      problem: `live: cannot determine the root group: no object of the organization is in ${few(rootless)}. Check the state, or name the root group with --root.`,
    };
  try {
    const client = connect();
    try {
      return { live: await readLive(client, { roots }) };
    } finally {
      await client.close();
    }
  } catch (error) {
    return { problem: `live: cannot read the organization. ${inWords(error)}` };
  }
}

/**
 * Returns the names of the sources whose root group is unknown. A comparison would omit the root group of an empty state, and
 * report that it differs in nothing. A plan without objects manages nothing, if another plan has objects.
 */
function withoutRoot(getRoots: typeof ReviewModule.getRoots, plans: readonly Plan[]): string[] {
  const rootless = plans.filter((plan) => getRoots([plan]).length === 0);
  const states = rootless.filter(({ changes }) => changes === undefined);
  return (rootless.length === plans.length ? rootless : states).map(({ name }) => name);
}

/** The API has just answered the provider: a longer wait is not worth names. */
const MOST_MS = 20_000;

/** Returns the context of the plans. Without an address or a token, the context is empty and reports this. */
export async function readLiveContext(
  { joinContexts, readContext }: typeof ReviewModule,
  plans: readonly Plan[],
  { connect = clientOfEnvironment, maxRequests }: { readonly connect?: Connect; readonly maxRequests?: number } = {},
): Promise<PlanContext> {
  try {
    const client = connect();
    try {
      return await readContext(client, plans, { signal: AbortSignal.timeout(MOST_MS), maxRequests });
    } finally {
      await client.close();
    }
  } catch (error) {
    const unread = `Names, roles and existing objects were not read from the API. ${inWords(error)}`;
    return { ...joinContexts([]), unread: [unread] };
  }
}

/** Returns a client. Throws if there is no address of the API. */
export type Connect = () => Client;

/** Returns a client with the provider's own settings from the environment. Throws if there is no address of the API. */
export function clientOfEnvironment(): Client {
  return createLiveClient(process.env);
}

/** Returns a client with the provider's own settings from these variables. Throws if there is no address of the API. */
export function createLiveClient(env: NodeJS.ProcessEnv): Client {
  return createConnection(env).client;
}

/** A client, and the token of its calls, for requests that the client does not make. */
export interface ClientConnection {
  readonly client: Client;
  readonly token: (signal: AbortSignal) => Promise<string>;
}

/** Returns a client and its token. Throws if there is no address of the API. */
export function createConnection(env: NodeJS.ProcessEnv): ClientConnection {
  const silent = () => undefined;
  const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  const { client, token, warnings } = loadConfigure().configure(
    { config: {}, log, terraformVersion: '' },
    { env, userAgent: 'platform-iac' },
  );
  if (client === undefined || token === undefined) throw new Error('The address of the API is not set.');
  const close = (): Promise<void> => {
    for (const { summary, detail = '' } of warnings.splice(0)) process.stderr.write(`Warning: ${summary}. ${detail}\n`);
    return client.close();
  };
  return { client: { ...client, close }, token };
}

/** Returns the message of an error, with the diagnostics that it consists of. */
export function inWords(error: unknown): string {
  const { diagnostics = [], message } = error as Partial<DiagError> & { readonly message: string };
  return diagnostics.length === 0
    ? [message.replace(/(?<![.?!])$/, '.'), adviceAbout(error)].filter(Boolean).join(' ')
    : diagnostics.map(({ summary, detail = '' }) => `${summary}. ${withoutBlock(detail)}`.trim()).join('\n');
}

/** Removes the provider block from advice of the provider: a command has only the environment. */
function withoutBlock(detail: string): string {
  return detail
    .replaceAll(/ (in the environment )?where Terraform runs/g, '')
    .replaceAll(/ \(or [a-z_]+( and [a-z_]+)?( in the provider block)?\)/g, '')
    .replaceAll(/[a-z_]+ in the provider block, or |, or [a-z_]+ in the provider block/g, '');
}

/** The provider advises about its own block, which a command does not have. */
function adviceAbout(error: unknown): string | undefined {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED' && 'status' in error;
  return isRefused && error.status !== undefined
    ? 'Get a new token of this service, and set PLATFORM_TOKEN to it.'
    : undefined;
}

/** Loads what the first call of a client needs. */
export function preloadClient(): void {
  loadConfigure();
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  (require('../client/internal') as typeof ClientInternal).preloadCalls();
}

/** Loaded late: no other command needs it. */
function loadConfigure(): typeof Configure {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../provider/configuration/configure') as typeof Configure;
}
