/** Tests which entries of a plan are changes outside of Terraform: only those that change an argument of an object. */
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { formatText, readPlan, reviewPlans } from '../../../src/review';

const ROOT = 'ac3e'.repeat(10);

interface GroupInPlan {
  readonly name: string;
  readonly description?: string;
  /** The planned description. @default the current one */
  readonly planned?: string;
  readonly isImported?: boolean;
  /** The recorded values that differ from the current ones. Without them, Terraform reports no drift. */
  readonly recorded?: Readonly<Record<string, unknown>>;
  /** @default this provider */
  readonly provider?: string;
}

function review(groups: readonly GroupInPlan[]) {
  const described = groups.map(({ name, planned, recorded, isImported = false, ...group }, index) => {
    const { description = null, provider = PROVIDER_ADDRESS } = group;
    const uid = `${ROOT}/${String(index).padStart(16, '0')}`;
    const values = { uid, parent_uid: ROOT, name, description, create_time: '2026-11-22T07:17:26.121Z' };
    const resource = { address: `platform_group.${name}`, mode: 'managed', type: 'platform_group', name };
    const instance = { ...resource, provider_name: provider };
    const after = { ...values, description: planned ?? description };
    const actions = [planned === undefined ? 'no-op' : 'update'];
    const importing = isImported && { importing: { id: uid } };
    return {
      prior: { ...instance, values },
      change: { ...instance, change: { actions, before: values, after, after_unknown: {}, ...importing } },
      drift: recorded && {
        ...instance,
        change: { actions: ['update'], before: { ...values, ...recorded }, after: values, after_unknown: {} },
      },
    };
  });
  const plan = {
    ...{ format_version: '1.2', terraform_version: '1.11.4', applyable: true, complete: true },
    prior_state: { values: { root_module: { resources: described.map(({ prior }) => prior) } } },
    resource_changes: described.map(({ change }) => change),
    resource_drift: described.flatMap(({ drift }) => drift ?? []),
  };
  return reviewPlans([readPlan(JSON.stringify(plan), 'org')]);
}

const drifted: GroupInPlan = { name: 'other', description: 'By hand.', recorded: { description: 'As applied.' } };

describe.each([
  { beside: 'alone', others: [] },
  { beside: 'next to a real drift', others: [drifted] },
])('$beside', ({ others }) => {
  test.each<[string, Omit<GroupInPlan, 'name'>, string[]]>([
    ['an import without a change is no drift', { isImported: true }, []],
    ['an import with a change is no drift', { isImported: true, planned: 'Planned.' }, []],
    ['an import with equal recorded values is no drift', { isImported: true, recorded: {} }, []],
    ['an import of an object that changed is drift', { isImported: true, recorded: { description: 'x' } }, ['group']],
    ['a planned change is no drift', { planned: 'Planned.' }, []],
    ['a changed argument is drift', { recorded: { description: 'Recorded.' } }, ['group']],
    ['a computed attribute is no drift', { recorded: { create_time: '2026-01-01T00:00:00Z' } }, []],
    ['an object of another provider is no drift', { recorded: { description: 'x' }, provider: 'example.com/a/b' }, []],
  ])('%s', (_, group, expected) => {
    const report = review([{ name: 'group', ...group }, ...others]);
    const names = [...expected, ...others.map(({ name }) => name)];
    const found = report.drift.map(({ address, status, fields }) => [
      address,
      status,
      ...fields.map(({ field }) => field),
    ]);
    expect(found).toEqual(names.map((name) => [`platform_group.${name}`, 'changed', 'description']));
    expect(report.findings.filter(({ id }) => id === 'drift')).toHaveLength(names.length);
    const counted = `${names.length} object${names.length === 1 ? '' : 's'} changed outside of Terraform.`;
    expect(formatText(report).includes(counted)).toBe(names.length > 0);
    expect(report.changes.map(({ status }) => status)).toEqual(
      group.isImported === true ? ['imported'] : group.planned === undefined ? [] : ['changed'],
    );
  });
});
