import { EVERY_OTHER_CAPABILITY } from '../../../src/access/graph';
import { BUILT_IN_ROLES } from '../../../src/model/api';
import { accessText, rightsText } from '../../../src/review/access/rights';

const of = (role: string) => BUILT_IN_ROLES.find(({ name }) => name === role)!.capabilities;

test.each([
  ['viewer', of('viewer'), 'read-only, 51 capabilities'],
  ['editor', of('editor'), `can write, ${of('editor').length} capabilities`],
  ['limited_owner', of('limited_owner'), 'can change access, 53 capabilities'],
  ['owner', [...of('owner'), EVERY_OTHER_CAPABILITY], `full control, ${of('owner').length} capabilities`],
  // A few names say more than their number.
  ['editor', ['repo.create', 'repo.list'], 'repo.create, repo.list'],
])('a row describes the built-in role %s by what it allows', (role, capabilities, text) => {
  expect(rightsText([role], capabilities)).toBe(text);
});

test('a row lists the capabilities of custom roles, those that change access or data first', () => {
  const capabilities = ['groups.list', 'repo.list', 'tag.create', 'roles.update'];
  expect(rightsText(['acme/viewer'], capabilities)).toBe('roles.update, tag.create, groups.list, repo.list');
  expect(rightsText(['viewer', 'acme/tagger'], capabilities)).toMatch(/^roles\.update, /);
  expect(rightsText([], of('viewer'))).toMatch(/ and 48 more$/);
});

test.each([
  [['viewer'], of('viewer'), 'viewer (read-only, 51 capabilities)'],
  [['editor', 'viewer'], of('editor'), `editor and viewer (can write, ${of('editor').length} capabilities)`],
  [['editor'], ['repo.create', 'repo.list'], 'repo.create and repo.list'],
  [
    ['acme/viewer'],
    ['groups.list', 'repo.list', 'tag.list', 'roles.list'],
    '4 capabilities, including groups.list, repo.list and roles.list',
  ],
])(
  'a sentence about %j names built-in roles with what they allow, and the capabilities of others',
  (roles, all, text) => {
    expect(accessText(roles, all)).toBe(text);
  },
);
