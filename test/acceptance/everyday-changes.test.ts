/** `docs/everyday-changes.md` shows current plans and reviews. `RECORD=true` writes the page again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { recordEverydayChanges } from './everyday-changes';

jest.setTimeout(400_000);

const page = resolve('docs/everyday-changes.md');

test('the page of everyday changes is up to date; npm run docs:everyday-changes writes it again', async () => {
  const { text, plans } = await recordEverydayChanges();
  if (process.env['RECORD'] === 'true') writeFileSync(page, text);
  expect(readFileSync(page, 'utf8')).toBe(text);
  expect(plans).toEqual({
    'Add an identity': '2 to add, 0 to change, 0 to destroy',
    'Rename an object': '0 to add, 1 to change, 0 to destroy',
    'Rename a construct: the mistake': '5 to add, 0 to change, 5 to destroy',
    'Rename a construct': '0 to add, 1 to change, 0 to destroy',
    'Move constructs into a class: the mistake': '5 to add, 0 to change, 5 to destroy',
    'Move constructs into a class': '0 to add, 0 to change, 0 to destroy',
    'Another role: the mistake': '1 to add, 0 to change, 1 to destroy',
    'Another role': '0 to add, 1 to change, 0 to destroy',
    'A person leaves': '0 to add, 0 to change, 2 to destroy',
    'Rotate an identity': '2 to add, 0 to change, 2 to destroy',
    'Split a stack': '5 to import, 0 to add, 1 to change, 0 to destroy; 0 to add, 0 to change, 0 to destroy',
  });
});
