import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  findConfigurationFile,
  findIgnoredConfigurations,
  readConfigurationFile,
} from '../../../src/cli/report/configuration-file';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'configuration-'))));
afterEach(() => rmSync(root, { recursive: true }));

const NAME = 'review.config.json';
const stack = 'work/project/cdktf.out/stacks/org';
const laptop = {};
const ci = { CI: 'true' };

function write(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '{}');
  }
}
const find = (folder: string, env: Readonly<Record<string, string>> = laptop): string | undefined => {
  mkdirSync(join(root, folder), { recursive: true });
  return findConfigurationFile({ from: join(root, folder), env });
};

const repository = 'work/.git/HEAD';
const stackFile = `${stack}/cdk.tf.json`;

describe('on a machine of a developer', () => {
  test.each([
    ['in the working directory', ['work/project/.git/HEAD', `work/project/${NAME}`], 'work/project', NAME],
    ['above it, in the folder of the repository', [repository, `work/${NAME}`], 'work/project', `../${NAME}`],
    [
      'of the project, for a synthesized stack',
      [repository, stackFile, `work/project/${NAME}`],
      stack,
      `../../../${NAME}`,
    ],
    ['of the project, without a repository', [stackFile, `work/project/${NAME}`], stack, `../../../${NAME}`],
    ['in a work tree, where .git is a file', ['work/.git', `work/${NAME}`], 'work/project/sub', `../../${NAME}`],
  ])('it is found %s', (_place, files, folder, expected) => {
    write(...files);
    expect(find(folder)).toBe(expected);
  });

  test.each([
    ['above the repository', ['work/project/.git/HEAD', `work/${NAME}`], 'work/project'],
    ['above the working directory without a repository', [`work/${NAME}`], 'work/project'],
    ['in a synthesized stack', [repository, stackFile, `${stack}/${NAME}`], stack],
    ['beneath a synthesized stack', [repository, stackFile, `${stack}/a/${NAME}`], `${stack}/a`],
    ['in the folder of all stacks', [repository, stackFile, `work/project/cdktf.out/${NAME}`], stack],
    [
      'in a synthesized folder with another name',
      [repository, 'work/out/manifest.json', 'work/out/stacks/org/cdk.tf.json', `work/out/${NAME}`],
      'work/out/stacks/org',
    ],
    ['next to it', [repository, `work/other/${NAME}`], 'work/project'],
  ])('it is not taken from a place %s', (_place, files, folder) => {
    write(...files);
    expect(find(folder)).toBeUndefined();
  });

  test('a repository in a synthesized folder does not end the search', () => {
    write(repository, stackFile, `${stack}/.git/HEAD`, `${stack}/${NAME}`, `work/project/${NAME}`);
    expect(find(stack)).toBe(`../../../${NAME}`);
    expect(findIgnoredConfigurations({ from: join(root, stack) })).toEqual([NAME]);
  });

  test('two on the way are an error that names both', () => {
    write(repository, `work/${NAME}`, `work/project/${NAME}`);
    expect(() => find('work/project')).toThrow(
      `2 configurations apply: ${NAME} and ../${NAME}. Name one of them with --config, or delete the others.`,
    );
    expect(readConfigurationFile(NAME, { from: join(root, 'work/project') })?.name).toBe(NAME);
  });
});

describe('with CI set', () => {
  test('only the working directory counts', () => {
    write(repository, `work/${NAME}`, `work/project/${NAME}`);
    expect(find('work/project', ci)).toBe(NAME);
    expect(find('work/project/sub', ci)).toBeUndefined();
  });

  test('a synthesized folder does not count either', () => {
    write(repository, stackFile, `${stack}/${NAME}`, `work/project/${NAME}`);
    expect(find(stack, ci)).toBeUndefined();
  });

  test.each(['', '0', 'false'])('CI=%s is no CI system', (CI) => {
    write(repository, `work/${NAME}`);
    expect(find('work/project', { CI })).toBe(`../${NAME}`);
  });
});
