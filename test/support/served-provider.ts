import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtProvider } from './built';

/** Our built provider as one process. */
export interface ServedProvider {
  /** For the environment of Terraform. */
  readonly env: { readonly TF_REATTACH_PROVIDERS: string };
  close(): void;
}

/**
 * Starts the provider in this environment. Terraform would start three processes for each plan: tests of starting, installing,
 * locking, logging and interrupting need them.
 */
export async function serveProvider(env: Readonly<Record<string, string | undefined>>): Promise<ServedProvider> {
  const args = [builtProvider(), '--debug'];
  const child = spawn(process.execPath, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, value] = /^TF_REATTACH_PROVIDERS='(.*)'$/.exec(line) ?? [];
    if (value !== undefined) return { env: { TF_REATTACH_PROVIDERS: value }, close: () => void child.kill() };
  }
  throw new Error('The provider ended before it was ready.');
}
