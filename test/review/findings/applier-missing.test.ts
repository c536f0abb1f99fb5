/** A misspelled name of the applying identity would silently check nothing. */
import type { ReviewConfiguration } from '../../../src/review';
import { reviewEdit, type EditedObjects } from '../edited-plan';

const organization: EditedObjects = {
  acme: { type: 'group' },
  editor: { type: 'role', in: 'acme', values: { name: 'editor', capabilities: ['repo.create', 'groups.delete'] } },
  ci: { type: 'identity', in: 'acme', values: { claim_match: { issuer: 'https://ci.acme.example', subject: 'ci' } } },
  bound: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'editor' },
  team: { type: 'group', in: 'acme' },
};
const without = (...labels: readonly string[]): EditedObjects =>
  Object.fromEntries(Object.entries(organization).filter(([label]) => !labels.includes(label)));
const withTeam = (objects: EditedObjects): EditedObjects => ({
  ...objects,
  b: { type: 'group', in: 'acme' },
});

function found(after: EditedObjects, appliesAs: ReviewConfiguration['appliesAs'], before = organization) {
  return reviewEdit(before, after, { configuration: { appliesAs } })
    .findings.filter(({ subject }) => subject === 'appliesAs')
    .map(({ id, severity, reason }) => [id, severity, reason]);
}

const NOT_FOUND = 'in the plans: no finding shows if the applying identity loses access.';

test.each<[string, EditedObjects]>([
  ['deletes its grant', without('bound')],
  ['deletes another object', without('team')],
  ['only adds an object', withTeam(organization)],
  ['changes nothing', organization],
])('a misspelled name has a suggestion, if the plan %s', (_, after) => {
  expect(found(after, 'acme/cii')).toEqual([
    ['invariant-idle', 'medium', `Cannot find acme/cii ${NOT_FOUND} Did you mean acme/ci?`],
  ]);
});

test.each(['acme/other/deployer', 'c0ffee00'.repeat(5), 'ada@acme.example'])(
  'a name that no plan shows is a finding if the plan takes access away: %s',
  (name) => {
    expect(found(without('bound'), name)).toEqual([['invariant-idle', 'medium', `Cannot find ${name} ${NOT_FOUND}`]]);
    expect(found(without('team'), name)).toHaveLength(1);
    expect(found(withTeam(organization), name)).toEqual([]);
  },
);

test('an identity of either side is found', () => {
  expect(found(without('bound'), 'acme/ci')).toEqual([]);
  expect(found(without('ci', 'bound'), 'acme/ci')).toEqual([]);
  expect(found(organization, 'acme/ci', without('ci', 'bound', 'team'))).toEqual([]);
});
