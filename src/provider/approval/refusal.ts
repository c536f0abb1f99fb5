/** The diagnostic for a write that the approved report does not contain: the approved write next to the attempted one. */
import { APPROVED_VARIABLE, findDifferences, type Write, type WriteDifference } from '../../model/approval';
import type { ReportedWrite } from '../../model/report';
import type { DiagError } from '../../plugin';
import { kindInWords } from '../../model/schema';
import { few } from '../../base/text/words';
import { inHcl } from '../convert/attribute-path';
import { CodedError } from '../messages/severity';

interface Listed {
  /** Writes of the report with the same action and kind. */
  readonly candidates: readonly ReportedWrite[];
  readonly used: ReadonlySet<ReportedWrite>;
  /** The reason why an object that the write refers to could not be read. */
  readonly problem: string | undefined;
}

/** @param attempt with placeholders instead of the uids of created objects */
export function rejected(subject: string, attempt: Write, { candidates, used, problem }: Listed): DiagError {
  const { action, declaration } = attempt;
  const compared = candidates
    .map((write) => ({ write, differences: findDifferences(write, attempt) }))
    .sort((first, second) => first.differences.length - second.differences.length);
  const nearest = compared.find(({ write }) => isSameObject(write, attempt)) ?? compared[0];
  const lines = [
    `Cannot ${action} ${subject}: the approved report does not contain this write. Nothing was sent for it.`,
    ...(nearest === undefined
      ? [`It contains no ${action} of a ${kindInWords(declaration)}.`]
      : comparison(nearest.write, nearest.differences)),
    ...(nearest !== undefined && used.has(nearest.write) ? ['This run has used the approved write already.'] : []),
    ...(problem === undefined ? [] : [`Cannot read the objects that it refers to: ${inHcl(problem)}`]),
    `Create and review a new plan, or apply the plan that was approved. ${APPROVED_VARIABLE} names the approved report.`,
  ];
  return new CodedError('WRITE_NOT_APPROVED', 'The write is not approved', lines);
}

/** @param failed the paths of the objects whose change has failed */
export function rejectedAfter(
  { action, subject }: { readonly action: string; readonly subject: string },
  failed: readonly string[],
): DiagError {
  const lines = [
    `Cannot ${action} ${subject}: ${few(failed)} must lose access first, and that change has failed. Nothing was sent for it.`,
    'Together, both give access that nobody has before or after this change.',
    'Correct that error, and apply again.',
  ];
  return new CodedError('EARLIER_CHANGE_FAILED', 'A previous change has failed', lines);
}

function isSameObject(write: ReportedWrite, { action, uid, parent, fields }: Write): boolean {
  if (action !== 'create') return write.uid === uid;
  return write.parent === parent && Object.entries(write.key).every(([name, value]) => fields[name] === value);
}

function comparison(write: ReportedWrite, differences: readonly WriteDifference[]): string[] {
  if (differences.length === 0) return [];
  const side = (of: 'approved' | 'attempted') =>
    differences.map((difference) => `    ${difference.field}: ${displayed(difference, of)}`);
  return [
    `The nearest approved write is ${write.path}:`,
    '  approved:',
    ...side('approved'),
    '  attempted:',
    ...side('attempted'),
  ];
}

/** Returns a value for the message, if the report shows the field: other values may be sensitive. */
function displayed({ approved, attempted }: WriteDifference, side: 'approved' | 'attempted'): string {
  const value = side === 'approved' ? approved : attempted;
  if (value === undefined) return '(not set)';
  return approved === undefined ? '(set, value not shown)' : value;
}
