/**
 * `deletion_protection`: a plan that deletes or replaces the object stops, and says how to go on. Terraform plans a replacement
 * twice, as an update and then as a creation, whatever asked for it (an attribute, `-replace`, `replace_triggered_by`); the
 * second is given the private data that the first returned, and learns from it which object goes.
 */
import type { Values } from '../../api';
import { DiagError, type Diagnostic } from '../../plugin';
import type { Declaration } from '../../schema';
import { subjectOf } from '../messages/subject';

const ATTRIBUTE = 'deletion_protection';

/** What was applied last counts: whoever wants to delete the object says so in a change of its own, which others can review. */
export function isProtected(attributes: Values): boolean {
  return attributes[ATTRIBUTE] === true;
}

/** The same object, free to be deleted. */
export function unprotected(attributes: Values): Values {
  return ATTRIBUTE in attributes ? { ...attributes, [ATTRIBUTE]: false } : attributes;
}

export function deletionRefused(declaration: Declaration, prior: Values): Diagnostic {
  return refusal(
    `Protected from deletion: ${subjectOf(declaration, prior)}`,
    `The plan deletes it, and ${ATTRIBUTE} is true.`,
    `To keep it without managing it any more, use a removed block with lifecycle { destroy = false }.`,
    `To delete it, write it once more with ${ATTRIBUTE} = false, apply that, and then delete it.`,
  );
}

/** @param because the attributes that need a new object; none if the user requested one */
export function replacementRefused(subject: string, because: readonly string[]): Diagnostic {
  const cause =
    because.length === 0
      ? 'that was asked for with -replace or replace_triggered_by'
      : `because of ${because.join(', ')}`;
  return refusal(
    `Protected from replacement: ${subject}`,
    `The plan deletes it and makes another one in its place (${cause}), and ${ATTRIBUTE} is true.`,
    `To keep it, take that change back.`,
    `To replace it, write it with ${ATTRIBUTE} = false, apply that alone, and then make the change.`,
  );
}

/** At the apply, for what no plan sees: that an object is replaced because it is tainted. */
export function notDeleted(declaration: Declaration, prior: Values): DiagError {
  return new DiagError([
    refusal(
      `Protected from deletion: ${subjectOf(declaration, prior)}`,
      `It was not deleted, because ${ATTRIBUTE} is true. If it is to be replaced because it is tainted, take that mark off with terraform untaint.`,
      `To delete or replace it all the same, apply ${ATTRIBUTE} = false first.`,
    ),
  ]);
}

function refusal(summary: string, ...lines: readonly string[]): Diagnostic {
  return { severity: 'error', summary, detail: lines.join('\n'), path: [ATTRIBUTE] };
}
