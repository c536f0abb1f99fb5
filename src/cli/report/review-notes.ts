/** Notes about facts that a report or an answer lacks, with the next step. */
import type { Review, Synthesized } from '../../review';
import { isUid } from '../../model/api';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';
import type { Output } from '../process';

/** Prints each synthesized stack without lines in the report. */
export function printUnusedStacks(
  { report }: Review,
  stacks: readonly Synthesized[],
  { err }: Pick<Output, 'err'>,
): void {
  for (const { name } of stacks)
    if (!report.plans.some(({ stack }) => stack === name))
      err(`platform-iac: ${name} does not belong to any plan or state: their resources differ. Synthesize again.\n`);
}

/** Prints each root group without a name: states may lack it. An error about an unknown name has the reason already. */
export function printUnnamedRoots({ after }: Review, { err }: Pick<Output, 'err'>): void {
  for (const { key, path, parent } of after.groups)
    if (parent === undefined && path === key && isUid(key))
      err(
        `platform-iac: The state does not contain the name of the root group ${key}. Add it to ${CONFIGURATION_FILE}: "names": { "${key}": "NAME" }\n`,
      );
}
