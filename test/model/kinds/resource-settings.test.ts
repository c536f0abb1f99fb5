import { declarations, DEFAULT_TIMEOUTS, group, resourceSettings, role, tag } from '../../../src/model/kinds';
import { checkFields, violationText } from '../../../src/model/schema';

const problems = (timeouts: Readonly<Record<string, unknown>>) =>
  checkFields(resourceSettings(group), [], { timeouts }).map(violationText);

test('only kinds that many others depend on can be protected from deletion, and none is by default', () => {
  const protectable = declarations.filter((kind) => 'deletionProtection' in resourceSettings(kind));
  expect(protectable.map(({ kind }) => kind)).toEqual(['Group', 'Identity']);
  expect(resourceSettings(group)['deletionProtection']?.default).toBe(false);
  expect(resourceSettings(role)).not.toHaveProperty('deletionProtection');
});

test('no setting has the name of a field of its kind', () => {
  const taken = declarations.flatMap((kind) =>
    Object.keys(resourceSettings(kind)).filter((name) => name in kind.fields || name in (kind.terraform?.fields ?? {})),
  );
  expect(taken).toEqual([]);
});

test.each(['30s', '20m', '1h30m'])('%s is a time limit', (limit) => {
  expect(problems({ create: limit, read: limit, update: limit, delete: limit })).toEqual([]);
});

test.each(['0s', '20', '-1m', '1 h', 'soon'])('%s is no time limit', (limit) => {
  expect(problems({ read: limit })).toEqual(['read must be a time like 30s, 20m or 1h30m, and more than none']);
});

test('other operations have no limit', () => {
  expect(problems({ plan: '20m' })).toEqual(['plan is not a field that can be set here']);
});

test('the description of each limit names its default', () => {
  const { timeouts } = resourceSettings(tag);
  const fields = timeouts?.type.is === 'message' ? timeouts.type.fields : {};
  expect(Object.keys(fields)).toEqual(Object.keys(DEFAULT_TIMEOUTS));
  for (const [operation, limit] of Object.entries(DEFAULT_TIMEOUTS))
    expect(fields[operation]?.description).toContain(limit === undefined ? 'By default only' : `\`${limit}\``);
});
