import { spawnSync } from 'node:child_process';
import { createMark, isAbandoned } from '../../../../src/cli/conformance/session/marked-group';

const now = Date.parse('2026-11-27T12:00:00Z');
const minutes = (count: number): number => now + count * 60_000;

test('the group of a running process is not abandoned until it is older than any run', () => {
  const mark = createMark(new Date(now));
  expect(mark.name).toMatch(/^iac-conformance-20261127t120000z-[0-9a-f]{8}$/);
  expect(mark.name.length).toBeLessThanOrEqual(63);
  expect([isAbandoned({ ...mark }, minutes(1)), isAbandoned({ ...mark }, minutes(11))]).toEqual([false, true]);
});

test('the group of a process that has ended on this machine is abandoned immediately', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  const { name, description } = createMark(new Date(now));
  const other = description.replace(/process \d+/, `process ${pid}`);
  expect(isAbandoned({ name, description: other }, minutes(1))).toBe(true);
  const elsewhere = other.replace(/machine [0-9a-f]+/, 'machine 000000000000');
  expect(isAbandoned({ name, description: elsewhere }, minutes(1))).toBe(false);
});

test('a group with only the name or only the description is never abandoned', () => {
  const { name, description } = createMark(new Date(0));
  for (const group of [
    { name },
    { description },
    { name, description: 'Payments.' },
    { name: 'payments', description },
    { name: `${name}x`, description },
  ])
    expect(isAbandoned(group, now)).toBe(false);
});
