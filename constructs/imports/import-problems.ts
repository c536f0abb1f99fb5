/** The problems of a file of imports, which the synthesis reports with the lines of the program. */
import type { TerraformStack } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { isUid, isWithin, nearest, rootUid } from '../../src/model/api';
import { containerKind, declarations, getGroupUid, parentKind } from '../../src/model/kinds';
import { kindInWords, findParentUid, type Declaration } from '../../src/model/schema';
import { declaredProps } from '../base/declared-props';
import { findImportId, ownImportId } from '../base/import-ids';
import { PlatformResource } from '../base/platform-resource';
import { warn } from '../base/problems';
import type { Reference } from '../base/reference';
import { withArticle } from '../../src/base/text/words';
import { getSourceLine, appendSourceLine, type SourceLine } from '../base/source-line';
import { isUnmanaged } from '../base/unmanaged';
import { constructKey, getParent } from './construct-keys';

/** The uids of existing objects, by collection (`groups`, `roleBindings`) and key (`payments/ci`). */
export type Imports = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A call of `importExisting`. */
export interface ImportCall {
  readonly group: Construct & Reference<'Group'>;
  readonly stack: TerraformStack;
  readonly imports: Imports;
  readonly isNew: (resource: IConstruct) => boolean;
  readonly source: SourceLine | undefined;
}

/** More problems than these are counted. */
const SHOWN = 20;

/** Returns the problems of all entries and of all resources beneath the group. */
export function importProblems(call: ImportCall): string[] {
  const declared = declaredKeys(call);
  const foreign = findForeignProblem(call);
  if (foreign !== undefined) return foreign;
  const problems = [...entryProblems(call, declared), ...resourceProblems(call, declared)];
  const more = problems.length - SHOWN;
  return more <= 0 ? problems : [...problems.slice(0, SHOWN), `importExisting: there are ${more} more problems`];
}

/** Returns the problem of imports that all belong to another root group, as in an emulator: no entry is a mistake then. */
function findForeignProblem({ group, imports, source }: ImportCall): string[] | undefined {
  const uids = Object.values(imports).flatMap((entries) => Object.values(entries));
  const root = isUid(group.uid) ? rootUid(group.uid) : undefined;
  if (root === undefined || uids.length < 2 || !uids.every((uid) => isUid(uid) && rootUid(uid) !== root))
    return undefined;
  return appendSourceLine(
    [
      `importExisting: no object of the imports exists beneath ${group.node.path} (${group.uid}): they are of another organization. For an emulator, delete the imports: it contains no existing objects. Otherwise correct the uid of the group`,
    ],
    source,
  );
}

/** A resource beneath the group, with its entry. */
interface Declared {
  readonly resource: PlatformResource;
  readonly declaration: Declaration;
  /** The key, or the reason why it is unknown. */
  readonly found: { readonly key: string } | { readonly unknown: string };
  readonly entry: string | undefined;
}

function declaredKeys({ group, stack, imports }: ImportCall): Declared[] {
  return stack.node.findAll().flatMap((resource): Declared[] => {
    const { declaration } = declaredProps(resource) ?? {};
    if (!(resource instanceof PlatformResource) || declaration === undefined) return [];
    const found = constructKey(group, resource);
    if (found === 'outside') return [];
    const entries = imports[declaration.collection] ?? {};
    const entry = 'key' in found && Object.hasOwn(entries, found.key) ? entries[found.key] : undefined;
    return [{ resource, declaration, found, entry }];
  });
}

function entryProblems({ group, imports, source }: ImportCall, declared: readonly Declared[]): string[] {
  const keys = new Map<string, Set<string>>();
  for (const { declaration, found } of declared) {
    const known = keys.get(declaration.collection) ?? new Set();
    keys.set(declaration.collection, known);
    if ('key' in found) known.add(found.key);
  }
  const first = new Map<string, string>();
  const problems = Object.entries(imports).flatMap(([collection, entries]) => {
    const declaration = KINDS.get(collection);
    if (declaration === undefined) {
      const meant = nearest(collection, KINDS.keys());
      const next = meant === undefined ? `there are ${[...KINDS.keys()].join(', ')}` : `did you mean \`${meant}\`?`;
      return [`unknown collection \`${collection}\`; ${next}`];
    }
    return Object.entries(entries).flatMap(([key, uid]) => {
      const entry = entryText(declaration, key);
      const id = `${collection} ${uid}`;
      const other = first.get(id);
      first.set(id, other ?? key);
      if (!isUid(uid)) return [`the uid of ${entry} is malformed (it is ${JSON.stringify(uid)}). Correct it`];
      if (isUid(group.uid) && !isPossible(declaration, uid, group.uid))
        return [`the uid of ${entry} is not ${placeText(declaration, group.node.path)} (it is ${uid}). Correct it`];
      if (other !== undefined)
        return [`${entry} has the same uid as ${JSON.stringify(other)} (${uid}). Remove one of them`];
      if (keys.get(collection)?.has(key) === true) return [];
      const free = [...(keys.get(collection) ?? [])].filter((text) => !Object.hasOwn(entries, text));
      const meant = nearest(key, free);
      const next =
        meant === undefined ? 'Declare it, or remove' : `Did you mean ${JSON.stringify(meant)}? Otherwise remove`;
      return [`no construct declares ${entry}. ${next} the entry`];
    });
  });
  return appendSourceLine(
    problems.map((problem) => `importExisting: ${problem}`),
    source,
  );
}

function resourceProblems({ isNew }: ImportCall, declared: readonly Declared[]): string[] {
  const first = new Map<string, PlatformResource>();
  return declared.flatMap((one) => {
    const { resource, declaration, found, entry } = one;
    if (resource.isLeftOut) {
      if (entry !== undefined && !isUnmanaged(resource)) warn(resource, LEFT_OUT);
      return [];
    }
    const problem = (text: string): string[] =>
      appendSourceLine([`importExisting: ${resource.node.path} ${text}`], getSourceLine(resource));
    const own = ownImportId(resource);
    if ('key' in found) {
      const id = `${declaration.collection} ${found.key}`;
      const other = first.get(id) ?? resource;
      first.set(id, other);
      const text = entryText(declaration, found.key);
      if (other !== resource && entry !== undefined && (own === undefined || ownImportId(other) === undefined))
        return problem(`has the same entry as ${other.node.path}: ${text}. Rename one of them, or remove it`);
      if (own !== undefined && entry !== undefined && isUid(own) && own !== entry)
        return problem(
          `imports ${own}, but the uid of ${text} is ${entry}. Remove the call of importFrom, or the entry`,
        );
    }
    const repetition = resource.count !== undefined ? 'count' : resource.forEach !== undefined ? 'forEach' : undefined;
    const misplaced = parentProblem(one);
    if (misplaced !== undefined) return problem(misplaced);
    if (isNew(resource)) return [];
    if (repetition !== undefined)
      return problem(
        `uses ${repetition}, so Terraform would create its objects. Declare each object, or pass it in allowNew`,
      );
    if (findImportId(resource) !== undefined) return [];
    if ('unknown' in found)
      return problem(
        `cannot be imported, because ${found.unknown}. Call importFrom(uid) on it, or pass it in allowNew`,
      );
    const missing = `would be created, because there is no ${entryText(declaration, found.key)}`;
    return problem(
      declaration.terraform?.expiry === undefined
        ? `${missing}. Add the entry, or pass the construct in allowNew`
        : `${missing}. If it was used or has expired, delete the construct: a new one gives the access again. Otherwise pass it in allowNew`,
    );
  });
}

const LEFT_OUT =
  'importExisting: the synthesized stack does not contain it, so Terraform neither imports nor deletes the existing object, and its access remains. Import it without the end date first, or delete the object';

const KINDS: ReadonlyMap<string, Declaration> = new Map(
  declarations.flatMap((declaration) =>
    declaration.terraform === undefined ? [] : [[declaration.collection, declaration] as const],
  ),
);

/** Returns true if an object with the uid can be in the group. A parent that is no group can also be above the group. */
function isPossible(declaration: Declaration, uid: string, groupUid: string): boolean {
  const kind = parentKind(declaration);
  if (kind === containerKind) return isWithin(uid, groupUid);
  const parent = findParentUid(declaration, uid);
  const group = parent === undefined ? undefined : getGroupUid(kind, parent);
  if (group === undefined || (kind.parent?.is === 'rootGroup' && group !== rootUid(group))) return false;
  return isWithin(group, groupUid) || isWithin(groupUid, group);
}

function placeText(declaration: Declaration, group: string): string {
  const kind = parentKind(declaration);
  return kind === containerKind ? `beneath ${group}` : `beneath ${withArticle(kindInWords(kind))} of ${group}`;
}

/** Returns the problem of an entry whose uid is beneath another parent than the one that the construct has. */
function parentProblem({ resource, declaration, found, entry }: Declared): string | undefined {
  if (parentKind(declaration) === containerKind || !isUid(entry) || !('key' in found)) return undefined;
  const parent = getParent(resource);
  if (parent === undefined) return undefined;
  const uid = 'uid' in parent ? parent.uid : importedUid(parent.construct);
  if (!isUid(uid) || findParentUid(declaration, entry) === uid) return undefined;
  const name = 'uid' in parent ? uid : `${parent.construct.node.path} (${uid})`;
  return `imports ${entryText(declaration, found.key)}, whose uid is not beneath ${name} (it is ${entry}). Correct the entry`;
}

function importedUid(construct: IConstruct): string | undefined {
  return construct instanceof PlatformResource ? findImportId(construct) : undefined;
}

/** Returns an entry in words: the kind, the key and the collection. */
function entryText(declaration: Declaration, key: string): string {
  return `${kindInWords(declaration)} ${JSON.stringify(key)} in \`${declaration.collection}\``;
}
