import { readWhoami } from '../../../src/client/responses/whoami';
import { responseOf } from './response';

const read = (body: unknown) => readWhoami(responseOf(body));

test('capabilities have dotted names, each once, from the role and from the entry', () => {
  const entry = {
    group: { uid: 'g', name: 'acme' },
    role: { id: 'r', capabilities: ['CAP_IAM_GROUPS_LIST'] },
    capabilities: ['groups.list', 'roles.list'],
  };
  expect(read({ subject: 'me', capabilities: [entry] })).toEqual({
    subject: 'me',
    capabilities: [{ group: 'g', role: 'r', capabilities: ['groups.list', 'roles.list'] }],
  });
});

test('a reference may be a text, and a role may be absent', () => {
  expect(read({ subject: 'me', capabilities: [{ group: 'g', capabilities: ['groups.list'] }] }).capabilities).toEqual([
    { group: 'g', role: undefined, capabilities: ['groups.list'] },
  ]);
});

test('a token without capabilities has none', () => {
  expect(read({ subject: 'me' })).toEqual({ subject: 'me', capabilities: [] });
});

test.each([
  [{ capabilities: [] }, 'subject: expected a string'],
  [{ subject: 'me', capabilities: {} }, 'capabilities: expected a list'],
  [{ subject: 'me', capabilities: [null] }, 'capabilities[0].group: expected a uid, or an object with one'],
  [{ subject: 'me', capabilities: [{ group: {} }] }, 'capabilities[0].group: expected a uid'],
  [
    { subject: 'me', capabilities: [{ group: 'g', capabilities: 'all' }] },
    'capabilities[0].capabilities: expected a list',
  ],
  [{ subject: 'me', capabilities: [{ group: 'g', role: { capabilities: {} } }] }, 'expected a list'],
  [[], 'expected a JSON object'],
])('%j is malformed', (body, problem) => {
  expect(() => read(body)).toThrow(problem);
});
