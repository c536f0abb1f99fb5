import { PlanError } from '../../../../src/review';
import { CONTEXT_VERSION, type PlanContext } from '../../../../src/review/organization/context/plan-context';
import {
  formatContext,
  isStoredContext,
  parseContext,
} from '../../../../src/review/organization/context/stored-context';

const ROOT = 'ac3e'.repeat(10);
const ROLE = `${ROOT}/1111111111111111`;
const context: PlanContext = {
  version: CONTEXT_VERSION,
  names: [{ kind: 'Group', values: { uid: ROOT, name: 'acme' } }],
  roles: [{ kind: 'Role', values: { uid: ROLE, name: 'deployer', capabilities: ['groups.create'] } }],
  keys: [{ kind: 'Group', parent: null, key: { name: 'acme' }, found: [{ uid: ROOT, name: 'acme' }] }],
  contents: [
    { group: ROOT, kind: 'Role', count: 2, objects: [{ uid: ROLE, name: 'deployer' }] },
    {
      ...{ group: ROOT, kind: 'RoleBinding', count: 1 },
      objects: [{ uid: ROLE, values: { uid: ROLE }, grant: { identity: { uid: ROLE }, role: 'owner', isOwner: true } }],
    },
  ],
  grants: [{ kind: 'Role', uid: ROLE, grants: [{ kind: 'RoleBinding', uid: `${ROOT}/2222222222222222` }] }],
  unread: ['People were not read.'],
};

test('reads what it has written', () => {
  expect(isStoredContext(formatContext(context))).toBe(true);
  expect(parseContext(formatContext(context), 'context.json')).toEqual(context);
});

test('ignores attributes of a name that could change a digest', () => {
  const values = { uid: ROOT, name: 'acme', capabilities: ['groups.create'] };
  const text = formatContext({ ...context, names: [{ kind: 'Group', values }] });
  expect(parseContext(text, 'context.json').names).toEqual(context.names);
});

test.each([
  ['another version', { version: CONTEXT_VERSION + 1 }],
  ['an unknown kind', { keys: [{ kind: 'Grup', parent: null, key: {}, found: [] }] }],
  ['a name of an object that is neither a group nor an identity', { names: context.roles }],
  ['an invalid uid', { contents: [{ group: 'acme', kind: 'Role', count: 0, objects: [] }] }],
  ['an invalid uid of a grant', { grants: [{ kind: 'Role', uid: ROLE, grants: [{ kind: 'RoleBinding', uid: 'x' }] }] }],
  ['a negative count', { contents: [{ group: ROOT, kind: 'Role', count: -1, objects: [] }] }],
])('rejects %s, and names the file', (_, change) => {
  const text = JSON.stringify({ ...context, ...change });
  expect(() => parseContext(text, 'context.json')).toThrow(PlanError);
  expect(() => parseContext(text, 'context.json')).toThrow(/context\.json/);
});

test('recognizes neither a plan nor a state', () => {
  expect(isStoredContext('{"format_version":"1.2"}')).toBe(false);
  expect(isStoredContext('{"version":4,"terraform_version":"1.11.4"}')).toBe(false);
});
