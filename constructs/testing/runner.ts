/** Applies and plans stacks against an emulator. */
import { join } from 'node:path';
import { findJsonObject, isObject, isOurProvider, type Values } from '../../src/model/api';
import { constructPlaces } from './construct-places';
import { foreignProviders, isFullyRedirected, redirect, type RedirectTarget } from './redirect';
import type { StackFolder } from './source';
import { failure, messagesIn, runTerraform, createTerraformEnvironment, type EndedRun } from './terraform';

export interface RunnerOptions {
  /** The stacks, in the order of their dependencies. */
  readonly stacks: readonly StackFolder[];
  /** The folder for states and plans. */
  readonly folder: string;
  readonly connection: RedirectTarget;
  /** Environment variables for Terraform. */
  readonly variables: Readonly<Record<string, string>>;
  /** Additional providers that the stacks may use. */
  readonly providers: readonly string[];
}

export interface Runner {
  /** Applies each stack. */
  apply(): Promise<void>;
  /** Returns the planned changes of all stacks. */
  plan(): Promise<string[]>;
}

/** Creates a runner. Its methods reject with the diagnostics of Terraform. */
export function createRunner({ stacks, folder, connection, variables, providers }: RunnerOptions): Runner {
  const { baseUrl, authUrl, token } = connection;
  const env = createTerraformEnvironment({
    ...{ PLATFORM_BASE_URL: baseUrl, PLATFORM_AUTH_URL: authUrl, PLATFORM_TOKEN: token },
    ...variables,
  });

  const run = async (stack: StackFolder, args: readonly string[]): Promise<EndedRun> => {
    const ended = await runTerraform(args, stack.dir, env);
    if (ended.code === 0) return ended;
    const title = `Cannot apply the stack ${stack.name}: terraform ${args[0] ?? ''} failed.`;
    throw failure(title, ended, constructPlaces(stack.dir));
  };

  const applyStack = async (stack: StackFolder): Promise<void> => {
    redirect(stack, stacks, folder, connection);
    await run(stack, ['init', '-input=false', '-no-color']);
    requireHarmless(stack, providers);
    if (isFullyRedirected(stack)) {
      await run(stack, ['apply', '-json', '-input=false', '-auto-approve']);
      return;
    }
    const plan = join(folder, `${stack.name}.tfplan`);
    await run(stack, ['plan', '-json', '-input=false', `-out=${plan}`]);
    requireEmulator(stack, (await run(stack, ['show', '-json', plan])).stdout, baseUrl);
    await run(stack, ['apply', '-json', '-input=false', plan]);
  };

  return {
    apply: async () => {
      for (const stack of stacks) await applyStack(stack);
    },
    plan: async () => {
      const changes: string[] = [];
      for (const stack of stacks) {
        const { stdout } = await run(stack, ['plan', '-json', '-input=false']);
        const prefix = stacks.length > 1 ? `${stack.name}: ` : '';
        changes.push(...plannedChanges(stdout).map((change) => `${prefix}${change}`));
      }
      return changes;
    },
  };
}

function plannedChanges(stdout: string): string[] {
  return messagesIn(stdout).flatMap(({ type, change, outputs }) => {
    if (type === 'planned_change' && change !== undefined && change.action !== 'noop')
      return [`${change.action} ${change.resource.addr}`];
    if (type !== 'outputs' || outputs === undefined) return [];
    const changed = Object.entries(outputs).filter(([, { action = 'noop' }]) => action !== 'noop');
    return changed.map(([name, { action = '' }]) => `${action} output.${name}`);
  });
}

function requireHarmless(stack: StackFolder, providers: readonly string[]): void {
  const [foreign] = foreignProviders(stack, providers);
  if (foreign !== undefined)
    throw new Error(
      `Cannot apply the stack ${stack.name}: it uses the provider ${foreign}, and Terraform would really create its resources. Move them to another stack, or pass providers: ['${foreign}'].`,
    );
}

/** A provider block in HCL or in a module could name a real service. The plan contains every block. */
function requireEmulator({ name }: StackFolder, plan: string, baseUrl: string): void {
  const { configuration } = JSON.parse(findJsonObject(plan)) as {
    readonly configuration?: { readonly provider_config?: Readonly<Record<string, Values>> };
  };
  for (const [key, config] of Object.entries(configuration?.provider_config ?? {})) {
    if (!isOurProvider(config['full_name'])) continue;
    const expressions = (config['expressions'] ?? {}) as Values;
    const address = expressions['base_url'];
    if (address === undefined && Object.keys(expressions).length === 0) continue;
    if (isObject(address) && address['constant_value'] === baseUrl) continue;
    throw new Error(
      `Cannot apply the stack ${name}: the provider block ${key} has settings that a test cannot replace. Name the provider platform, configure it only in the root module, and omit base_url in modules.`,
    );
  }
}
