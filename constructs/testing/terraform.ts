/** Runs Terraform or OpenTofu for tests, and prints its errors as plain text. */
import { spawn } from 'node:child_process';

export interface EndedRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables that could connect a test with a real service, or change the output. */
const removed = /^(PLATFORM_|TF_CLI_ARGS|TF_WORKSPACE$|TF_DATA_DIR$|TF_LOG|TF_REATTACH_PROVIDERS$)/;

/**
 * Returns the environment of this process without the settings of the provider and of Terraform, and with `variables`.
 */
export function createTerraformEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !removed.test(name));
  return {
    ...Object.fromEntries(kept),
    ...{ CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1', TF_INPUT: '0' },
    ...variables,
  };
}

/**
 * Runs the command of TERRAFORM_BINARY_NAME, `terraform` or `tofu`, in this order, and waits for its end.
 *
 * @throws Error if none is installed
 */
export async function runTerraform(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<EndedRun> {
  const chosen = process.env['TERRAFORM_BINARY_NAME'];
  const commands = chosen ? [chosen] : ['terraform', 'tofu'];
  for (const command of commands) {
    const ended = await run(command, args, cwd, env);
    if (ended !== undefined) return ended;
  }
  throw new Error(
    `Command not found: ${commands.join(' or ')}. Install Terraform or OpenTofu, or name one in TERRAFORM_BINARY_NAME.`,
  );
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<EndedRun | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(undefined);
      else reject(new Error(`Cannot run ${command}: ${error.message}.`));
    });
    child.once('close', (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

/** A line of `terraform -json`. */
export interface Message {
  readonly type: string;
  readonly diagnostic?: Diagnostic;
  readonly change?: { readonly action: string; readonly resource: { readonly addr: string } };
  readonly outputs?: Readonly<Record<string, { readonly action?: string }>>;
}

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail?: string;
  readonly address?: string;
  readonly snippet?: { readonly context?: string | null };
}

/** Returns the lines of `terraform -json`. Other lines, for example of a wrapper script, are omitted. */
export function messagesIn(stdout: string): Message[] {
  return stdout.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    try {
      return [JSON.parse(line) as Message];
    } catch {
      return [];
    }
  });
}

/** Returns the error of a command that failed. `getPlace` returns the construct of an address. */
export function failure(title: string, ended: EndedRun, getPlace: (address: string) => string | undefined): Error {
  const errors = messagesIn(ended.stdout).flatMap(({ diagnostic }) =>
    diagnostic?.severity === 'error' ? [diagnostic] : [],
  );
  const texts = errors.map(({ summary, detail, address, snippet }) => {
    const where = address ?? snippet?.context ?? undefined;
    const place = where === undefined ? undefined : getPlace(where);
    const located = where === undefined ? [] : [`  in ${where}${place === undefined ? '' : ` (${place})`}`];
    return [`Error: ${summary}`, ...located, ...(detail ? [detail] : [])].join('\n');
  });
  const all = texts.length > 0 ? texts.join('\n\n') : printed(ended);
  const missing = /provider(?: packages)? ?(?:for provider)?\s+((?:[\w.-]+\/)?[\w-]+\/[\w-]+)/.exec(
    all.replace(/\s+/g, ' '),
  )?.[1];
  const isInstallation = /Failed to (query available|install) provider/.test(all) && missing !== undefined;
  const headline = isInstallation ? notInstalled(missing) : title;
  return new Error(`${headline}\n\n${all}`);
}

/** Returns the output of a command without -json, from its first error on. */
function printed({ stdout, stderr }: EndedRun): string {
  const text = (stderr || stdout).trim();
  const start = text.search(/^Error: /m);
  return start < 0 ? text : text.slice(start);
}

function notInstalled(provider: string): string {
  const remedy = provider.endsWith('hashicorp/null')
    ? "For Settled and Rotation, pass anchor: 'terraform_data', which needs no provider. "
    : '';
  return `Cannot install the provider ${provider}: Terraform found it neither in a mirror on this machine nor in its registry. ${remedy}For tests without a network, add a filesystem_mirror to the CLI configuration of Terraform.`;
}
