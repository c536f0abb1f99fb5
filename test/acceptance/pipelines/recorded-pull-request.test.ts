/** `examples/pull-request` is the current record of a pull request. `npm run docs:pull-request` writes it again. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordPullRequest } from './recorded-pull-request';

jest.setTimeout(400_000);

const folder = resolve('examples/pull-request');
const README = 'README.md';
const stored = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== README)
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

test('the record of the pull request is up to date; npm run docs:pull-request writes it again', async () => {
  const recorded = await recordPullRequest();
  if (process.env['RECORD'] === 'true') for (const [name, text] of recorded) writeFileSync(join(folder, name), text);
  expect(stored()).toEqual(Object.fromEntries(recorded));
});

test('its page links each file', () => {
  const page = readFileSync(join(folder, README), 'utf8');
  const names = Object.keys(stored());
  expect(names.filter((name) => !page.includes(`](${name})`))).toEqual([]);
});
