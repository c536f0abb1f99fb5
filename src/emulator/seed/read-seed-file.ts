import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { SeedTree } from './tree';

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
