/** Tests the texts about changed fields: for lists, added and removed elements. */
import { BUILT_IN_ROLES } from '../../../../src/model/api';
import { formatMarkdown, formatText, readPlan, reviewPlans, type Report } from '../../../../src/review';
import { corpusTexts, reviewOf } from '../../corpus';

const WIDER = '["groups.list","identity.list","repo.delete","role_bindings.create"]';

/** Returns the report of `role-widened` with other capabilities of the role. */
function roleHolding(...capabilities: readonly string[]): Report {
  const [plan] = corpusTexts('role-widened');
  expect(plan!.text).toContain(WIDER);
  return reviewPlans([readPlan(plan!.text.replaceAll(WIDER, JSON.stringify(capabilities)), plan!.name)]);
}
const structureOf = (report: Report, width = 120) =>
  formatText(report, { width, isWhole: true }).split('\nStructure\n')[1]?.split('\n\n')[0] ?? '';

test('added and removed capabilities are listed by kind, without unchanged ones', () => {
  const report = roleHolding('groups.list', 'roles.update', 'repo.create', 'repo.delete', 'roles.create');
  expect(report.changes[0]?.fields).toEqual([
    {
      field: 'capabilities',
      before: 'groups.list, identity.list',
      after: 'groups.list, repo.create, repo.delete, roles.create, roles.update',
      added: ['repo.create', 'repo.delete', 'roles.create', 'roles.update'],
      removed: ['identity.list'],
    },
  ]);
  const told = '[capabilities: + roles (create, update), repo (create, delete) - identity (list)]';
  expect(structureOf(report)).toContain(`role helper  ${told}`);
  expect(formatMarkdown(report)).toContain(`! ~   role helper  ${told}`);
});

test('removed capabilities alone have no plus', () => {
  expect(structureOf(roleHolding('groups.list'))).toContain('[capabilities: - identity (list)]');
});

test('a role with all capabilities lists them by kind, the dangerous ones first', () => {
  const all = BUILT_IN_ROLES.find(({ name }) => name === 'owner')!.capabilities;
  const text = structureOf(roleHolding(...all), 80);
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /\[capabilities: \+ role_bindings \(create, update, delete, list\), identity \(.*\)\]$/,
  );
});

test('other lists show their elements, and sensitive elements are masked', () => {
  expect(structureOf(roleHolding('groups.list', 'identity.list', 'Some Thing'))).toContain(
    '[capabilities: + "Some Thing"]',
  );
  expect(reviewOf('role-sensitive').changes[0]?.fields[0]).not.toHaveProperty('added');
});
