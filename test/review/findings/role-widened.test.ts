/** A role that is widened while a grant of it is in no plan: the plan shows nobody who gains access. */
import { CONTEXT_VERSION, type PlanContext } from '../../../src/review/organization/context/plan-context';
import { editedPlan, reviewEdit, type EditedObjects } from '../edited-plan';

const organization = (capabilities: readonly string[]): EditedObjects => ({
  acme: { type: 'group' },
  reader: { type: 'role', in: 'acme', values: { name: 'reader', capabilities } },
});

const uid = /"platform_role\.reader".*?"uid":"([0-9a-f/]+)"/s.exec(
  editedPlan(organization(['groups.list']), organization(['repo.create'])),
)![1]!;

/** The complete list of the grants of the role; `undefined` if nothing lists them. */
const contextWith = (grants: readonly { readonly kind: string; readonly uid: string }[] | undefined): PlanContext => ({
  version: CONTEXT_VERSION,
  ...{ names: [], roles: [], keys: [], contents: [], unread: [] },
  grants: grants === undefined ? [] : [{ kind: 'Role', uid, grants }],
});

const hidden = [{ kind: 'RoleBinding', uid: `${uid.split('/')[0]}/00000000000000aa` }];

test.each([
  [
    'a grant that no plan shows',
    hidden,
    'high',
    `No plan shows role binding ${hidden[0]!.uid}: it gives access through it.`,
  ],
  ['no list of the grants', undefined, 'medium', 'Only a list of them, or --live, shows these.'],
])('a role with %s that can write from now on is a finding', (_, grants, severity, text) => {
  const [before, after] = [organization(['groups.list']), organization(['groups.list', 'repo.create'])];
  const { findings } = reviewEdit(before, after, { context: contextWith(grants) });
  const found = findings.filter(({ id }) => id === 'unmanaged-grants');
  expect(found).toMatchObject([{ severity, subject: 'acme/reader', reason: expect.stringContaining(text) }]);
  expect(found[0]?.reason).toMatch(/^The role acme\/reader gains repo\.create\./);
});

test.each([
  ['a complete list without other grants', ['groups.list'], ['repo.create'], []],
  ['only further reads', ['groups.list'], ['groups.list', 'repo.list'], hidden],
  ['fewer capabilities', ['groups.list', 'repo.create'], ['groups.list'], hidden],
  ['the same capabilities', ['repo.create'], ['repo.create'], hidden],
])('a role with %s is no finding', (_, before, after, grants) => {
  const { findings } = reviewEdit(organization(before), organization(after), { context: contextWith(grants) });
  expect(findings.filter(({ id }) => id === 'unmanaged-grants')).toEqual([]);
});
