/** The name of the root group in a test. No file of a source contains it, unless its construct has an id. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUid } from '../../src/model/api';
import { readConfiguration } from '../../src/access/rules';
import { ROOT_GROUP_UID, type OrganizationSource } from './source';

/** The options of `synthesized`. */
export interface RootOptions {
  /**
   * The name of the root group. Its uid is {@link ROOT_GROUP_UID}.
   *
   * @default - the id of the program's first construct for this group; for a folder, the only root group in `names` of its
   *   `review.config.json`, or of the file in the current folder; otherwise `7e577e57…`
   */
  readonly rootName?: string;
}

const CONFIGURATION = 'review.config.json';

/**
 * Returns the name of the root group.
 *
 * @param rootId the id of the first construct for the root group
 * @throws ConfigurationError if the configuration of a folder is invalid
 */
export function getRootName(source: OrganizationSource, rootId: string | undefined, { rootName }: RootOptions): string {
  const configured = typeof source === 'string' ? configuredName([source, '.']) : undefined;
  return rootName ?? rootId ?? configured ?? `${ROOT_GROUP_UID.slice(0, 8)}…`;
}

/** Returns the name of the only root group in the first configuration of the folders. */
function configuredName(folders: readonly string[]): string | undefined {
  const file = folders.map((folder) => join(folder, CONFIGURATION)).find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const { names = {} } = readConfiguration(readFileSync(file, 'utf8'), file);
  const [only, ...others] = Object.entries(names).filter(([uid]) => isUid(uid) && !uid.includes('/'));
  return others.length === 0 ? only?.[1] : undefined;
}
