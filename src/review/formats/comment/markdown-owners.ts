/** The owners that no configuration declares, in a comment: each has a line, because a person decides about each alone. */
import { codeSpan } from '../../../base/text/markdown';
import type { Report } from '../../report/types/report';
import { OWNERS } from '../../words/section-titles';
import type { Sentence } from '../sentences/marked-names';

/** The number of undeclared owners that a comment lists. */
const MOST_OWNERS = 8;

/** Returns the owners of the current organization, and those that no configuration declares with the next step, as lists. */
export function ownersText({ current, undeclaredOwners }: Report, sentence: Sentence): string[] {
  const list = (owners: readonly string[]) => {
    const left = owners.length - MOST_OWNERS;
    const more = left > 0 ? [`- … and ${left} more`] : [];
    return [...owners.slice(0, MOST_OWNERS).map((owner) => `- ${sentence(owner)}`), ...more];
  };
  const owners =
    current === undefined || current.owners.length === 0 ? [] : ['', `${OWNERS}:`, '', ...list(current.owners)];
  if (undeclaredOwners === undefined) return owners;
  const { text, owners: undeclared, next, line } = undeclaredOwners;
  return [
    ...owners,
    ...['', sentence(text), ''],
    ...list(undeclared),
    ...['', `${sentence(next)}${line === undefined ? '' : ` ${codeSpan(line)}`}`],
  ];
}
