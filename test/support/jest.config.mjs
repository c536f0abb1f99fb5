/**
 * The projects of the tests. The first line of a file, `// @slow` or `// @smoke`, selects one of these. `fast` and `smoke` are what
 * `npm test` runs; `slow` are searches through random cases and whole samples, and tests of many processes; `cdktn` repeats the tests
 * of the constructs with CDK Terrain; `acceptance` runs the real Terraform; `package` installs the packed package.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const rootDir = join(import.meta.dirname, '../..');

/** The test files whose first line is `// @NAME`. */
const marked = (name) =>
  readdirSync(join(rootDir, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => readFileSync(join(rootDir, path), 'utf8').startsWith(`// @${name}\n`));

/** Acceptance tests that together exercise each main path of the product once. */
const smoke = marked('smoke');

/** Property tests with many runs, fuzzing, chaos, tests of every plan in the corpus of the review, and of many processes. */
const slow = marked('slow');

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  rootDir,
  testEnvironment: 'node',
  transform: {
    '^.+\\.(t|j|mj)s$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!(jose|string-width|strip-ansi|ansi-regex|get-east-asian-width)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.demo/', '<rootDir>/.site/'],
  testMatch,
  ...more,
});

const only = (...patterns) => patterns.map((pattern) => `<rootDir>/${pattern}`);
// Jest replaces <rootDir> only at the beginning of a pattern.
const except = (...patterns) => patterns.map((pattern) => `!**/${pattern}`);

/** Each project that draws random cases draws the same ones in each run. */
const seeded = { '^fast-check$': '<rootDir>/test/support/seeded-fast-check.cjs' };

const inProcess = {
  globalSetup: '<rootDir>/test/review/shared-reports.mjs',
  globals: { CDK: 'cdktf' },
  moduleNameMapper: {
    ...seeded,
    '^cdktf-provider-platform/(plugin(?:/testing)?)$': '<rootDir>/src/$1',
    // Nobody uses the fifty other languages of zod. Every test file would load them.
    '^\\.\\./locales/index\\.cjs$': '<rootDir>/node_modules/zod/v4/locales/en.cjs',
    // The CDK loads it for assets that are archives. No test has one.
    '^archiver$': '<rootDir>/test/support/no-archiver.ts',
  },
  setupFilesAfterEnv: ['<rootDir>/test/emulator/openapi/hold-to-contract.ts', '<rootDir>/test/support/quiet.ts'],
};

/** The sources import `cdktf`. As in the build, `x.cdktn.ts` takes the place of `x.ts`. */
const terrain = {
  ...inProcess,
  globals: { CDK: 'cdktn' },
  moduleFileExtensions: ['cdktn.ts', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: {
    ...inProcess.moduleNameMapper,
    '^cdktf$': '<rootDir>/node_modules/cdktn',
    '^cdktf/(.*)$': '<rootDir>/node_modules/cdktn/$1',
  },
};

const withEngine = { moduleNameMapper: seeded, globalSetup: '<rootDir>/test/support/with-engine.mjs' };

const acceptance = 'test/acceptance/**/*.test.ts';
const packed = 'test/package/**/*.test.ts';

export default {
  rootDir,
  // A worker ends within a millisecond, but a busy system needs up to three seconds to free its gigabyte of memory.
  workerGracefulExitTimeout: 20_000,
  projects: [
    project('fast', [...only('test/**/*.test.ts'), ...except(acceptance, packed, ...slow)], inProcess),
    // The programs of one test import `cdktf`; the other compares the null providers of both CDKs.
    project(
      'cdktn',
      [
        ...only('test/constructs/**/*.test.ts'),
        ...except('test/constructs/{base/uncaught-errors,plain-errors,anchors/null-provider}.test.ts'),
      ],
      terrain,
    ),
    project('slow', only(...slow), inProcess),
    project('smoke', only(...smoke), withEngine),
    project('acceptance', [...only(acceptance), ...except(...smoke)], withEngine),
    project('package', only(packed), {
      moduleNameMapper: seeded,
      globalSetup: '<rootDir>/test/package/set-up.ts',
      globalTeardown: '<rootDir>/test/package/tear-down.ts',
    }),
  ],
};
