import { existsSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { missingFileError } from '../../base/files/read-error';
import type * as Emulator from '../../emulator';
import type { OidcTokenRequest } from '../../emulator';
import type { Output } from '../process';

interface OidcTokenFlags {
  readonly subject: string;
  readonly audience?: string;
  readonly claim?: Readonly<Record<string, string>>;
  readonly lifetime?: number;
  readonly data?: string;
}

const requestTimeoutMs = 10_000;

/**
 * `platform-iac oidc-token`: an OIDC token of the emulator's own issuer, as a CI system hands one to a workload. The
 * emulator is the running one that the environment names, or the one that a data file belongs to.
 */
export function addOidcTokenCommand(program: Command, { out }: Output): void {
  program
    .command('oidc-token')
    .requiredOption('--subject <text>', 'The claim "sub"')
    .option('--audience <text>', 'The claim "aud"; by default the host name that identities expect')
    .option('--claim <name=value>', 'A further claim; may be repeated', collectedClaims)
    .option('--lifetime <seconds>', 'Lifetime, at most a day; by default 300', seconds)
    .option('--data <file>', 'The data file of the emulator; by default the running emulator issues the token')
    .addHelpText(
      'after',
      '\nWithout --data, PLATFORM_AUTH_URL (or PLATFORM_BASE_URL) and PLATFORM_TOKEN name the emulator and its administrator.' +
        '\nExample: export PLATFORM_IDENTITY_TOKEN="$(platform-iac oidc-token --subject repo:acme@1234/shop@7890:ref:refs/heads/main)"',
    )
    .action(async ({ subject, audience, claim, lifetime, data }: OidcTokenFlags) => {
      const request: OidcTokenRequest = {
        subject,
        claims: claim ?? {},
        ...(audience !== undefined && { audience }),
        ...(lifetime !== undefined && { lifetimeSeconds: lifetime }),
      };
      out(`${await (data === undefined ? askedFor(request) : signedBy(data, request))}\n`);
    });
}

/** By the key in the data file, whether or not its emulator is running. */
async function signedBy(dataFile: string, request: OidcTokenRequest): Promise<string> {
  if (!existsSync(dataFile)) throw missingFileError(dataFile, 'Start the emulator with it first.');
  const { createEmulator } = loadEmulator();
  const emulator = createEmulator({ dataFile, dataFileInUse: true });
  try {
    return await emulator.oidcToken(request);
  } finally {
    emulator.close();
  }
}

/** Loaded late: only a signature by a data file needs the emulator. */
function loadEmulator(): typeof Emulator {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../../emulator') as typeof Emulator;
}

async function askedFor(request: OidcTokenRequest): Promise<string> {
  const { PLATFORM_AUTH_URL, PLATFORM_BASE_URL, PLATFORM_TOKEN } = process.env;
  const address = PLATFORM_AUTH_URL ?? PLATFORM_BASE_URL;
  if (!address || !PLATFORM_TOKEN)
    throw new Error(
      'No emulator is named. Set PLATFORM_AUTH_URL and PLATFORM_TOKEN to the values that it printed at its start, or pass --data.',
    );
  const url = `${address.replace(/\/+$/, '')}/emulator/oidc-tokens`;
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  } catch (error) {
    throw new Error(`No emulator responds at ${address}. Is it running?`, { cause: error });
  }
  const answer = (await response.json().catch(() => ({}))) as { token?: unknown; message?: unknown };
  if (response.ok && typeof answer.token === 'string') return answer.token;
  const reason = typeof answer.message === 'string' ? answer.message : `status ${response.status}`;
  throw new Error(
    `${address} does not issue a token: ${reason}. Only an emulator issues tokens, and only to its administrator.`,
  );
}

function collectedClaims(claim: string, before: Readonly<Record<string, string>> = {}): typeof before {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(claim) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('A claim has the form name=value, such as environment=production.');
  return { ...before, [name]: value };
}

function seconds(text: string): number {
  const lifetime = Number(text);
  if (!/^\d+$/.test(text) || lifetime < 1 || lifetime > 86_400)
    throw new InvalidArgumentError('A lifetime is a number of seconds from 1 to 86400.');
  return lifetime;
}
