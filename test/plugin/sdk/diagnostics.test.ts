import {
  attempt,
  DiagError,
  Diags,
  toErrorMessage,
  pathText,
  problemsToDiagnostics,
  reportThrown,
  toErrorText,
  valueText,
  type Problem,
} from '../../../src/plugin/sdk/diagnostics';
import { UNKNOWN } from '../../../src/plugin';
import { ValueError } from '../../../src/plugin/values/types';

test('a warning does not fail a call, and an error does', () => {
  const diags = new Diags();
  diags.warning('Old', 'Use another.', ['name']);
  expect(diags.hasErrors).toBe(false);
  diags.error('Wrong');
  expect(diags.hasErrors).toBe(true);
  expect(diags.items.map(({ severity, summary }) => `${severity} ${summary}`)).toEqual(['warning Old', 'error Wrong']);
});

test('a path is written as in HCL', () => {
  expect(pathText(['tags', 'team'])).toBe('tags.team');
  expect(pathText(['tags', 'my team"'])).toBe('tags["my team\\""]');
  expect(pathText(['rule', 0, 'port'])).toBe('rule[0].port');
  expect(pathText([])).toBe('');
});

test('the message of an error includes its causes, and is never empty', () => {
  expect(toErrorMessage(new Error('fetch failed', { cause: new Error('refused') }))).toBe('fetch failed: refused');
  expect(toErrorMessage(new TypeError(''))).toBe('TypeError');
  expect(toErrorMessage('text')).toBe('text');
  for (const thrown of [undefined, null, '', 7, {}]) expect(toErrorMessage(thrown)).toBe('An unknown error occurred.');
});

test('an error with diagnostics reports them, and any other error its message; the stack goes to the log only', () => {
  const reported = (error: unknown) => {
    const diags = new Diags();
    const lines: unknown[] = [];
    reportThrown(error, 'Cannot create', { diags, log: { debug: (_message, fields) => void lines.push(fields) } });
    expect(lines).toHaveLength(1);
    return diags.items;
  };
  expect(reported(new DiagError('Not found', 'No group.', ['parent_uid']))).toEqual([
    { severity: 'error', summary: 'Not found', detail: 'No group.', path: ['parent_uid'] },
  ]);
  expect(reported(new Error('refused'))).toEqual([
    { severity: 'error', code: 'UNEXPECTED_ERROR', summary: 'Cannot create', detail: 'refused' },
  ]);
});

test('the text of an error has all of its diagnostics', () => {
  const error = new DiagError([
    { severity: 'error', summary: 'First', detail: 'One.' },
    { severity: 'error', summary: 'Second' },
  ]);
  expect(toErrorText(error)).toBe('First: One.\nSecond');
  expect(error.message).toBe('First; Second');
  expect(toErrorText(new Error('x'))).toBe('x');
});

test('a mistake in a value is a problem at its place, and any other error is thrown', () => {
  const problems: Problem[] = [];
  const fail = (error: Error) => (): unknown => {
    throw error;
  };
  expect(attempt(() => 1, problems)).toBe(1);
  expect(attempt(fail(new ValueError(['size'], 'is no number')), problems)).toBeUndefined();
  expect(() => {
    attempt(fail(new TypeError('bug')), problems);
  }).toThrow('bug');
  expect(problemsToDiagnostics(problems, 'platform_group: read')).toMatchObject([
    {
      path: ['size'],
      detail: expect.stringMatching(/^size is no number\.[^]*mistake in the provider \(platform_group: read\)/),
    },
  ]);
});

test('a value in a sentence is shortened, and an unknown one is named', () => {
  expect(valueText('x'.repeat(300))).toHaveLength(201);
  expect(valueText({ a: [UNKNOWN, 10n] })).toContain('10');
  expect(valueText(undefined)).toBe('nothing');
});
