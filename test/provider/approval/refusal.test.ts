/** The error for a write that is not approved shows the nearest approved write, and no value that may be a secret. */
import type { Write } from '../../../src/model/approval';
import type { ReportedWrite } from '../../../src/model/report';
import { group } from '../../../src/model/kinds';
import { rejected, rejectedAfter } from '../../../src/provider/approval/refusal';

const attempt = (write: Partial<Write>): Write => ({ action: 'update', declaration: group, fields: {}, ...write });
const listed = (path: string, write: Partial<ReportedWrite>): ReportedWrite => ({
  ...{ action: 'update', kind: 'Group', path, key: {}, fields: {} },
  ...write,
});

interface Reasons {
  readonly used?: readonly ReportedWrite[];
  readonly problem?: string;
}

function linesOf(write: Partial<Write>, candidates: readonly ReportedWrite[], { used = [], problem }: Reasons = {}) {
  const error = rejected('group "x"', attempt(write), { candidates, used: new Set(used), problem });
  expect([error.message, error.diagnostics[0]?.code]).toEqual(['The write is not approved', 'WRITE_NOT_APPROVED']);
  return error.diagnostics[0]?.detail?.split('\n') ?? [];
}

test('the whole error names the write, the reason and the next step', () => {
  const problem = 'groupUid: no';
  expect(linesOf({ uid: 'a' }, [], { problem })).toEqual([
    'Cannot update group "x": the approved report does not contain this write. Nothing was sent for it.',
    'It contains no update of a group.',
    'Cannot read the objects that it refers to: group_uid: no',
    'Create and review a new plan, or apply the plan that was approved. PLATFORM_APPROVED_REPORT names the approved report.',
  ]);
});

test('a field that one side lacks is not set, and the report shows no value of a field that only the attempt has', () => {
  const write = listed('acme/x', { uid: 'a', fields: { name: 'n' } });
  expect(linesOf({ uid: 'a', fields: { description: 'secret' } }, [write]).slice(1, -1)).toEqual([
    'The nearest approved write is acme/x:',
    '  approved:',
    '    description: (not set)',
    '    name: "n"',
    '  attempted:',
    '    description: (set, value not shown)',
    '    name: (not set)',
  ]);
});

test('an approved write that this run has used is compared, and an equal one shows no difference', () => {
  const write = listed('acme/x', { uid: 'a', fields: { name: 'n' } });
  const used = 'This run has used the approved write already.';
  expect(linesOf({ uid: 'a', fields: { name: 'n' } }, [write], { used: [write] }).slice(1, -1)).toEqual([used]);
  expect(linesOf({ uid: 'a', fields: { name: 'm' } }, [write], { used: [write] })).toContain(used);
  expect(linesOf({ uid: 'a', fields: { name: 'm' } }, [write])).not.toContain(used);
});

test.each<[string, Partial<Write>, string]>([
  ['the same object', { uid: 'b', fields: { name: 'x', description: 'd' } }, 'acme/b'],
  ['the fewest differences, for another object', { uid: 'z', fields: { name: 'x', description: 'd' } }, 'acme/c'],
  ['the same parent and key', { action: 'create', parent: 'p', fields: { name: 'k', description: 'd' } }, 'acme/key'],
  ['the fewest differences, for another key', { action: 'create', parent: 'p', fields: { name: 'x' } }, 'acme/none'],
  ['the fewest differences, for another parent', { action: 'create', parent: 'q', fields: { name: 'k' } }, 'acme/none'],
])('the nearest approved write has %s', (_, write, path) => {
  const candidates =
    write.action === 'create'
      ? [
          listed('acme/key', { action: 'create', parent: 'p', key: { name: 'k' }, fields: { a: 1, b: 2, c: 3 } }),
          listed('acme/half', {
            action: 'create',
            parent: 'p',
            key: { name: 'k', other: 'o' },
            fields: { a: 1, b: 2 },
          }),
          listed('acme/none', { action: 'create', parent: 'r', key: { name: 'other' }, fields: {} }),
        ]
      : [
          listed('acme/a', { uid: 'a', fields: { name: 'x' } }),
          listed('acme/b', { uid: 'b', fields: { name: 'y', description: 'e' } }),
          listed('acme/c', { uid: 'c', fields: { name: 'x', description: 'd' } }),
        ];
  for (const order of [candidates, [...candidates].reverse()])
    expect(linesOf(write, order)).toContain(`The nearest approved write is ${path}:`);
});

test('a change that must follow a failed one names it', () => {
  const error = rejectedAfter({ action: 'create', subject: 'group "x"' }, ['acme/a', 'acme/b']);
  const [code, summary] = ['EARLIER_CHANGE_FAILED', 'A previous change has failed'];
  expect([error.message, error.diagnostics[0]?.code]).toEqual([summary, code]);
  expect(error.diagnostics[0]?.detail?.split('\n')).toEqual([
    'Cannot create group "x": acme/a, acme/b must lose access first, and that change has failed. Nothing was sent for it.',
    'Together, both give access that nobody has before or after this change.',
    'Correct that error, and apply again.',
  ]);
});
