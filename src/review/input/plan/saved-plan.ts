/**
 * Reads the configuration inside of a saved plan. A plan's JSON shows a part of it only: no functions, no locals, no `removed`
 * blocks. A saved plan is a zip archive: `tfconfig/modules.json` lists the modules, `tfconfig/m-KEY/` contains the files of each.
 */
import { isOurProvider } from '../../../model/api';
import { openCheckout } from '../scan/checkout';
import { readFolderConfiguration, readModuleList } from '../scan/folder';
import { recordReads } from '../scan/read-files';
import { isOfRelease, readLockEntries } from './lock-entries';
import { hashPlaces } from './saved-code';
import type { ScannedModule as SavedModule } from '../scan/module-bodies';
import { scanConfiguration, type ScannedPlace } from '../scan/scan-configuration';
import { readZip } from './zip';

export type { ScannedModule as SavedModule } from '../scan/module-bodies';

const FOLDER = 'tfconfig/';
const LOCK = '.terraform.lock.hcl';
const MODULES = `${FOLDER}modules.json`;

interface PlanConfiguration {
  readonly saved?: readonly SavedModule[];
  readonly scanned?: readonly ScannedPlace[];
  /** The text of the lock file. */
  readonly lock?: string;
}

/**
 * Returns the configuration of a saved plan, and the code in it that can vary. A plan that does not contain its configuration has
 * that of its folder.
 *
 * @param added the name of a file of the root module that is no part of the configuration
 */
export function readPlanConfiguration(bytes: Buffer, dir: string, added?: string): PlanConfiguration {
  const saved = readSavedConfiguration(bytes)?.map((module) =>
    module.module === '' ? { ...module, files: module.files.filter(({ name }) => name !== added) } : module,
  );
  const lock = readLock(bytes);
  const modules = (saved ?? readFolderConfiguration(dir))?.map((module) => {
    const { recording, reads } = recordReads(openCheckout(dir));
    const scanned = scanConfiguration([module], recording);
    return { scanned, module: Object.keys(reads).length === 0 ? module : { ...module, reads } };
  });
  return {
    ...(saved !== undefined && { saved: modules?.map(({ module }) => module) }),
    ...(lock !== undefined && { lock }),
    ...(modules !== undefined && {
      scanned: hashPlaces(
        modules.map(({ module }) => module),
        modules.flatMap(({ scanned }) => scanned),
      ),
    }),
  };
}

/** Returns true if the provider of the release made the saved plan: the engine runs only what the lock file allows. */
export function isMadeByRelease(bytes: Buffer, releaseHashes: readonly string[]): boolean {
  const entries = readLockEntries(readLock(bytes) ?? '').filter(({ address }) => isOurProvider(address));
  return entries.length > 0 && entries.every((entry) => isOfRelease(entry, releaseHashes));
}

function readLock(bytes: Buffer): string | undefined {
  return readZip(bytes, (name) => name === LOCK)
    ?.get(LOCK)
    ?.toString();
}

/** Returns the modules of a saved plan, or `undefined` for an encrypted plan, or one of a remote run. */
export function readSavedConfiguration(bytes: Buffer): SavedModule[] | undefined {
  const files = readZip(bytes, (name) => name.startsWith(FOLDER));
  const list = files?.get(MODULES);
  if (files === undefined || list === undefined) return undefined;
  const modules = readModuleList(list.toString());
  if (modules === undefined) return undefined;
  const found = modules.map(({ key, ...module }): SavedModule => {
    const prefix = `${FOLDER}m-${key}/`;
    return {
      ...module,
      files: [...files].flatMap(([name, text]) =>
        name.startsWith(prefix) ? [{ name: name.slice(prefix.length), text: text.toString() }] : [],
      ),
    };
  });
  // A file of no module could be one that the engine reads.
  const count = found.reduce((sum, module) => sum + module.files.length, 0);
  return count === files.size - 1 ? found : undefined;
}
