/** The current step of `adopt`, as a terminal and a file show it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createProgress } from '../../../src/cli/adopt/progress';
import { replaceLine } from '../../../src/cli/process';
import { startEmulator } from '../../../src/emulator';
import { builtCli } from '../../support/built';
import { spawnAtTerminal, testAtTerminal } from '../../support/pseudo-terminal';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'progress-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns to the start of the line, and erases to its end. */
const AGAIN = '\r\u001b[K';

/** Returns the lines that remain on a terminal after a text. */
function remaining(output: string): string[] {
  return output
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => (line.split(AGAIN).at(-1) ?? '').trimEnd());
}

testAtTerminal('a terminal shows each step on one line, and only the result remains', async () => {
  const api = await startEmulator();
  try {
    const child = spawnAtTerminal(
      [process.execPath, builtCli(), 'adopt', '--no-verify', '--out', join(folder, 'adopted')],
      { PLATFORM_BASE_URL: api.baseUrl, PLATFORM_TOKEN: api.token },
    );
    const [output] = await Promise.all([text(child.stdout!), once(child, 'close')]);
    expect(output).toMatch(/\r\u001b\[KReading: \d+ objects?/);
    expect(output).not.toContain('\\u');
    const lines = remaining(output);
    expect(lines.slice(0, lines.indexOf('Next:'))).toEqual([
      expect.stringMatching(/^Wrote \d+ files/),
      '',
      'Owners of the group acme: administrator',
      expect.stringMatching(/^ {2}\([0-9a-f]{40}\)\.$/),
      '',
      'Your identities name no owner. List your owners in review.config.json, so that',
      'the review can find outsiders.',
      '',
    ]);
  } finally {
    await api.close();
  }
});

test('a shorter step overwrites a longer one, and a long one is cut at the width of the terminal', () => {
  let output = '';
  const terminal = { columns: 12, write: (part: string) => (output += part) };
  const progress = createProgress({ out: () => undefined, err: () => undefined, showStatus: replaceLine(terminal) });
  progress.end();
  expect(output).toBe('');
  progress.show('Looking up people');
  expect(remaining(output)).toEqual(['Looking up']);
  progress.show('Reading');
  expect(remaining(output)).toEqual(['Reading']);
  progress.end();
  expect(remaining(output)).toEqual(['']);
});

test('a terminal that does not report its width shows the step', () => {
  let output = '';
  replaceLine({ columns: 0, write: (part: string) => (output += part) })('Reading');
  expect(remaining(output)).toEqual(['Reading']);
});

test('a file gets no step', () => {
  let output = '';
  const progress = createProgress({ out: (part) => (output += part), err: (part) => (output += part) });
  progress.show('Reading');
  progress.end();
  expect(output).toBe('');
});
