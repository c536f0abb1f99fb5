/** Our built provider as one process that serves all commands of Terraform. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { Refusal } from '../say.mjs';

/**
 * Starts the provider. Terraform would start it three times for each plan.
 *
 * @param {NodeJS.ProcessEnv} env the environment of the provider
 * @returns {Promise<{ env: { TF_REATTACH_PROVIDERS: string }, close(): void }>} the environment of Terraform
 * @throws {Refusal} if the provider ends before it is ready
 */
export async function serveProvider(env) {
  const args = [join(root, 'dist/terraform-provider-platform'), '--debug'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, value] = /^TF_REATTACH_PROVIDERS='(.*)'$/.exec(line) ?? [];
    if (value !== undefined) return { env: { TF_REATTACH_PROVIDERS: value }, close: () => child.kill() };
  }
  throw new Refusal('The provider ended before it was ready.');
}
