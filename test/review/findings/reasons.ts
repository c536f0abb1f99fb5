/** Reads the sentences of findings in the corpus. */
import { reviewOf } from '../corpus';

/** Returns the reasons of all findings of one kind. */
export const reasonsOf = (plan: string, finding: string): string[] =>
  reviewOf(plan).findings.flatMap(({ id, reason }) => (id === finding ? [reason] : []));
