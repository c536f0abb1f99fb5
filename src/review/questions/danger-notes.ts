/** Sums up the dangers of an organization in sentences that name the identities, for a command that writes a page. */
import { counted, few } from '../../base/text/words';
import { compareNames } from '../../base/text/compare-names';
import { listEscalations } from '../access/escalations';
import type { Review } from '../report/review-result';

/** Returns sentences about unreviewed code, escalation paths, and the protection that trust policies rely on. */
export function listDangerNotes({ objects, after, protection }: Review): string[] {
  const unreviewed = objects
    .flatMap(({ path, after: side }) => (side?.exposure?.unreviewed === undefined ? [] : [path]))
    .sort(compareNames);
  const escalating = listEscalations(after).map(({ identity }) => identity);
  return [
    ...(unreviewed.length === 0
      ? []
      : [
          `Unreviewed code can assume ${counted(unreviewed.length, 'identity')} with write access: ${few(unreviewed)}.`,
        ]),
    ...(escalating.length === 0
      ? []
      : [`${counted(escalating.length, 'identity', 'identities')} can escalate to more access: ${few(escalating)}.`]),
    ...(protection.length === 0 ? [] : [protection.join(' ')]),
  ];
}
