import { narrowedTo } from '../../../src/provider/configuration/narrowed';
import { CAPABILITIES_VARIABLE } from '../../../src/model/kinds';

const narrowed = (text?: string) => narrowedTo({ [CAPABILITIES_VARIABLE]: text }, undefined);

test('without the variable, the token is not narrowed', () => {
  expect(narrowed()).toEqual({ problems: [] });
});

test('capabilities are separated by commas or blanks, in both representations', () => {
  expect(narrowed(' groups.list,CAP_IAM_ROLES_LIST\n\troles.create ')).toEqual({
    capabilities: ['groups.list', 'roles.list', 'roles.create'],
    problems: [],
  });
});

test.each([
  ['', 'contains no capability'],
  [' , ', 'contains no capability'],
  ['*', 'capabilities that have no name'],
  ['groups.list,*', 'capabilities that have no name'],
  ['groups.list,owner', 'Not a capability: "owner"'],
  ['groups.list;roles.list', 'Not a capability: "groups.list;roles.list"'],
])('%j never leads to a full token', (text, problem) => {
  const { capabilities, problems } = narrowed(text);
  expect(capabilities).toBeUndefined();
  expect(problems).toMatchObject([
    { severity: 'error', summary: 'Invalid PLATFORM_CAPABILITIES', detail: expect.stringContaining(problem) },
  ]);
});
