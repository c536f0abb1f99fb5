/** Redirects a stack to the emulator: an override file replaces its backend, its provider blocks and its remote states. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, isOurProvider, PROVIDER_NAME, type Values } from '../../src/model/api';
import type { StackFolder } from './source';

export interface RedirectTarget {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly token: string;
}

/** The last override file: Terraform merges override files in the order of their names. */
const FILE = 'zzz_testing_override.tf.json';

/** Returns the file with the state of a stack. */
function stateFile(folder: string, { name }: StackFolder): string {
  return join(folder, `${name}.tfstate`);
}

/**
 * Writes the override file of a stack. It replaces the settings of provider blocks, because they take precedence over
 * the environment.
 */
export function redirect(stack: StackFolder, stacks: readonly StackFolder[], folder: string, to: RedirectTarget): void {
  const { texts, jsons } = configuration(stack.dir);
  const settings = {
    ...{ base_url: to.baseUrl, auth_url: to.authUrl, token: to.token },
    ...{ identity_uid: null, identity_token: null, identity_token_file: null },
  };
  const blocks = [...jsons.flatMap(jsonAliases), ...texts.flatMap(hclAliases)];
  const states = remoteStates(jsons, stacks, folder);
  const content = {
    terraform: { backend: { local: { path: stateFile(folder, stack) } } },
    ...(blocks.length > 0 && {
      provider: { [PROVIDER_NAME]: blocks.map((alias) => ({ ...(alias !== undefined && { alias }), ...settings })) },
    }),
    ...(Object.keys(states).length > 0 && { data: { terraform_remote_state: states } }),
  };
  writeFileSync(join(stack.dir, FILE), JSON.stringify(content, undefined, 2));
}

/** Returns true if the override file certainly replaces every provider block: the stack has no HCL and no modules. */
export function isFullyRedirected({ dir }: StackFolder): boolean {
  const { texts, jsons } = configuration(dir);
  return texts.length === 0 && jsons.every((json) => !('module' in json) && usesLocalName(json));
}

function configuration(dir: string): { readonly texts: readonly string[]; readonly jsons: readonly Values[] } {
  const files = readdirSync(dir).filter((file) => /\.(tf|tofu)(\.json)?$/.test(file) && file !== FILE);
  const read = (file: string): string => readFileSync(join(dir, file), 'utf8');
  return {
    texts: files.filter((file) => !file.endsWith('.json')).map(read),
    jsons: files.filter((file) => file.endsWith('.json')).map((file) => JSON.parse(read(file)) as Values),
  };
}

/** Returns true if our provider has no other local name. */
function usesLocalName({ terraform }: Values): boolean {
  return asList(terraform)
    .flatMap((block) => asList((block as Values)['required_providers']))
    .flatMap((providers) => Object.entries(providers as Values))
    .every(([name, entry]) => name === PROVIDER_NAME || !isOurProvider((entry as Values)['source']));
}

/** Returns the alias of each provider block, and undefined for the block without an alias. */
function jsonAliases({ provider }: Values): (string | undefined)[] {
  const blocks = asList(provider).flatMap((providers) => asList((providers as Values)[PROVIDER_NAME]));
  return blocks.map((block) => (isObject(block) ? (block['alias'] as string | undefined) : undefined));
}

function hclAliases(text: string): (string | undefined)[] {
  const blocks = text.matchAll(/^[ \t]*provider[ \t]+"?platform"?[ \t]*\{(?:([^\n]*)\}[ \t]*$|([^]*?)^[ \t]*\})/gm);
  return [...blocks].map(([, line = '', lines = '']) => /\balias[ \t]*=[ \t]*"([^"]*)"/.exec(line || lines)?.[1]);
}

const referenceInput = 'cross-stack-reference-input-';

function remoteStates(jsons: readonly Values[], stacks: readonly StackFolder[], folder: string): Values {
  const blocks = jsons
    .flatMap(({ data }) => asList(data))
    .flatMap((types) => Object.keys(((types as Values)['terraform_remote_state'] ?? {}) as Values));
  const found = blocks.flatMap((id) => {
    const source = stacks.find(({ name }) => id === `${referenceInput}${name}`);
    return source === undefined
      ? []
      : [[id, { backend: 'local', config: { path: stateFile(folder, source) } }] as const];
  });
  return Object.fromEntries(found);
}

function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Providers whose resources exist only in the state. */
const harmless = ['hashicorp/null', 'hashicorp/random', 'hashicorp/time', 'hashicorp/tls'];

/** Returns the providers of an initialized stack that could change real infrastructure. */
export function foreignProviders({ dir }: StackFolder, allowed: readonly string[]): string[] {
  const file = join(dir, '.terraform.lock.hcl');
  const lock = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const addresses = [...lock.matchAll(/^provider "([^"]+)"/gm)].map(([, address = '']) => address);
  return addresses
    .map((address) => address.replace(/^registry\.(terraform\.io|opentofu\.org)\//, ''))
    .filter((address) => !isOurProvider(address) && !harmless.includes(address) && !allowed.includes(address));
}
