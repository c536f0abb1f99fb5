/** Resources with an end date. From that day on, the synthesized stack does not contain them, and Terraform deletes them. */
import { TerraformStack, type TerraformElement, type TerraformResource } from 'cdktf';
import { counted } from '../../src/base/text/words';
import { isPending } from './attributes';
import { now, startOfDate } from './clock';
import { isNonEmptyText, requireType } from './constructor-arguments';
import { findReaders } from './left-out';
import { warn } from './problems';
import { requireGiven } from './scope-defaults';
import { getSourceLine, appendSourceLine } from './source-line';

/** The prop of a resource with an end date. */
export interface ExpiryProps {
  /**
   * The first day without the access, as a UTC date: `2027-03-31`.
   *
   * From 00:00 UTC of that day on, the synthesized stack does not contain the role binding, and the next apply deletes
   * it. A warning appears from two weeks before.
   *
   * @default - the access has no end
   */
  readonly expires?: string;
}

/** The name of the prop. */
export const EXPIRES = 'expires';

const DAY_MS = 24 * 60 * 60 * 1000;
const WARNING_DAYS = 14;

/**
 * Adds the warning and the problems of the end date to the synthesis. Returns true if the stack must not contain the resource: it
 * has reached the date, or the date is invalid and the stack is synthesized without validation.
 *
 * @throws Error if the date is undefined or not text.
 */
export function registerExpiry(resource: TerraformResource & { readonly kind: string }, props: ExpiryProps): boolean {
  if (!(EXPIRES in props)) return false;
  const subject = `${resource.kind} "${resource.node.path}"`;
  const nextStep = `Pass a date like "2027-03-31", or omit ${EXPIRES} for access without an end.`;
  requireGiven(subject, EXPIRES, { ...props }, nextStep);
  requireType(subject, EXPIRES, 'a date as text, like "2027-03-31"', props.expires, isNonEmptyText);
  const date = props.expires;
  const end = isPending(date) ? undefined : startOfDate(date);
  const days = end && Math.ceil((end.getTime() - now(resource).getTime()) / DAY_MS);
  resource.node.addValidation({
    validate: () => {
      if (days === undefined) return appendSourceLine([dateProblem(date)], getSourceLine(resource));
      if (days <= WARNING_DAYS) warn(resource, warning(date, days));
      return [];
    },
  });
  if (days !== undefined) addReadersCheck(resource, date);
  return days === undefined || days <= 0;
}

function dateProblem(date: string): string {
  const given = isPending(date) ? 'only Terraform knows its value' : `it is ${JSON.stringify(date)}`;
  return `${EXPIRES} must be a date that exists, as YYYY-MM-DD (${given})`;
}

function warning(date: string, days: number): string {
  if (days <= 0)
    return `expired on ${date}: the synthesized stack does not contain it. Remove it from the program, or set a later date`;
  return (
    `expires on ${date}, in ${counted(days, 'day')}: from 00:00 UTC of that day on, the synthesized stack does not ` +
    'contain it. To keep the access, set a later date'
  );
}

const toleratesExpiry = new WeakSet<TerraformElement>();

/** Declares that an element reads the resources that the synthesized stack contains, so it stays valid after each end date. */
export function allowExpiry(element: TerraformElement): void {
  toleratesExpiry.add(element);
}

const expiryDates = new WeakMap<TerraformStack, Map<TerraformResource, string>>();

/** Adds a check of all elements to the stack, once. Without it, the first apply after the date would fail. */
function addReadersCheck(resource: TerraformResource, date: string): void {
  const stack = TerraformStack.of(resource);
  const known = expiryDates.get(stack);
  if (known !== undefined) {
    known.set(resource, date);
    return;
  }
  const dates = new Map([[resource, date]]);
  expiryDates.set(stack, dates);
  stack.node.addValidation({
    validate: () =>
      findReaders([...dates.keys()], stack).flatMap(({ reader, resource: read }) => {
        if (toleratesExpiry.has(reader)) return [];
        return appendSourceLine(
          [
            `${reader.node.path} reads ${read.node.path}, which is not in the stack from ${dates.get(read) ?? ''} on: ` +
              `remove the reference, or omit ${EXPIRES}`,
          ],
          getSourceLine(read),
        );
      }),
  });
}
