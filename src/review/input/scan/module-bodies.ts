/** Reads the files of a module as bodies, in either syntax. A file that can be read in two ways is not read. */
import { onceFor } from '../../../base/cache/once-for';
import { readJsonText } from '../../../base/text/json-text';
import { type HclBodyTree, readHclBody, readHclTree } from '../../../base/text/hcl-tree';
import { readJsonBody } from './json-body';

/** The files of a module. */
export interface ScannedModule {
  /** The address of the module without keys; empty for the root module. */
  readonly module: string;
  /** The folder of the module, relative to that of the root module. */
  readonly dir: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The SHA-256 of the files and folders that its expressions read, by path relative to the folder of the root module. */
  readonly reads?: Readonly<Record<string, string>>;
}

interface ModuleBodies {
  readonly read: readonly { readonly file: string; readonly body: HclBodyTree }[];
  readonly unread: readonly { readonly file: string; readonly text: string; readonly why: string }[];
}

export const readModuleBodies = onceFor(({ module, files }: ScannedModule): ModuleBodies => {
  const read: ModuleBodies['read'][number][] = [];
  const unread: ModuleBodies['unread'][number][] = [];
  for (const { name, text } of files) {
    const file = inModule(module, name, '/');
    try {
      read.push({ file, body: name.endsWith('.json') ? readJson(text) : readHclBody(readHclTree(text)) });
    } catch (error) {
      unread.push({ file, text, why: (error as Error).message });
    }
  }
  return { read, unread };
});

function readJson(text: string): HclBodyTree {
  const { value, ambiguities } = readJsonText(text);
  const [first] = ambiguities;
  if (first !== undefined) throw new Error(`it contains ${first.what}`);
  return readJsonBody(value);
}

/** Returns the address of a part of a module, or the name of its file. */
export function inModule(module: string, name: string, separator = '.'): string {
  return module === '' ? name : `${module}${separator}${name}`;
}
