import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Trust } from '../../../constructs';
import { PLATFORMS } from '../../../src/trust';

test.each(Object.keys(PLATFORMS))('%s has a factory and a test of its own', (name) => {
  expect(Trust).toHaveProperty([name], expect.any(Function));
  const words = name.replace('gitHub', 'github').replace('gitLab', 'gitlab').replace('circleCi', 'circleci');
  const file = words.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  expect(existsSync(join(__dirname, `${file}.test.ts`))).toBe(true);
});
