/** New root groups in a plan of the real Terraform, edited to have the parents of each case. */
import { readPlan, reviewPlans, type Synthesized } from '../../../src/review';
import { corpusTexts } from '../corpus';

interface Change {
  readonly address: string;
  readonly change: {
    actions: string[];
    before: object | null;
    after: { parent_uid?: string | null; uid?: string };
    after_unknown: { parent_uid?: boolean; uid?: boolean };
    importing?: object;
  };
}

const ADDRESS = 'platform_group.team_0';
const UID = 'b'.repeat(40);

/** Returns the severities and reasons of the findings of a plan. `edit` changes one new group. */
function foundWith(edit: (change: Change['change']) => void, construct?: string): string[] {
  const [{ text, name } = { text: '', name: '' }] = corpusTexts('first-apply');
  const plan = JSON.parse(text) as { readonly resource_changes: readonly Change[] };
  for (const { address, change } of plan.resource_changes) if (address === ADDRESS) edit(change);
  const stack: Synthesized = {
    name: 'organization',
    origins: new Map([[ADDRESS, construct === undefined ? undefined : { construct }]]),
  };
  const { findings } = reviewPlans([readPlan(JSON.stringify(plan), name)], { stacks: [stack] });
  return findings.flatMap(({ id, severity, reason }) => (id === 'organization-created' ? [severity, reason] : []));
}

const REASON = 'The parent_uid of "team 0" is null, so the group is a new root group: an organization of its own.';

test.each([
  ['null', (change: Change['change']) => (change.after.parent_uid = null)],
  ['missing', (change: Change['change']) => delete change.after.parent_uid],
  [
    'null in a replacement',
    (change: Change['change']) => {
      change.actions = ['delete', 'create'];
      change.before = { ...change.after, uid: UID };
      change.after.parent_uid = null;
    },
  ],
])('a new group whose parent is %s is an organization of its own', (_, edit) => {
  expect(foundWith(edit)).toEqual(['high', `${REASON} If this is a mistake, set parent_uid.`]);
});

test('Group.root of constructs asks for it', () => {
  const edit = (change: Change['change']) => (change.after.parent_uid = null);
  expect(foundWith(edit, 'organization/team 0')).toEqual(['medium', `${REASON} Group.root declares it.`]);
});

test.each([
  ['has a parent', () => undefined],
  [
    'has a parent that is known only after the apply',
    (change: Change['change']) => {
      delete change.after.parent_uid;
      change.after_unknown.parent_uid = true;
    },
  ],
  [
    'is imported',
    (change: Change['change']) => {
      Object.assign(change, { actions: ['no-op'], importing: { id: UID } });
      change.after = { ...change.after, parent_uid: null, uid: UID };
      change.before = { ...change.after };
      change.after_unknown = {};
    },
  ],
  [
    'is an existing root group with another description',
    (change: Change['change']) => {
      change.actions = ['update'];
      change.after = { ...change.after, parent_uid: null, uid: UID };
      change.before = { ...change.after, description: 'before' };
      change.after_unknown = {};
    },
  ],
])('a group that %s is no new organization', (_, edit) => {
  expect(foundWith(edit)).toEqual([]);
});
