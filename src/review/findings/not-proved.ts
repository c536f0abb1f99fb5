/** Reports the values and blocks of a plan that are not proved: what the apply does can then differ from what the plan shows. */
import type { Analysis } from '../access/analysis';
import type { Finding } from './shared/finding';

export function notProved({ plans }: Analysis): Finding[] {
  const places = plans.flatMap(({ name: plan, unproved = [] }) => unproved.map((place) => ({ ...place, plan })));
  return places.map(({ plan, place, why, isReviewed, address, sha256 }): Finding => {
    const severity = isReviewed ? 'low' : 'high';
    const shown = isReviewed
      ? 'The review shows its effect, and does not prove it.'
      : 'The review cannot show its effect.';
    return {
      id: 'not-proved',
      severity,
      subject: place,
      reason: `${place} is not proved: ${why}. ${shown}`,
      quoted: [place],
      // The review shows the effect of other code at a reviewed place.
      evidence: [place, ...(isReviewed || sha256 === undefined ? [] : [sha256])],
      cause: { key: `${plan} is not proved (${severity})`, text: `The plan ${plan} is not proved`, plan },
      plan,
      ...(address !== undefined && { address }),
    };
  });
}
