/** Notes about facts that a report or an answer lacks, with the next step. */
import type { Review, Synthesized } from '../../review';
import { isUid } from '../../model/api';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';
import type { Output } from '../process';

interface ReviewSource {
  readonly stacks: readonly Synthesized[];
  /** True for states alone, which may lack the name of their root group. */
  readonly isState: boolean;
}

/** Prints each synthesized stack without lines in the report, and each root group without a name. */
export function printNotes(
  { report, after }: Review,
  { stacks, isState }: ReviewSource,
  { err }: Pick<Output, 'err'>,
): void {
  for (const { name } of stacks)
    if (!report.plans.some(({ stack }) => stack === name))
      err(`platform-iac: ${name} does not belong to any plan or state: their resources differ. Synthesize again.\n`);
  if (!isState) return;
  for (const { key, path, parent } of after.groups)
    if (parent === undefined && path === key && isUid(key))
      err(
        `platform-iac: The state does not contain the name of the root group ${key}. Add it to ${CONFIGURATION_FILE}: "names": { "${key}": "NAME" }\n`,
      );
}
