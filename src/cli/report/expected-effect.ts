/** The effect that `--expect` names, as a digest or the file of an approved report, and whether a plan still has it. */
import { readFileSync } from 'node:fs';
import { describeReadError } from '../../base/files/read-error';
import type * as ReviewModule from '../../review';
import type { Report, Review } from '../../review';
import { decodeText } from '../../base/text/decode-text';
import { type Connect } from '../live/api-connection';
import { errorText } from '../live/error-text';
import { loadReview } from '../load-review';
import type { Output } from '../process';

/** The approved effect. A digest alone does not show the differences. */
export interface ExpectedEffect {
  readonly digest: string;
  readonly report?: Report;
}

/** Reads a digest. Throws an `Error` with the problem of the text. */
export function readExpected(text: string): ExpectedEffect {
  if (/^[0-9a-f]{64}$/.test(text)) return { digest: text };
  const report = readReport(text, ' Pass the file of an approved report, or its digest of 64 digits (0-9, a-f).');
  return { digest: report.digest, report };
}

/** Reads an approved report. Throws an `Error` that names the file and the reason. */
export function readReport(file: string, next = ''): ReviewModule.ApprovedReport {
  let content: string;
  try {
    content = decodeText(readFileSync(file));
  } catch (error) {
    throw new Error(`${describeReadError(file, error)}${next}`, { cause: error });
  }
  return loadReview().readApproved(content, file);
}

/** Returns true if the approval still holds for the plan. Prints the differences, and the reasons if it does not. */
export async function isStillApproved(
  expected: ExpectedEffect,
  review: Review,
  { err, terminal }: Output,
  connect: Connect,
): Promise<boolean> {
  const { report } = review;
  if (expected.digest === report.digest) return true;
  const reasons = await reasonsAgainstApproval(expected, review, connect);
  const { formatDifferences } = loadReview();
  err(
    reasons.length > 0
      ? `platform-iac: The plan is not approved: its digest is ${report.digest}, and the approved digest is ${expected.digest}. Review it again before you apply it.\n`
      : 'platform-iac: The approval holds, though the digest differs: every planned write is approved, and every other approved write has taken effect. Differences since the approval:\n',
  );
  for (const reason of reasons) err(`platform-iac: ${reason}\n`);
  if (expected.report !== undefined) err(formatDifferences(expected.report, report, { width: terminal?.width }));
  return reasons.length === 0;
}

/** Returns the reasons why the approval does not apply to the plan. A digest alone does not explain the differences. */
async function reasonsAgainstApproval({ report }: ExpectedEffect, review: Review, connect: Connect): Promise<string[]> {
  if (report === undefined) return ['Pass the file of the approved report to see the differences.'];
  try {
    const client = connect();
    try {
      return await loadReview().reasonsAgainst(report, review, client);
    } finally {
      await client.close();
    }
  } catch (error) {
    return [`Cannot check which approved writes have taken effect: ${errorText(error)}`];
  }
}
