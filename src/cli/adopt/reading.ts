/** Reads an organization for an adoption, and selects objects. */
import {
  peopleByUid,
  readOrganization,
  resolveOrganization,
  type ListedOrganization,
  type AdoptedOrganization,
  type ResolveOptions,
} from '../../adopt';
import { nearest } from '../../model/api';
import { pathPattern } from '../../base/text/path-pattern';
import { capitalized, counted, few } from '../../base/text/words';
import { errorText } from '../live/error-text';
import type { Interruption } from '../process';
import type { AdoptConnection } from './connection';
import type { ProgressLine } from './progress';

export const exitCodes = { proven: 0, failed: 1, usage: 2, inconclusive: 3 } as const;

export interface SelectionFlags {
  readonly root?: string;
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
}

interface Reading {
  readonly flags: SelectionFlags;
  readonly interruption: Interruption;
  readonly progress: ProgressLine;
  readonly say: (message: string) => void;
}

interface Resolving extends Reading {
  readonly flags: SelectionFlags & { readonly verify: boolean };
}

/** Reads the organization. Returns an exit code if it cannot be read completely: nothing is written then. */
export async function readListedOrganization(
  { client }: AdoptConnection,
  { flags, interruption, progress, say }: Reading,
): Promise<ListedOrganization | number> {
  const { signal } = interruption;
  try {
    const onProgress = (objects: number) => progress.show(`Reading: ${counted(objects, 'object')}`);
    const listed = await readOrganization(client, { root: flags.root, onProgress, signal });
    progress.end();
    await interruption.heard();
    signal.throwIfAborted();
    for (const problem of listed.problems) say(capitalized(problem));
    if (listed.problems.length === 0) return listed;
    say(
      'Nothing was written: the project would be incomplete. Run again, with a token that can list every kind in the group.',
    );
    return exitCodes.inconclusive;
  } catch (error) {
    progress.end();
    if (signal.aborted) {
      say(UNWRITTEN);
      return exitCodes.failed;
    }
    say(`Cannot read the organization. ${errorText(error)} Nothing was written.`);
    return exitCodes.inconclusive;
  }
}

const UNWRITTEN = 'Interrupted. Nothing was written.';

/** Resolves the lists. The proof looks up people, as the plan does: some can be referred to only by uid. */
export async function resolved(
  { client }: AdoptConnection,
  listed: ListedOrganization,
  { flags, interruption, progress, say }: Resolving,
  isManaged?: ResolveOptions['isManaged'],
): Promise<AdoptedOrganization | number> {
  const paths = new Set<string>();
  const isSelected = selection(flags);
  const recording = (path: string) => {
    paths.add(path);
    return isSelected(path);
  };
  const options = { now: new Date(), isSelected: recording, ...(isManaged && { isManaged }) };
  const organization = resolveOrganization(listed, options);
  const unmatched = unmatchedPattern(flags, [...paths]);
  if (unmatched !== undefined) {
    say(`${unmatched} Nothing was written.`);
    return exitCodes.usage;
  }
  if (paths.size > 0 && ![...paths].some(isSelected)) {
    say('--only and --exclude select no object. Correct the patterns. Nothing was written.');
    return exitCodes.usage;
  }
  if (!flags.verify) return organization;
  try {
    progress.show('Looking up people');
    const byUid = await peopleByUid(client, organization, interruption.signal);
    await interruption.heard();
    interruption.signal.throwIfAborted();
    return byUid.size === 0 ? organization : resolveOrganization(listed, { ...options, byUid });
  } catch (error) {
    progress.end();
    const problem = `Cannot look up the people of the organization. ${errorText(error)} Nothing was written.`;
    say(interruption.signal.aborted ? UNWRITTEN : problem);
    return exitCodes.inconclusive;
  } finally {
    progress.end();
  }
}

/** Returns the problem of a pattern that selects nothing: after a typo, the project would lack objects or contain excluded ones. */
function unmatchedPattern({ only = [], exclude = [] }: SelectionFlags, paths: readonly string[]): string | undefined {
  const given = [
    ...only.map((pattern) => ['--only', pattern] as const),
    ...exclude.map((pattern) => ['--exclude', pattern] as const),
  ];
  const [flag, pattern = ''] = given.find(([, one]) => !paths.some(matcher([one]))) ?? [];
  if (flag === undefined) return undefined;
  return `No object matches ${flag} ${JSON.stringify(pattern)}. ${describeNearest(pattern, paths)}`;
}

/** Returns the most similar path, or the names in the deepest group of the pattern that exists. */
function describeNearest(pattern: string, paths: readonly string[]): string {
  const names = pattern.split('/');
  const isName = (name: string) => !/^[0-9a-f]{16}$/.test(name);
  const [above = '', found = []] =
    names
      .map((_, depth) => names.slice(0, names.length - 1 - depth).join('/'))
      .filter((group) => group !== '')
      .map((group) => [group, findNames(group, paths).filter(isName)] as const)
      .find(([, within]) => within.length > 0) ?? [];
  const last = names[above.split('/').length] ?? '';
  const longer = found.find((name) => name.startsWith(last));
  const meant = longer === undefined ? nearest(pattern, paths) : `${above}/${longer}`;
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  if (found.length === 0) return `Paths begin with ${paths[0]?.split('/')[0]}.`;
  return `${above} contains ${few(
    found.map((name) => JSON.stringify(name)),
    MOST_NAMES,
  )}.`;
}

/** Returns the names of the objects in a group. */
function findNames(group: string, paths: readonly string[]): string[] {
  const within = paths.filter((path) => path.startsWith(`${group}/`)).map((path) => path.slice(group.length + 1));
  return [...new Set(within.map((path) => path.split('/')[0] ?? ''))].sort();
}

/** The most names in an error. */
const MOST_NAMES = 10;

/** A pattern also selects everything under what it matches. */
function matcher(patterns: readonly string[]): (path: string) => boolean {
  const matches = patterns.flatMap((pattern) => [pathPattern(pattern), pathPattern(`${pattern}/**`)]);
  return (path) => matches.some((isMatched) => isMatched(path));
}

function selection({ only = [], exclude = [] }: SelectionFlags): (path: string) => boolean {
  const [isIncluded, isExcluded] = [matcher(only), matcher(exclude)];
  return (path) => (only.length === 0 || isIncluded(path)) && !isExcluded(path);
}
