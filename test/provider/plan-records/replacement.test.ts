import type { PrivateState } from '../../../src/plugin';
import {
  forgetReplacedObject,
  isPlannedAgain,
  markFirstHalf,
  rememberReplacedObject,
  plannedObject,
  replacedObject,
  replacingAttributes,
} from '../../../src/provider/plan-records/replacement';
import { group } from '../../../src/model/kinds';

/** Keeps values as Terraform does, as JSON. */
function notes(): PrivateState {
  const kept = new Map<string, string>();
  return {
    get: (key) => (kept.has(key) ? JSON.parse(kept.get(key)!) : undefined),
    set(key, value) {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.stringify(value));
    },
  };
}
const prior = { uid: 'u', name: 'payments', deletion_protection: true };

test('the creation of a replacement learns which object the update replaces, once', () => {
  const own = notes();
  rememberReplacedObject(own, plannedObject(group, prior, ['parent_uid']));
  expect(replacedObject(own)).toEqual({
    uid: 'u',
    subject: 'group "payments" (uid u)',
    isProtected: true,
    because: ['parent_uid'],
  });
  expect(replacedObject(own)).toBeUndefined();
});

test('an update that replaces nothing leaves no object', () => {
  const own = notes();
  rememberReplacedObject(own, plannedObject(group, prior, []));
  markFirstHalf(own);
  forgetReplacedObject(own);
  expect([replacedObject(own), isPlannedAgain(own)]).toEqual([undefined, false]);
});

test('only the plan after the first half is the second half', () => {
  const own = notes();
  expect(isPlannedAgain(own)).toBe(false);
  markFirstHalf(own);
  expect([isPlannedAgain(own), isPlannedAgain(own)]).toEqual([true, false]);
});

test('attributes need a new object if they change, by a rule of their own, or by a path of the plan; each once', () => {
  const schema = {
    attributes: {
      fixed: { type: 'string', mode: 'required', requiresReplace: true },
      unchanged: { type: 'string', mode: 'required', requiresReplace: true },
      free: { type: 'string', mode: 'required' },
      shrinking: {
        type: 'number',
        mode: 'required',
        requiresReplace: ({ prior: before, plan }: { prior: unknown; plan: unknown }) => Number(plan) < Number(before),
      },
    },
  } as const;
  const before = { fixed: 'a', unchanged: 'a', free: 'a', shrinking: 2 };
  const replacing = (plan: object, ...others: string[]) =>
    replacingAttributes(
      schema,
      { prior: before, plan: { ...before, ...plan } },
      others.map((name) => [name, 'inner']),
    );
  expect(replacing({ fixed: 'b', free: 'b', shrinking: 3 })).toEqual(['fixed']);
  expect(replacing({ shrinking: 1 }, 'shrinking', 'other')).toEqual(['shrinking', 'other']);
  expect(replacing({})).toEqual([]);
});
