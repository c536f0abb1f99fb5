/** Two plans of one shape: a plan that is applied is never the review plan of another one. */
import { createReview, PlanError, readPlan } from '../../../src/review';
import { honest } from '../changes/honest';
import { type Play, refusedUnless, withChange } from './play';

interface Change {
  readonly type: string;
  readonly change: { readonly after: Record<string, unknown> | null };
}

/** The uid of an object in a review plan, in a text of the configuration. */
const PLACEHOLDER = `${'0'.repeat(8)}${'a'.repeat(32)}`;

/** Returns true if nobody can review the plans together, or if they are two plans. */
function isRefused(one: string, other: string): boolean {
  try {
    const { report } = createReview([readPlan(one, 'one'), readPlan(other, 'other')]);
    return report.plans.length === 2 && report.plans.every(({ reviewPlans = [] }) => reviewPlans.length === 0);
  } catch (error) {
    if (error instanceof PlanError) return true;
    throw error;
  }
}

export const planTwins: readonly Play[] = [
  {
    name: 'a plan follows another one, as if it were its review plan',
    play: (random) =>
      withChange(random, honest, async ({ world, input }) => {
        const description = random.pick([PLACEHOLDER, 'team', `\${${PLACEHOLDER}}`])!;
        const alter = (plan: Record<string, unknown>) => {
          for (const { change, type } of plan['resource_changes'] as Change[])
            if (change.after !== null && type === 'platform_group') change.after['description'] = description;
        };
        const [one, other] = [await world.review(input, 'seed'), await world.review(input, 'seed', { alter })];
        return refusedUnless(isRefused(one.json, other.json) ? [] : ['The second plan is a review plan of the first']);
      }),
  },
];
