import {
  contextPlan,
  CONTEXT_VERSION,
  onlyNames,
  isNameless,
  joinContexts,
  withoutNames,
  type PlanContext,
} from '../../../../src/review/organization/context/plan-context';

const ROOT = 'ac3e'.repeat(10);
const context = (more: Partial<PlanContext> = {}): PlanContext => ({
  ...{ version: CONTEXT_VERSION, names: [], roles: [], keys: [], contents: [], grants: [], unread: [] },
  ...more,
});
const named = context({
  names: [{ kind: 'Group', values: { uid: ROOT, name: 'acme' } }],
  unread: ['One list failed.'],
});
const grants = context({ grants: [{ kind: 'Role', uid: ROOT, grants: [] }] });
const contents = context({ contents: [{ group: ROOT, kind: 'Role', count: 1, objects: [] }] });

test('joins contexts, and reports each problem once', () => {
  const joined = joinContexts([named, contents, named]);
  expect(joined.names).toHaveLength(2);
  expect(joined.contents).toEqual(contents.contents);
  expect(joined.unread).toEqual(['One list failed.']);
});

test('omits names, contents and grants, which are only displayed', () => {
  expect([context(), named, contents, grants].map(isNameless)).toEqual([true, false, false, false]);
  expect(withoutNames(joinContexts([named, contents, grants]))).toEqual(context({ unread: ['One list failed.'] }));
});

test('keeps only the attributes that name an object', () => {
  expect(onlyNames({ uid: ROOT, name: 'ci', description: 'x', capabilities: ['groups.create'] })).toEqual({
    uid: ROOT,
    name: 'ci',
  });
});

test('becomes a plan that has read the objects and changes nothing', () => {
  const { prior, changes } = contextPlan(named.names);
  expect(changes).toBeUndefined();
  expect(prior).toMatchObject([{ type: 'platform_group', mode: 'data', values: { uid: ROOT, name: 'acme' } }]);
});
