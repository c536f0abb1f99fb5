/** Deletes the results of an earlier run: if this one fails, nobody must apply that plan or read its report. */
import { rmSync, statSync } from 'node:fs';
import { removeSaved, type SavedReport } from '../report/report-formats';

interface Results {
  readonly out?: string | undefined;
  readonly save?: readonly SavedReport[] | undefined;
}

/**
 * Deletes the saved plan, the reports and other files. Terraform would replace the plan in any case, so its content makes no
 * difference.
 *
 * @param others further files that this run writes
 */
export function removeEarlier({ out, save = [] }: Results, others: readonly string[]): void {
  // Terraform reports a folder itself.
  if (out !== undefined && statSync(out, { throwIfNoEntry: false })?.isFile() === true) rmSync(out);
  removeSaved(save);
  for (const file of others) rmSync(file, { force: true });
}
