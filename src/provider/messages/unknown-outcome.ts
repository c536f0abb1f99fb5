/** The message about a create that may have been executed, although no response arrived. */
import type { Values } from '../../model/api';
import type { DiagError } from '../../plugin';
import { type Declaration, kindInWords } from '../../model/schema';
import { inHcl } from '../convert/attribute-path';
import { getObjectUid } from '../convert/to-state';
import { importBlockToPaste } from './hcl-blocks';
import { CodedError } from './severity';

interface UnknownCreate {
  readonly cause: Error;
  /** The objects that had the same key before. */
  readonly before: readonly Values[];
  /** The objects that have appeared since. */
  readonly candidates: readonly Values[];
  /** The error of the last lookup, if it failed. */
  readonly lookupError?: Error | undefined;
  /** True if another run creates without a lookup (on_existing = "create"). */
  readonly createsAgain: boolean;
}

/** Returns the error for a create that may have been executed, if no existing object proves it. */
export function unknownOutcome(declaration: Declaration, subject: string, unknown: UnknownCreate): DiagError {
  return new CodedError('OUTCOME_UNKNOWN', `Cannot determine whether ${subject} was created`, [
    `The request was sent, but its response was lost: ${inHcl(unknown.cause.message)}`,
    `It was not sent again, because that could create a duplicate.`,
    ...(unknown.candidates.length > 0
      ? getChoice(declaration, unknown)
      : unknown.createsAgain
        ? checkBefore(declaration, unknown)
        : [
            appearance(declaration, unknown),
            `Run again. The next run looks up existing objects before it creates anything.`,
          ]),
  ]);
}

function getChoice(declaration: Declaration, { candidates, createsAgain }: UnknownCreate): string[] {
  const uids = candidates.map((object) => getObjectUid(declaration, object));
  return [
    `These have appeared since: ${uids.join(', ')}. The provider cannot determine which of them this run created.`,
    createsAgain
      ? `Do not run again yet: with on_existing = "create", that creates another one. Check each of them. If this run created one, import it by its uid. Delete the others that you do not need:`
      : `Delete those that you do not need, or import the right one:`,
    ``,
    importBlockToPaste(declaration, uids[0] ?? ''),
  ];
}

/** Returns the checks to make before another run, which looks up nothing. */
function checkBefore(declaration: Declaration, unknown: UnknownCreate): string[] {
  const uids = unknown.before.map((object) => getObjectUid(declaration, object));
  const others = uids.length === 0 ? '' : ` in addition to those that existed before (uid ${uids.join(', ')})`;
  return [
    appearance(declaration, unknown),
    `Do not run again yet: with on_existing = "create", that creates a duplicate if this request was executed. Wait a minute, and check whether such a ${kindInWords(declaration)} exists${others}. If not, run again. If so, import it. Replace UID with its uid:`,
    ``,
    importBlockToPaste(declaration, 'UID'),
  ];
}

function appearance(declaration: Declaration, { lookupError }: UnknownCreate): string {
  if (lookupError !== undefined) return `The lookup of the object failed, too: ${inHcl(lookupError.message)}`;
  return `No such ${kindInWords(declaration)} has appeared so far.`;
}
