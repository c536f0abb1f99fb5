/** The message about a create that may have been executed, although no response arrived. */
import type { Values } from '../../api';
import { DiagError } from '../../plugin';
import { type Declaration, kindInWords } from '../../schema';
import { inHcl } from '../convert/attribute-path';
import { uidOf } from '../convert/to-state';
import { importBlock } from './hcl-blocks';

/** What is known of a create whose request may have been executed. */
interface UnknownCreate {
  readonly cause: Error;
  /** What had the same key before. */
  readonly before: readonly Values[];
  /** What has appeared since. */
  readonly candidates: readonly Values[];
  /** Why the last look failed, if it did. */
  readonly lookupError?: Error | undefined;
  /** Whether another run creates without asking what exists (on_existing = "create"). */
  readonly createsAgain: boolean;
}

/** A create of which it is unknown whether it was executed, and which no object that exists proves. */
export function unknownOutcome(declaration: Declaration, subject: string, unknown: UnknownCreate): DiagError {
  return new DiagError(
    `It is unknown whether ${subject} was created`,
    [
      `The request was sent, and its response was lost: ${inHcl(unknown.cause.message)}`,
      `It was not sent again, since that could make a second one.`,
      ...(unknown.candidates.length > 0
        ? choiceOf(declaration, unknown)
        : unknown.createsAgain
          ? checkBefore(declaration, unknown)
          : [
              appearance(declaration, unknown),
              `Run again: before anything is created, the service is asked what exists.`,
            ]),
    ].join('\n'),
  );
}

function choiceOf(declaration: Declaration, { candidates, createsAgain }: UnknownCreate): string[] {
  const uids = candidates.map((object) => uidOf(declaration, object));
  return [
    `These have appeared since, and it cannot be told which of them is ours: ${uids.join(', ')}.`,
    createsAgain
      ? `Do not just run again: with on_existing = "create" that makes another one. Look at each of them. If one is ours, import it, with its uid; delete what is not wanted:`
      : `Delete what is not wanted, or import the right one:`,
    ``,
    importBlock(declaration, uids[0] ?? ''),
  ];
}

/** What to find out before another run, which asks nothing. */
function checkBefore(declaration: Declaration, unknown: UnknownCreate): string[] {
  const uids = unknown.before.map((object) => uidOf(declaration, object));
  const others = uids.length === 0 ? '' : ` besides what existed before (uid ${uids.join(', ')})`;
  return [
    appearance(declaration, unknown),
    `Do not just run again: with on_existing = "create" that makes another one, and if this request was executed after all there are two. Wait a minute, and check whether there is such a ${kindInWords(declaration)}${others}. If not, run again. If so, import it, with UID replaced by its uid:`,
    ``,
    importBlock(declaration, 'UID'),
  ];
}

function appearance(declaration: Declaration, { lookupError }: UnknownCreate): string {
  if (lookupError !== undefined) return `Looking for it failed too: ${inHcl(lookupError.message)}`;
  return `No such ${kindInWords(declaration)} has appeared so far.`;
}
