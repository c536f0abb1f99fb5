import { plannedChanges, planSummary, totalChanges } from '../../../src/cli/adopt/planned-changes';

const resource = (change: object, address = 'platform_group.a') => ({ address, mode: 'managed', change });
const planOf = (...changes: object[]) => JSON.stringify({ format_version: '1.2', resource_changes: changes });
const importing = { id: 'x' };

test('a plan that only imports has no differences', () => {
  const values = { name: 'a' };
  const plan = planOf(resource({ actions: ['no-op'], before: values, after: values, importing }), {
    ...resource({ actions: ['read'], before: null, after: values }),
    mode: 'data',
  });
  const changes = totalChanges([plannedChanges(plan), plannedChanges(plan)]);
  expect(changes.differences).toEqual([]);
  expect(planSummary(changes)).toBe('2 to import, 0 to add, 0 to change, 0 to destroy');
});

test('each changed field of each object is a difference', () => {
  const before = { name: 'a', description: 'old', uid: 'u' };
  const changes = plannedChanges(
    planOf(
      resource({ actions: ['update'], before, after: { ...before, description: null }, importing }),
      resource({ actions: ['create'], before: null, after: {} }, 'platform_role.b'),
      resource({ actions: ['delete'], before, after: null }, 'platform_role.c'),
      resource(
        {
          actions: ['delete', 'create'],
          before,
          after: { name: 'b', description: 'old' },
          after_unknown: { uid: true },
        },
        'platform_role.d',
      ),
    ),
  );
  expect(changes.differences).toEqual([
    'The apply would create 1 object instead of importing: platform_role.b.',
    'platform_group.a: description: "old" would be null.',
    'platform_role.c: it would be deleted.',
    'platform_role.d: name: "a" would be "b".',
  ]);
  expect(planSummary(changes)).toBe('1 to import, 2 to add, 1 to change, 2 to destroy');
});

test('objects that would be created are one sentence', () => {
  const created = ['a', 'b', 'c', 'd', 'e'].map((key) =>
    resource({ actions: ['create'], before: null, after: {} }, `platform_group.team["${key}"]`),
  );
  expect(plannedChanges(planOf(...created)).differences).toEqual([
    'The apply would create 5 objects instead of importing: platform_group.team["a"], platform_group.team["b"], platform_group.team["c"] and 2 more.',
  ]);
});

test('the planned resources are those that Terraform manages', () => {
  const resources = [
    { mode: 'managed', type: 'platform_group', values: { uid: 'u' } },
    { mode: 'data', type: 'platform_role', values: {} },
  ];
  const plan = JSON.stringify({ format_version: '1.2', planned_values: { root_module: { resources } } });
  expect(plannedChanges(plan).resources).toEqual([{ type: 'platform_group', values: { uid: 'u' } }]);
});

test('warnings of OpenTofu before the plan are ignored', () => {
  const plan = planOf(resource({ actions: ['no-op'], importing }));
  expect(plannedChanges(`\nWarning: Unable to open CLI configuration file\n\n${plan}`)).toEqual(plannedChanges(plan));
});

test('a text that is no plan is an error', () => {
  expect(() => plannedChanges('Error')).toThrow('The engine printed no plan as JSON.');
});
