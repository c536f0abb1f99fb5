/** `platform-iac serve-review`: reviews plans for HCP Terraform, and answers deployment protection rules of GitHub. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isLoopback } from '../api';
import type { Severity } from '../review';
import type * as RunTaskModule from '../review/formats/run-task';
import type * as CertificateModule from '../emulator/running/certificate-files';
import type * as ServerModule from '../review-server';
import type { Integration } from '../review-server';
import type { Output } from './process';
import { configurationFileOf, loadReview } from './report';

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly allowPlaintext?: true;
  readonly config?: string;
  readonly failOn: Severity;
  readonly hcpHost?: readonly string[];
  readonly githubApp?: string;
  readonly githubApi: string;
  readonly githubWorkflow: string;
}

/** The variables of secrets. `…_FILE` names a file instead. */
const SECRETS = {
  hcp: 'REVIEW_HCP_HMAC_KEY',
  webhook: 'REVIEW_GITHUB_WEBHOOK_SECRET',
  app: 'REVIEW_GITHUB_APP_KEY',
} as const;

const USAGE = 2;

/** The reason why the command cannot start. */
class UsageError extends Error {}

export function addServeReviewCommand(
  program: Command,
  output: Output,
  exitWith: (code: number) => void,
  stopped: () => Promise<unknown> = signalled,
): void {
  program
    .command('serve-review')
    .description('Serve reviews to HCP Terraform, and answer deployment protection rules of GitHub')
    .option('--host <address>', 'Address to listen at; one that is not loopback needs TLS', '127.0.0.1')
    .option('--port <number>', 'Port to listen on; 0 selects a free one', portNumber, 8080)
    .option('--tls-cert <file>', 'Serve TLS with this certificate and its intermediates (PEM)')
    .option('--tls-key <file>', 'The private key of the certificate (PEM)')
    .option(
      '--allow-plaintext',
      'Listen without TLS at a --host that is not loopback: behind a proxy that terminates TLS',
    )
    .option('--config <file>', 'Rules and suppressions; by default review.config.json, if it exists')
    .addOption(
      new Option('--fail-on <severity>', 'Fail run tasks with findings of this severity or higher')
        .choices(['low', 'medium', 'high'])
        .default('high'),
    )
    .option(
      '--hcp-host <host>',
      'Host of HCP Terraform or Terraform Enterprise; by default app.terraform.io; may be repeated',
      collectedHosts,
    )
    .option('--github-app <id>', 'Client id or id of the GitHub App of the protection rule')
    .option('--github-api <url>', 'API of GitHub; https://HOST/api/v3 for Enterprise Server', 'https://api.github.com')
    .option('--github-workflow <path>', 'The workflow whose reports count', '.github/workflows/review.yml')
    .addHelpText(
      'after',
      `\nSecrets come from the environment, or from the file that NAME_FILE names:` +
        `\n  ${SECRETS.hcp}           The HMAC key of the run task` +
        `\n  ${SECRETS.webhook}  The secret of the webhook of the GitHub App` +
        `\n  ${SECRETS.app}         The private key of the GitHub App (PEM)` +
        '\nPaths: /hcp-terraform, /github, /healthz. A service without its secrets is not served.' +
        '\nStop it with SIGTERM: it finishes the accepted reviews.',
    )
    .action(async (flags: ServeFlags) => {
      try {
        await serve(flags, output, stopped);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        output.err(`platform-iac: ${error.message}\n`);
        exitWith(USAGE);
      }
    });
}

async function serve(flags: ServeFlags, { out, err }: Output, stopped: () => Promise<unknown>): Promise<void> {
  const { host, port } = flags;
  const problem = listenProblem(flags);
  if (problem !== undefined) throw new UsageError(problem);
  const log = (line: string) => err(`${new Date().toISOString()} ${line}\n`);
  const { startReviewServer } = loadServer();
  const integrations = integrationsOf(flags);
  const tls = tlsOf(flags);
  const stopping = stopped();
  const server = await startReviewServer({ host, port, integrations, tls, log }).catch((error: unknown) => {
    throw listenError(error, host, port);
  });
  out(`${JSON.stringify({ url: server.url, paths: integrations.map(({ path }) => path) })}\n`);
  await stopping;
  await server.close();
}

/** Returns the integrations whose secrets are set. An incomplete one is an error, and so is none. */
function integrationsOf(flags: ServeFlags): Integration[] {
  const { createOutbound, createProtectionRule, createRunTask, readAppKey } = loadServer();
  const [key, secret, appKey] = [SECRETS.hcp, SECRETS.webhook, SECRETS.app].map(secretOf);
  const send = createOutbound();
  const found: Integration[] = [];
  if (key !== undefined) {
    const { configuration, file: configurationFile } = usage(() => configurationFileOf(flags.config));
    const { hcpHost: hosts = ['app.terraform.io'], failOn } = flags;
    const review = () => ({ ...loadReview(), ...loadRunTask() });
    found.push(createRunTask({ key, hosts, failOn, configuration, configurationFile, send, review }));
  }
  const given = [secret, appKey, flags.githubApp];
  if (given.some((one) => one !== undefined)) {
    if (secret === undefined || appKey === undefined || flags.githubApp === undefined)
      throw new UsageError(
        `The protection rule is incomplete. Set --github-app, ${SECRETS.webhook} and ${SECRETS.app}.`,
      );
    const appOptions = { appId: flags.githubApp, key: usage(() => readAppKey(appKey, SECRETS.app)) };
    const apiUrl = apiUrlOf(flags.githubApi);
    found.push(createProtectionRule({ ...appOptions, apiUrl, send, secret, workflow: flags.githubWorkflow }));
  }
  if (found.length === 0)
    throw new UsageError(`Nothing to serve. Set ${SECRETS.hcp} for a run task, or --github-app for a protection rule.`);
  return found;
}

/** Returns a secret; `undefined` if its variable is not set. */
function secretOf(name: string): string | undefined {
  const [value, file] = [process.env[name], process.env[`${name}_FILE`]];
  if (value !== undefined && file !== undefined) throw new UsageError(`Set ${name} or ${name}_FILE, not both.`);
  if (value === undefined && file === undefined) return undefined;
  const secret = (file === undefined ? value : usage(() => readSecret(name, file)))?.trim();
  if (secret === undefined || secret === '') throw new UsageError(`${name} is empty. Set it, or remove it.`);
  return secret;
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new Error(`Cannot read the file of ${name}_FILE, ${file}: ${reason}.`, { cause: error });
  }
}

function tlsOf({ tlsCert, tlsKey }: ServeFlags): CertificateModule.CertificateFiles | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  return usage(() => loadCertificates().openCertificateFiles({ certFile: tlsCert, keyFile: tlsKey }));
}

function listenProblem({ host, tlsCert, tlsKey, allowPlaintext }: ServeFlags): string | undefined {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) return 'TLS needs both --tls-cert and --tls-key.';
  if (tlsCert !== undefined && allowPlaintext) return '--allow-plaintext contradicts --tls-cert. Remove one of them.';
  if (tlsCert !== undefined || allowPlaintext === true || isLoopback(host)) return undefined;
  return `--host ${host} needs --tls-cert and --tls-key: without TLS, the network can read the tokens of run tasks. Behind a proxy that terminates TLS, use --allow-plaintext.`;
}

function listenError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use. Choose another with --port.`);
  if (code === 'EACCES')
    return new Error(`Cannot open port ${port}: permission denied. Choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`Cannot listen at ${host}: this machine does not have that address. Choose another with --host.`);
  return error;
}

/** Runs a step of the start. Its error is a usage error. */
function usage<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function apiUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.search !== '' || url.username !== '')
    throw new UsageError(`Cannot use --github-api ${text}: it is not an HTTPS URL. Pass https://HOST/api/v3.`);
  return url.href.replace(/\/$/, '');
}

function collectedHosts(text: string, before: readonly string[] = []): readonly string[] {
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(text))
    throw new InvalidArgumentError('Pass a host without https://, such as tfe.acme.example.');
  return [...before, text];
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function signalled(): Promise<unknown> {
  return Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
}

// Loaded late: no other command needs them.

function loadServer(): typeof ServerModule {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../review-server') as typeof ServerModule;
}

function loadCertificates(): typeof CertificateModule {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../emulator/running/certificate-files') as typeof CertificateModule;
}

function loadRunTask(): typeof RunTaskModule {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../review/formats/run-task') as typeof RunTaskModule;
}
