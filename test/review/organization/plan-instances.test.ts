/** Tests each step from a plan to its instances on a plan of four changes. */
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { readPlan } from '../../../src/review';
import {
  applyChanges,
  changesByPlace,
  currentInstances,
  priorInstances,
  recordedInstances,
} from '../../../src/review/organization/plan-instances';

const ROOT = 'ac3e'.repeat(10);

interface GroupInPlan {
  readonly uid?: string;
  readonly before?: string;
  readonly after?: string;
  readonly actions?: readonly string[];
  readonly previous?: string;
  readonly drift?: string;
}

/** Returns a plan of groups: `before` and `after` are their names. Without actions, the plan contains no change of one. */
function planOf(groups: Readonly<Record<string, GroupInPlan>>) {
  const described = Object.entries(groups).map(([address, group], index) => {
    const uid = `${ROOT}/${String(index).padStart(16, '0')}`;
    const values = (name: string | undefined, known = true) =>
      name === undefined ? null : { ...(known ? { uid } : {}), parent_uid: ROOT, name, description: null };
    const type = {
      mode: 'managed',
      type: 'platform_group',
      name: address.split('.')[1],
      provider_name: PROVIDER_ADDRESS,
    };
    const { before, after, actions, previous, drift } = group;
    const change = { actions, before: values(before), after: values(after, before !== undefined), after_unknown: {} };
    return {
      prior: before === undefined ? [] : [{ address: previous ?? address, ...type, values: values(before) }],
      changes: actions === undefined ? [] : [{ address, previous_address: previous, ...type, change }],
      drift:
        drift === undefined
          ? []
          : [{ address, ...type, change: { actions: ['update'], before: values(drift), after: values(before) } }],
    };
  });
  const plan = {
    format_version: '1.2',
    terraform_version: '1.11.4',
    prior_state: {
      format_version: '1.0',
      terraform_version: '1.11.4',
      values: { root_module: { resources: described.flatMap(({ prior }) => prior) } },
    },
    resource_changes: described.flatMap(({ changes }) => changes),
    resource_drift: described.flatMap(({ drift }) => drift),
  };
  return readPlan(JSON.stringify(plan), 'main');
}

const plan = planOf({
  'platform_group.same': { before: 'same', drift: 'recorded' },
  'platform_group.renamed': { before: 'old', after: 'new', actions: ['update'] },
  'platform_group.moved': { before: 'moved', after: 'moved', actions: ['no-op'], previous: 'platform_group.earlier' },
  'platform_group.gone': { before: 'gone', actions: ['delete'] },
  'platform_group.forgotten': { before: 'forgotten', actions: ['forget'] },
  'platform_group.made': { after: 'made', actions: ['create'] },
});
const source = { plan, prefix: '' };
const { changes } = changesByPlace(plan);
const prior = priorInstances(source, changes);
const names = (instances: Iterable<{ readonly values: Readonly<Record<string, unknown>> }>) =>
  [...instances].map(({ values }) => values['name']);

test('each change has its place, and a second change at a place is a problem', () => {
  expect([...changes.keys()]).toEqual(
    ['renamed', 'moved', 'gone', 'forgotten', 'made'].map((name) => `platform_group.${name}`),
  );
  const twice = { ...plan, changes: [...(plan.changes ?? []), ...(plan.changes ?? []).slice(0, 1)] };
  expect(changesByPlace(twice).problems).toEqual(['main: two changes are planned for platform_group.renamed.']);
});

test('the prior instances are at the addresses of their changes, also after a move', () => {
  expect(names(prior.values())).toEqual(['same', 'old', 'moved', 'gone', 'forgotten']);
  expect([...prior.keys()]).toContain('platform_group.moved');
  expect([...prior.keys()]).not.toContain('platform_group.earlier');
});

test('a change of an object that the state lacks has its prior instance', () => {
  const lacking = { ...plan, prior: [] };
  const found = priorInstances({ plan: lacking, prefix: '' }, changes);
  expect(names(found.values())).toEqual(['old', 'moved', 'gone', 'forgotten']);
});

test('of the prior instances, those that exist no longer are outdated, and the others are current', () => {
  const { before, outdated } = currentInstances(prior, (instance) =>
    instance.values['name'] === 'gone'
      ? { now: undefined, outdated: { instance, changed: 'gone' } }
      : { now: { ...instance, values: { ...instance.values, description: 'live' } } },
  );
  expect(names(before.values())).toEqual(['same', 'old', 'moved', 'forgotten']);
  expect(new Set([...before.values()].map(({ values }) => values['description']))).toEqual(new Set(['live']));
  expect(outdated.map(({ instance }) => instance.values['name'])).toEqual(['gone']);
});

test('after the changes there is what they keep, forget and make, and the uid of a kept object remains', () => {
  const { after, transitions, problems } = applyChanges(source, prior, changes);
  expect(problems).toEqual([]);
  expect(names(after)).toEqual(['same', 'new', 'moved', 'forgotten', 'made']);
  expect(after.find(({ values }) => values['name'] === 'new')?.key).toBe(prior.get('platform_group.renamed')?.key);
  expect(after.filter(({ isManaged }) => !isManaged).map(({ values }) => values['name'])).toEqual(['forgotten']);
  expect(transitions.map(({ before, after: next }) => [before?.values['name'], next?.values['name']])).toEqual([
    ['old', 'new'],
    ['moved', 'moved'],
    ['gone', undefined],
    ['forgotten', undefined],
    [undefined, 'made'],
  ]);
});

test('missing planned values and an unknown action are problems, and the object remains', () => {
  const wrong = planOf({
    'platform_group.made': { actions: ['create'] },
    'platform_group.odd': { before: 'odd', after: 'odd', actions: ['read', 'delete'] },
  });
  const odd = changesByPlace(wrong).changes;
  const { after, problems } = applyChanges(
    { plan: wrong, prefix: '' },
    priorInstances({ plan: wrong, prefix: '' }, odd),
    odd,
  );
  expect(names(after)).toEqual(['odd']);
  expect(problems).toEqual([
    'main: the planned values of platform_group.made are missing.',
    'main: the effect of read and delete on platform_group.odd is unknown.',
  ]);
});

test('the recorded instances are those before a change outside of Terraform', () => {
  expect(names(recordedInstances(source, prior))).toEqual(['recorded', 'old', 'moved', 'gone', 'forgotten']);
});
