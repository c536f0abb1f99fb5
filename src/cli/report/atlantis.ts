/** Prints a review for Atlantis, which reads the verdict from the text and ignores the output of a command that fails. */
import type * as ReviewModule from '../../review';
import type { Report, Severity } from '../../review';
import type { Output } from '../process';

/** The limit without `--fail-on`: a policy check that never fails would be useless. */
const DEFAULT_LIMIT: Severity = 'high';

/** Prints the report of a review with this limit to this output. Returns its exit code. */
export type PrintReport = (failOn: Severity, output: Output, reported: (report: Report) => void) => Promise<number>;

/** Prints the text for Atlantis, with the messages of the review. Always returns 0, because the text contains the verdict. */
export async function printForAtlantis(
  limit: Severity | undefined,
  { out, raw = out }: Output,
  print: PrintReport,
  format: typeof ReviewModule.formatAtlantis,
): Promise<number> {
  const failOn = limit ?? DEFAULT_LIMIT;
  const messages: string[] = [];
  let report: Report | undefined;
  // Atlantis reads standard error, too: a name there must not change the verdict.
  const hear = (text: string) =>
    messages.push(...text.split('\n').map((line) => line.replace(/^platform-iac: /, '').trimEnd()));
  const silent = () => undefined;
  const code = await print(failOn, { out: silent, raw: silent, err: hear }, (made) => (report = made));
  const hasFailed = code !== 0 || report === undefined;
  raw(format({ report, hasFailed, failOn, messages: messages.filter((line) => line !== '') }));
  return 0;
}
