/** The tables of the platforms, one file each in the folder `tables`. The tests of every platform read them. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import type { Values } from '../../../src/model/api';
import { PLATFORMS, type PlatformName } from '../../../src/access/trust';
import type { Documented } from './issuer-cases';
import type { PlatformCase, testMistakes } from './platform-cases';

export interface PlatformTable {
  /** Props that the platform accepts. */
  readonly props: fc.Arbitrary<Values>;
  /** Words that only its sentences contain, and addresses of its issuers. */
  readonly sentences: readonly (readonly [words: RegExp, ...issuers: string[]])[];
  /** The cases of the platform, unless a test file of its own has them. */
  readonly cases?: {
    readonly trusts: readonly PlatformCase[];
    readonly mistakes: Parameters<typeof testMistakes>[0];
    readonly documented: readonly Documented[];
  };
}

/** Returns the name of the file of a platform: `github-actions`. */
export function fileOf(platform: string): string {
  const words = platform
    .replace('gitHub', 'github')
    .replace('gitLab', 'gitlab')
    .replace('circleCi', 'circleci')
    .replace('azureDevOps', 'azureDevops');
  return words.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the table of each platform, by its name. */
export function readTables(): readonly (readonly [PlatformName, PlatformTable])[] {
  const folder = join(__dirname, 'tables');
  // A new platform adds its file alone.
  const tables = new Map(
    readdirSync(folder).map((name) => {
      // eslint-disable-next-line typescript/no-require-imports -- Jest declares tests synchronously
      const { table } = require(join(folder, name)) as { readonly table: PlatformTable };
      return [basename(name, '.ts'), table];
    }),
  );
  return (Object.keys(PLATFORMS) as PlatformName[]).map((name) => {
    const table = tables.get(fileOf(name));
    if (table === undefined) throw new Error(`test/access/platforms/tables/${fileOf(name)}.ts not found.`);
    return [name, table];
  });
}

export const login = 'https://login.acme.example';
/** Ids of organizations, projects and repositories. */
export const one = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001';
export const two = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0002';
export const name = fc.stringMatching(/^[0-9A-Za-z_][0-9A-Za-z._+-]{0,5}[0-9A-Za-z_]$/);
export const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,5}[a-z0-9]$/);
export const slug = fc.stringMatching(/^[a-z0-9]{1,5}(-[0-9a-z]{1,4})?$/);
export const ref = fc
  .tuple(name, fc.constantFrom('', '/a', '+(x)', '|b', '$1', '{c}', '.*'))
  .map(([first, rest]) => `${first}${rest}`)
  .filter((one) => !/\.lock$|\.\.|\*/.test(one));
export const number = fc.integer({ min: 1, max: 10 ** 9 }).map(String);
export const uuid = fc.uuid();
export const audience = fc.option(fc.constantFrom('api.acme.example', 'sts'), { nil: undefined });
export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
export const path = fc.tuple(label, label).map((names) => names.join('/'));

/** Props with one of several jobs. */
export function jobs(props: fc.Arbitrary<object>, ...each: readonly fc.Arbitrary<object>[]): fc.Arbitrary<Values> {
  return fc.tuple(props, fc.oneof(...each)).map(([own, job]) => ({ ...own, ...job }));
}

export const file = maybe(fc.subarray(['a.yml', 'b+c.yaml', 'd|e.yml'], { minLength: 1 }));
export const fileAtRef = fc.subarray(['a.yml@refs/heads/main', 'b+c.yml@refs/tags/v1'], { minLength: 1 });
export const environment = fc.constantFrom('production', 'a:b c', 'x{1}');
export const isTrue = fc.constant(true);
