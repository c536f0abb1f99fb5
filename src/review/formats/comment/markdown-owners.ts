/** The owners that no configuration declares, in a comment: each has a line, because a person decides about each alone. */
import { codeSpan } from '../../../base/text/markdown';
import type { Report } from '../../report/types/report';
import type { Sentence } from '../sentences/marked-names';

/** The number of undeclared owners that a comment lists. */
const MOST_OWNERS = 8;

/** Returns the owners that no configuration declares as a list, with the next step. */
export function ownersText({ undeclaredOwners }: Report, sentence: Sentence): string[] {
  if (undeclaredOwners === undefined) return [];
  const { text, owners, next, line } = undeclaredOwners;
  const left = owners.length - MOST_OWNERS;
  return [
    ...['', sentence(text), ''],
    ...owners.slice(0, MOST_OWNERS).map((owner) => `- ${sentence(owner)}`),
    ...(left > 0 ? [`- … and ${left} more`] : []),
    ...['', `${sentence(next)}${line === undefined ? '' : ` ${codeSpan(line)}`}`],
  ];
}
