/**
 * `deletion_protection`: a plan that deletes or replaces the object fails, and the error explains how to proceed. Terraform
 * plans every replacement twice, as an update and then as a creation, for any cause (an attribute, `-replace`,
 * `replace_triggered_by`). The second call gets the private data of the first, which contains the replaced object.
 */
import type { Values } from '../../model/api';
import { DiagError, type Diagnostic } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { createError } from '../messages/severity';
import { describeSubject } from '../messages/subject';

const ATTRIBUTE = 'deletion_protection';

/**
 * Returns true if the applied state protects the object. To delete it, users first apply a separate change that others can
 * review.
 */
export function isProtected(attributes: Values): boolean {
  return attributes[ATTRIBUTE] === true;
}

export function unprotected(attributes: Values): Values {
  return ATTRIBUTE in attributes ? { ...attributes, [ATTRIBUTE]: false } : attributes;
}

export function deletionRejected(declaration: Declaration, prior: Values): Diagnostic {
  return refusal(
    `Cannot delete ${describeSubject(declaration, prior)}: ${ATTRIBUTE} is true`,
    `The plan deletes a protected object.`,
    `To keep it but no longer manage it, use a removed block with lifecycle { destroy = false }.`,
    `To delete it, configure it once more with ${ATTRIBUTE} = false, apply that, and then delete it.`,
  );
}

/** @param because the attributes that need a new object; none if the user requested one */
export function replacementRejected(subject: string, because: readonly string[]): Diagnostic {
  const cause =
    because.length === 0 ? 'requested with -replace or replace_triggered_by' : `because of ${because.join(', ')}`;
  return refusal(
    `Cannot replace ${subject}: ${ATTRIBUTE} is true`,
    `The plan deletes a protected object and creates another one instead (${cause}).`,
    `To keep it, revert that change.`,
    `To replace it, configure ${ATTRIBUTE} = false, apply only that, and then make the change.`,
  );
}

/** Returns the error at apply for a replacement that no plan shows: that of a tainted object. */
export function notDeleted(declaration: Declaration, prior: Values): DiagError {
  return new DiagError([
    refusal(
      `Cannot delete ${describeSubject(declaration, prior)}: ${ATTRIBUTE} is true`,
      `Nothing was deleted. If Terraform replaces it because it is tainted, remove that mark with terraform untaint.`,
      `To delete or replace it anyway, apply ${ATTRIBUTE} = false first.`,
    ),
  ]);
}

function refusal(summary: string, ...lines: readonly string[]): Diagnostic {
  return createError('DELETION_PROTECTED', summary, lines, [ATTRIBUTE]);
}
