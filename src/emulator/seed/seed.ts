/**
 * A seed: an organization as users write it, in YAML or JSON; read from a file, or written from the store. Fields are
 * named as in the API; the contents of a group are nested in it, under the name of their collection; references are
 * names, paths of names or uids:
 *
 * ```yaml
 * groups:
 *   - name: acme
 *     groups:
 *       - name: payments
 *         description: Takes the money.
 *     identities:
 *       - name: ci
 *         claimMatch: { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main' }
 *     roleBindings:
 *       - { identity: ci, role: viewer }
 * ```
 *
 * The administrator is bound to `owner` in every root group of the seed, unless the seed binds them there already.
 */
import { readFileSync } from 'node:fs';
import { describeReadError } from '../../base/files/read-error';
import { readJsonText } from '../../base/text/json-text';
import type * as Yaml from '../../base/text/yaml';
import { declarations } from '../../model/kinds';
import { servedFields, type Declaration } from '../../model/schema';
import type { StoredRecord } from '../store/row';
import type { Store } from '../store/store';

/** An object: its fields (also `uid`, `createTime` and `updateTime` to fix them) and its contents. */
export interface SeedObject {
  readonly [fieldOrCollection: string]: unknown;
}

/** Objects without a parent, by collection: root groups above all. */
export type SeedTree = Readonly<Record<string, readonly SeedObject[]>>;

/**
 * The fields of a seed in addition to declared ones: whether the service itself created a binding, and the account of a
 * person.
 */
export const UNDECLARED: readonly string[] = ['automatic', 'account'];

/** Reads a seed from a YAML or JSON file. Throws an `Error` that names the file and, in malformed YAML, the line. */
export function readSeedFile(file: string): SeedTree {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Error(describeReadError(file, error), { cause: error });
  }
  let tree: unknown;
  try {
    tree = readYaml(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree))
    throw new Error(`The seed file ${file} must contain collections, such as "groups", at its top level.`);
  return tree as SeedTree;
}

/** Reads YAML, and JSON a hundred times faster than a parser of YAML. Neither accepts a key twice. */
function readYaml(text: string): unknown {
  try {
    const { value, ambiguities } = readJsonText(text);
    if (ambiguities.length === 0) return value;
  } catch {
    // Other YAML. Its parser describes what is wrong with it.
  }
  // oxlint-disable-next-line typescript/no-require-imports -- most emulators have no seed file
  const { parse } = require('../../base/text/yaml') as typeof Yaml;
  return parse(text);
}

/**
 * Returns all objects of the store as a seed with uids and times, so that an emulator that loads it has the same
 * organization. Omits the objects for which `isBuiltIn` returns true.
 */
export function createSnapshot(store: Store, isBuiltIn: (record: StoredRecord) => boolean): SeedTree {
  const byParent = new Map<string | undefined, StoredRecord[]>();
  for (const record of store.all()) {
    if (isBuiltIn(record)) continue;
    const siblings = byParent.get(record.parent) ?? [];
    siblings.push(record);
    byParent.set(record.parent, siblings);
  }

  const getChildren = (parent: string | undefined): SeedTree => {
    const records = byParent.get(parent) ?? [];
    const collections = declarations.map((declaration) => {
      const own = records.filter(({ kind }) => kind === declaration.kind);
      return [declaration.collection, own.map((record) => getObject(declaration, record))] as const;
    });
    return Object.fromEntries(collections.filter(([, objects]) => objects.length > 0));
  };

  const getObject = (declaration: Declaration, { uid, values, createTime, updateTime }: StoredRecord): SeedObject => {
    const declared = Object.entries(values).filter(
      ([name]) => Object.hasOwn(servedFields(declaration), name) || UNDECLARED.includes(name),
    );
    // An object that is identified by its group's uid has no contents: objects with this parent uid belong to the
    // group.
    const contents = declaration.uidScheme === 'parentUid' ? {} : getChildren(uid);
    return { uid, ...Object.fromEntries(declared), createTime, updateTime, ...contents };
  };

  return getChildren(undefined);
}
