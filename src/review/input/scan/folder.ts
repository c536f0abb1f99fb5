/** Reads the configuration in a folder, for plans that do not contain it: encrypted ones, and those of remote runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../model/api';
import type { ScannedModule } from './module-bodies';

/** The list of modules that `terraform init` has written. */
const MODULES = join('.terraform', 'modules', 'modules.json');

/** Returns the modules of the folder, or `undefined` if their list cannot be read. */
export function readFolderConfiguration(folder: string): ScannedModule[] | undefined {
  const list = join(folder, MODULES);
  const modules = existsSync(list) ? readModuleList(readFileSync(list, 'utf8')) : [{ key: '', module: '', dir: '.' }];
  return modules?.map(({ module, dir }) => ({
    ...{ module, dir },
    files: readdirSync(join(folder, dir))
      .filter((name) => /\.(tf|tofu)(\.json)?$/.test(name))
      .map((name) => ({ name, text: readFileSync(join(folder, dir, name), 'utf8') })),
  }));
}

interface ListedModule extends Omit<ScannedModule, 'files'> {
  readonly key: string;
}

/** Reads the list of modules of a folder, or that of a saved plan. */
export function readModuleList(text: string): ListedModule[] | undefined {
  const document = parse(text);
  const list = isObject(document) ? document['Modules'] : document;
  if (!Array.isArray(list)) return undefined;
  const modules = list.map((one: unknown) => {
    const { Key: key, Dir: dir } = isObject(one) ? one : {};
    if (typeof key !== 'string' || typeof dir !== 'string') return undefined;
    return { key, module: key === '' ? '' : `module.${key.replaceAll('.', '.module.')}`, dir };
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
