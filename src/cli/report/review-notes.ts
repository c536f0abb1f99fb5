/** Notes about facts that a report or an answer lacks, with the next step. */
import type { Review, Synthesized } from '../../review';
import { isUid } from '../../model/api';
import { CONFIGURATION_FILE, withConfigurationName } from '../../base/text/configuration-name';
import { displayed } from '../../base/text/visible';
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
export function printUnnamedRoots({ after, report }: Review, { err }: Pick<Output, 'err'>): void {
  for (const { key, path, parent } of after.groups)
    if (parent === undefined && path === key && isUid(key))
      err(
        `Note: The state lacks the name of the root group, so paths begin with ${displayed(key)}. To show its name, add to ${withConfigurationName(CONFIGURATION_FILE, report.provenance?.configuration)}: "names": { "${key}": "NAME" }\n`,
      );
}
