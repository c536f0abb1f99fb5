/** Connects to the API with the provider's own settings from the environment. */
import type * as ReviewModule from '../../review';
import type { TerraformPlan } from '../../review';
import type { Client } from '../../client';
import type * as ClientInternal from '../../client/internal';
import type * as Configure from '../../provider/configuration/configure';

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

/** Loads what the first call of a client needs. */
export function preloadClient(): void {
  loadConfigure();
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  (require('../../client/internal') as typeof ClientInternal).preloadCalls();
}

/** Returns a sentence that names both organizations, if the token has no access to that of the group; else undefined. */
export async function findOtherOrganization(connect: Connect, group: string): Promise<string | undefined> {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  const { createOrganizationCheck } = require('../../client/internal') as typeof ClientInternal;
  try {
    const client = connect();
    try {
      const check = createOrganizationCheck(client, (signal) => client.whoami({ signal }));
      return await check.findOther(group, AbortSignal.timeout(CHECK_TIMEOUT_MS));
    } finally {
      await client.close();
    }
  } catch {
    return undefined; // The denial itself is reported.
  }
}

const CHECK_TIMEOUT_MS = 20_000;

/** Loaded late: no other command needs it. */
function loadConfigure(): typeof Configure {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../../provider/configuration/configure') as typeof Configure;
}

/** Returns the problem of a plan without a state that is of another organization than the token: it would create everything there. */
export async function findForeignPlan(
  connect: Connect,
  plan: TerraformPlan,
  { getRoots, managesObjects }: Pick<typeof ReviewModule, 'getRoots' | 'managesObjects'>,
): Promise<string | undefined> {
  return managesObjects(plan) ? undefined : findForeignProject(connect, getRoots([plan]).slice(0, 1));
}

/** Returns the problem of a project if all root groups of its objects are in other organizations than that of the token. */
export async function findForeignProject(connect: Connect, roots: readonly string[]): Promise<string | undefined> {
  const others = await Promise.all(roots.map((root) => findOtherOrganization(connect, root)));
  const [other] = others;
  if (other === undefined || others.includes(undefined)) return undefined;
  return `The stack belongs to another organization than the token, so nothing can be compared. ${other} Check PLATFORM_BASE_URL, PLATFORM_TOKEN and the state.`;
}
