/**
 * Reads the configuration inside of a saved plan. A plan's JSON shows a part of it only: no functions, no locals, no `removed`
 * blocks. A saved plan is a zip archive: `tfconfig/modules.json` lists the modules, `tfconfig/m-KEY/` contains the files of each.
 */
import { isObject } from '../../../api';
import { readZip } from './zip';

/** The files of a module. */
export interface SavedModule {
  /** The address of the module without keys: `module.a.module.b`; empty for the root module. */
  readonly module: string;
  /** The folder of the module, relative to that of the root module. */
  readonly dir: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

const FOLDER = 'tfconfig/';
const MODULES = `${FOLDER}modules.json`;

/** Returns the modules of a saved plan, or `undefined` for an encrypted plan, or one of a remote run. */
export function readSavedConfiguration(bytes: Buffer): SavedModule[] | undefined {
  const files = readZip(bytes, (name) => name.startsWith(FOLDER));
  const list = files?.get(MODULES);
  if (files === undefined || list === undefined) return undefined;
  const modules = readModules(list.toString());
  if (modules === undefined) return undefined;
  const found = modules.map(({ key, dir }): SavedModule => {
    const prefix = `${FOLDER}m-${key}/`;
    return {
      module: key === '' ? '' : `module.${key.replaceAll('.', '.module.')}`,
      dir,
      files: [...files].flatMap(([name, text]) =>
        name.startsWith(prefix) ? [{ name: name.slice(prefix.length), text: text.toString() }] : [],
      ),
    };
  });
  // A file of no module could be one that the engine reads.
  const count = found.reduce((sum, module) => sum + module.files.length, 0);
  return count === files.size - 1 ? found : undefined;
}

function readModules(text: string): { readonly key: string; readonly dir: string }[] | undefined {
  const list: unknown = parse(text);
  if (!Array.isArray(list)) return undefined;
  const modules = list.map((module: unknown) => {
    const { Key: key, Dir: dir } = isObject(module) ? module : {};
    return typeof key === 'string' && typeof dir === 'string' ? { key, dir } : undefined;
  });
  return modules.every((module) => module !== undefined) ? modules : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
