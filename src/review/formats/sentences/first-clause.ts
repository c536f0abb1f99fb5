/** Shortens the reasons of findings for headlines: an explanation and a next step are in the list of findings. */
import { onceFor } from '../../../base/cache/once-for';
import { displayed } from '../../../base/text/visible';
import type { Report } from '../../report/types/report';
import { createFirstSentence, createNameFinder, findOwnText, type Sentence } from './marked-names';

/** A sentence with more of its own characters ends at its first colon. */
const LONG_SENTENCE = 100;

/** Returns functions that return the first sentence of a reason, or its first clause. A period or a colon in a name ends nothing. */
export const createClauses = onceFor((report: Report): Readonly<Record<'sentence' | 'clause', Sentence>> => {
  const findNames = createNameFinder(report);
  const toFirst = createFirstSentence(findNames);
  const sentence = (text: string) => displayed(toFirst(text));
  const clause = (text: string) => {
    const first = toFirst(text);
    const parts = findNames(first);
    const own = parts.filter((part) => typeof part === 'string').join('');
    const end = own.length > LONG_SENTENCE ? findOwnText(parts, ': ') : undefined;
    return end === undefined ? displayed(first) : `${displayed(first.slice(0, end))}.`;
  };
  return { sentence, clause };
});
