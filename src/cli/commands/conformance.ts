/** `platform-iac conformance`: compares a service with the rules on which this project relies. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { API_VERSIONS, DEFAULT_API_VERSION, isUid, uidProblem } from '../../model/api';
import { ApiError, baseUrlProblem, type Whoami } from '../../client';
import { providerBlock } from '../../model/kinds';
import type * as Conformance from '../conformance';
import { addApiVersionOption } from '../live/api-version-option';
import { type ClientConnection, createConnection } from '../live/api-connection';
import { errorText } from '../live/error-text';
import { onSignals, type Output } from '../process';

const exitCodes = { follows: 0, differs: 1, usage: 2, incomplete: 3 } as const;

const FORMATS = ['text', 'json'] as const;

interface ConformanceFlags {
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly parent: string;
  readonly throwawayRoot?: string;
  readonly grpc?: string | true;
  readonly format: (typeof FORMATS)[number];
}

const { base_url: BASE_URL, auth_url: AUTH_URL, api_version: API_VERSION } = providerBlock;

const HELP =
  '\nIt tries each rule that a request can show, in a group of its own beneath --parent. It removes the group at the end, also after Ctrl-C.' +
  '\nA later run removes what an earlier one left. It changes nothing else, and keeps to the rate limit of the service.' +
  '\nVerdicts: holds, differs, allowed to differ, not offered, not tried. A difference shows the request and the response without secrets.' +
  '\nThe caller needs a token that can create groups, roles, identities and role bindings beneath --parent: owner.' +
  '\nIt reads the token from the environment, like the provider: PLATFORM_TOKEN, …' +
  '\nExit codes: 0 no difference on which the client or the provider relies, 1 such a difference, 2 usage error, 3 incomplete.' +
  '\nExample: platform-iac conformance --base-url https://api.example.com --parent "$ROOT_GROUP_UID"';

export function addConformanceCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program
    .command('conformance')
    .option('--base-url <url>', `The address of the API; by default ${BASE_URL.environment}`, address)
    .option(
      '--auth-url <url>',
      `The authentication service; by default ${AUTH_URL.environment}, else the address of the API`,
      address,
    )
    .requiredOption('--parent <uid>', 'The group beneath which the run creates its own group', uid)
    .option(
      '--throwaway-root <uid>',
      'A root group for identity providers and mappings; it also allows the creation of a root group',
      uid,
    )
    .option('--grpc [package]', 'Also call gRPC, in this package before domain and version')
    .addOption(new Option('--format <format>', 'Output format').choices(FORMATS).default('text'));
  addApiVersionOption(command)
    .addHelpText('after', HELP)
    .action(async (flags: ConformanceFlags) => {
      try {
        exitWith(await compare(flags, output));
      } catch (error) {
        // A run that cannot begin must not look like a difference.
        output.err(`platform-iac: ${errorText(error)}\n`);
        exitWith(exitCodes.incomplete);
      }
    });
}

async function compare(flags: ConformanceFlags, output: Output): Promise<number> {
  const { parent, throwawayRoot, grpc, format } = flags;
  const { runConformance, formatConformanceJson, formatConformanceText } = loadConformance();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...(flags.baseUrl !== undefined && { [BASE_URL.environment]: flags.baseUrl }),
  };
  const connection = createConnection(env);
  const interrupted = new AbortController();
  const stopListening = onSignals(() => {
    if (interrupted.signal.aborted) return;
    output.err('Interrupted. Removing the group of the run.\n');
    interrupted.abort(new Error('the run was interrupted'));
  });
  try {
    const { signal } = interrupted;
    const result = await runConformance({
      baseUrl: (env[BASE_URL.environment] ?? '').trim().replace(/\/+$/, ''),
      authUrl: (flags.authUrl ?? (env[AUTH_URL.environment] || undefined))?.trim().replace(/\/+$/, ''),
      version: API_VERSIONS.find((version) => version === env[API_VERSION.environment]) ?? DEFAULT_API_VERSION,
      whoami: await getWhoami(connection, signal),
      ...{ parent, throwawayRoot, token: connection.token, signal },
      grpc: grpc !== undefined,
      ...(typeof grpc === 'string' && { grpcPackage: grpc }),
      progress: (ended, total) => output.showStatus?.(`${ended} of ${total} cases`),
    });
    output.showStatus?.('');
    output.out(format === 'json' ? formatConformanceJson(result) : formatConformanceText(result));
    if (result.left.length > 0 || result.interrupted !== undefined) return exitCodes.incomplete;
    return result.fails ? exitCodes.differs : exitCodes.follows;
  } finally {
    stopListening();
    await connection.client.close();
  }
}

/** Returns the capabilities of the caller. Without them, a denied request counts as not tried. */
async function getWhoami({ client }: ClientConnection, signal: AbortSignal): Promise<Whoami | undefined> {
  try {
    return await client.whoami({ signal });
  } catch (error) {
    if (ApiError.from(error).code === 'UNAUTHENTICATED') throw error;
    return undefined;
  }
}

/** Loaded late: no other command needs it. */
function loadConformance(): typeof Conformance {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a folder late in CommonJS and in a bundle alike
  return require('../conformance') as typeof Conformance;
}

function uid(text: string): string {
  if (!isUid(text)) throw new InvalidArgumentError(`${uidProblem(text)}.`);
  return text;
}

function address(text: string): string {
  const problem = baseUrlProblem(text);
  if (problem !== undefined) throw new InvalidArgumentError(`${problem}.`);
  return text;
}
