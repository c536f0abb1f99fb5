/** Tests the name of the root group in tests of programs and folders. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRootName } from '../../../constructs/testing/root-name';

const folder = mkdtempSync(join(tmpdir(), 'root-name-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(join(folder, 'review.config.json'), { force: true }));

const root = 'ac3e'.repeat(10);
const other = 'beef'.repeat(10);
const program = () => undefined;

test.each<[string, Record<string, string>, string]>([
  ['the only root group', { [root]: 'globex' }, 'globex'],
  ['the only root group, next to a group in it', { [root]: 'globex', [`${root}/${'1'.repeat(16)}`]: 'shop' }, 'globex'],
  ['no root group', { [`${root}/${'1'.repeat(16)}`]: 'shop' }, '7e577e57…'],
  ['two root groups', { [root]: 'globex', [other]: 'initech' }, '7e577e57…'],
])('for a folder with a configuration that names %s', (_, names, expected) => {
  writeFileSync(join(folder, 'review.config.json'), JSON.stringify({ names }));
  expect(getRootName(folder, undefined, {})).toBe(expected);
  expect(getRootName(folder, undefined, { rootName: 'other' })).toBe('other');
});

test('for a folder without a configuration, and for a program without a construct for it', () => {
  expect(getRootName(folder, undefined, {})).toBe('7e577e57…');
  expect(getRootName(program, undefined, {})).toBe('7e577e57…');
  expect(getRootName(program, 'globex', {})).toBe('globex');
});
