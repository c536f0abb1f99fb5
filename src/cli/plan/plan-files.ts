/** The files that a plan writes, and their deletion before the next one: if that fails, nobody must apply an older plan. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeSaved, type SavedReport } from '../report/report-formats';
import { makeFolder, writeWholeFile } from '../whole-file';

interface WrittenFiles {
  readonly out?: string | undefined;
  readonly save?: readonly SavedReport[] | undefined;
  readonly jsonOut?: string | undefined;
}

/** The names of the review plans, in this order. */
export const REVIEW_NAMES = ['review', 'review-2'] as const;

/** The file next to the plans that holds the objects read from the API. */
export const CONTEXT_NAME = 'context';

/**
 * Deletes what an earlier run wrote to the same files. Terraform would replace the plan in any case, so its content makes no
 * difference.
 */
export function removeEarlier({ out, save = [], jsonOut }: WrittenFiles): void {
  // Terraform reports a folder itself.
  if (out !== undefined && statSync(out, { throwIfNoEntry: false })?.isFile() === true) rmSync(out);
  removeSaved(save);
  if (jsonOut === undefined) return;
  for (const name of ['plan', ...REVIEW_NAMES, CONTEXT_NAME]) rmSync(getJsonFile(jsonOut, name), { force: true });
}

/** Writes JSON to the folder of `--json-out`, for the user only. */
export function writeJson(folder: string, name: string, text: string): void {
  makeFolder(folder);
  writeWholeFile(getJsonFile(folder, name), text, 0o600);
}

function getJsonFile(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}
