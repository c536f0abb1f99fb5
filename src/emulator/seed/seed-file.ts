/**
 * A seed: an organization as people write it down, in YAML or JSON. Fields are named as in the API; what lies in a group
 * stands beneath it, under the name of its collection; references are names, paths of names or uids:
 *
 * ```yaml
 * groups:
 *   - name: acme
 *     groups:
 *       - name: payments
 *         description: Takes the money.
 *     identities:
 *       - name: ci
 *         claimMatch: { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/shop:ref:refs/heads/main' }
 *     roleBindings:
 *       - { identity: ci, role: viewer }
 * ```
 *
 * The administrator is bound to `owner` in every root group, unless the seed binds them there already.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** An object: its fields (also `uid`, `createTime` and `updateTime` to fix them) and what lies in it. */
export interface SeedObject {
  readonly [fieldOrCollection: string]: unknown;
}

/** Objects without a parent, by collection: root groups above all. */
export type SeedTree = Readonly<Record<string, readonly SeedObject[]>>;

/** What a seed holds beside declared fields: whether the service itself made a binding, and the account of a person. */
export const UNDECLARED: readonly string[] = ['automatic', 'account'];

/** Reads a seed from a YAML or JSON file. Throws an `Error` that names the file and, in malformed YAML, the line. */
export function readSeedFile(file: string): SeedTree {
  let tree: unknown;
  try {
    tree = parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)));
  } catch (error) {
    throw new Error(`The seed file ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree))
    throw new Error(`The seed file ${file} must hold collections, such as "groups", at its top.`);
  return tree as SeedTree;
}
