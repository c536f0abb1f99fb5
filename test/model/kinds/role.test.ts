import { role } from '../../../src/model/kinds';
import { decidesAccess, decodeResponse, encodeBody, semanticEquals } from '../../../src/model/schema';
import { problemsWith } from './checked';

const problemsOf = (...capabilities: unknown[]) => problemsWith(role, { capabilities });

test('a role needs at least one capability', () => {
  expect(problemsOf()).toEqual(['capabilities is required']);
  expect(problemsOf('groups.list')).toEqual([]);
});

test('both representations of a capability are valid, but not of the same one', () => {
  expect(problemsOf('groups.list', 'CAP_IAM_ROLES_LIST')).toEqual([]);
  expect(problemsOf('groups.list', 'CAP_IAM_GROUPS_LIST')).toEqual([
    'capabilities names "groups.list" and "CAP_IAM_GROUPS_LIST", which are the same',
  ]);
});

test('a slip in a name is reported with the name that is meant; other text is refused', () => {
  expect(problemsOf('groups.lst')).toEqual([
    'capabilities names "groups.lst", an unknown capability: did you mean "groups.list"?',
  ]);
  for (const text of ['*', 'groups', 'groups.*', 'Groups.List'])
    expect(problemsOf(text)).toEqual([
      `capabilities names ${JSON.stringify(text)}, which is not a capability (like groups.list)`,
    ]);
});

test('capabilities are sent by their enum names, and read by their dotted names', () => {
  const body = { name: 'auditor', capabilities: ['groups.list', 'CAP_IAM_ROLES_LIST', 'figs.list'] };
  const sent = encodeBody(role, body);
  expect(sent).toEqual({
    name: 'auditor',
    capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_ROLES_LIST', 'CAP_FIGS_LIST'],
  });
  expect(decodeResponse(role, sent)['capabilities']).toEqual(['groups.list', 'roles.list', 'figs.list']);
});

test('a body without capabilities, or with something else in their place, is sent unchanged', () => {
  expect(encodeBody(role, { description: 'Reads.' })).toEqual({ description: 'Reads.' });
  expect(encodeBody(role, { capabilities: [7, 'groups.list'] })).toEqual({ capabilities: [7, 'CAP_IAM_GROUPS_LIST'] });
});

test('neither the order nor the representation of capabilities is a change', () => {
  const { type } = role.fields.capabilities;
  expect(semanticEquals(type, ['groups.list', 'roles.list'], ['CAP_IAM_ROLES_LIST', 'groups.list'])).toBe(true);
  expect(semanticEquals(type, ['groups.list'], ['groups.list', 'roles.list'])).toBe(false);
  expect(decidesAccess(role)).toBe(true);
});
