/**
 * Finds `review.config.json`. On your machine it may be above the working directory, up to the folder of the repository. It is
 * never taken from a synthesized folder: the program of a pull request writes there.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { describeReadError } from '../../base/files/read-error';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';
import type { ConfigurationFile } from '../../review';

/** The name of the folder where the CDK writes all stacks. */
export const SYNTHESIZED_FOLDER = 'cdktf.out';

/** The file of a synthesized stack. */
export const STACK_FILE = 'cdk.tf.json';

type Variables = Readonly<Record<string, string | undefined>>;

/** The place and the environment of a search. */
export interface SearchPlace {
  /** @default the working directory */
  readonly from?: string;
  /** @default the variables of the process */
  readonly env?: Variables;
}

/**
 * Reads the file, by default the one that applies to the working directory. Returns `undefined` if none applies. Throws an `Error`
 * with the reason if the file cannot be read, or if two apply.
 */
export function readConfigurationFile(
  file: string | undefined,
  place: SearchPlace = {},
): ConfigurationFile | undefined {
  const found = file ?? findConfigurationFile(place);
  if (found === undefined) return undefined;
  try {
    return { name: found, text: readFileSync(resolve(place.from ?? '.', found), 'utf8') };
  } catch (error) {
    throw new Error(describeReadError(found, error), { cause: error });
  }
}

/** Returns the path from the working directory. Throws an `Error` if several files apply. */
export function findConfigurationFile({ from = process.cwd(), env = process.env }: SearchPlace = {}):
  | string
  | undefined {
  const above = foldersAbove(from);
  const searched = isContinuousIntegration(env) ? above.slice(0, 1) : above;
  const last = above.findLastIndex(isSynthesized);
  const found = searched
    .slice(last + 1)
    .filter((folder) => existsSync(join(folder, CONFIGURATION_FILE)))
    .map((folder) => relative(from, join(folder, CONFIGURATION_FILE)).split(sep).join('/'));
  if (found.length > 1)
    throw new Error(
      `${found.length} configurations apply: ${found.join(' and ')}. Name one of them with --config, or delete the others.`,
    );
  return found[0];
}

/** Returns the files that do not apply because a program may have written them. */
export function findIgnoredConfigurations({ from = process.cwd() }: SearchPlace = {}): string[] {
  const above = foldersAbove(from);
  return above
    .slice(0, above.findLastIndex(isSynthesized) + 1)
    .map((folder) => join(folder, CONFIGURATION_FILE))
    .filter((file) => existsSync(file))
    .map((file) => relative(from, file).split(sep).join('/'));
}

/** Returns true if a CI system runs the command. They set `CI`. */
export function isContinuousIntegration({ CI = '' }: Variables): boolean {
  return !['', '0', 'false'].includes(CI.toLowerCase());
}

/**
 * Returns the folder and those above it, up to the one of the repository. Without a repository, the last one is the folder itself,
 * or the one with the synthesized folder.
 */
function foldersAbove(start: string): string[] {
  const folders: string[] = [];
  for (let folder = resolve(start); folder !== folders.at(-1); folder = dirname(folder)) folders.push(folder);
  const lastSynthesized = folders.findLastIndex(isSynthesized);
  const repository = folders.findIndex((folder, index) => index > lastSynthesized && existsSync(join(folder, '.git')));
  return folders.slice(0, repository < 0 ? lastSynthesized + 2 : repository + 1);
}

/** Returns true for the folder of a stack, and for the folder of all stacks. */
function isSynthesized(folder: string): boolean {
  return basename(folder) === SYNTHESIZED_FOLDER || existsSync(join(folder, STACK_FILE)) || hasStacks(folder);
}

function hasStacks(folder: string): boolean {
  const stacks = join(folder, 'stacks');
  if (!existsSync(join(folder, 'manifest.json')) || !existsSync(stacks)) return false;
  return readdirSync(stacks).some((name) => existsSync(join(stacks, name, STACK_FILE)));
}
