/**
 * The projects of the tests. `fast` and `smoke` are what `npm test` runs; `slow` are searches through random cases and whole
 * samples, and tests of many processes; `cdktn` repeats the tests of the constructs with CDK Terrain; `acceptance` runs the
 * real Terraform; `package` installs the packed package.
 */
import { join } from 'node:path';

const rootDir = join(import.meta.dirname, '../..');

/** Acceptance tests that together exercise each main path of the product once. */
const smoke = [
  'test/acceptance/constructs.test.ts',
  'test/acceptance/install-provider.test.ts',
  'test/acceptance/plugin/applying.test.ts',
  'test/acceptance/provider/drift.test.ts',
  'test/acceptance/provider/import.test.ts',
  'test/acceptance/provider/review-plan.test.ts',
  'test/acceptance/provider/whole-path.test.ts',
  'test/acceptance/review/applied-attacks.test.ts',
];

/** Property tests with many runs, fuzzing, chaos, tests of every plan in the corpus of the review, and of many processes. */
const slow = [
  'test/access/graph/{emulator,questions}.test.ts',
  'test/adopt/{hostile-text,random,sources}.test.ts',
  'test/model/api/pattern.test.ts',
  'test/attack/attack.test.ts',
  'test/bench/smoke.test.ts',
  'test/access/claims/languages/{accepts,compare,constants,program}.test.ts',
  'test/cli/{commands/conformance,emulator-run}.test.ts',
  'test/cli/{report,review}-hostile.test.ts',
  'test/client/{editor,rate-limits}.test.ts',
  'test/cli/conformance/{gateway,response-styles,run}.test.ts',
  'test/cli/conformance/rules/{access,creating,deleting,errors,exchange,grants,granting-kinds,lists,masks}.test.ts',
  'test/cli/conformance/rules/{operations,pages,tokens,values,versions}.test.ts',
  'test/constructs/{base/uncaught-errors,plain-errors}.test.ts',
  'test/docs/{client,site}.test.ts',
  'test/emulator/auth/keys.test.ts',
  'test/emulator/authorization/authorization.test.ts',
  'test/emulator/http/malformed.test.ts',
  'test/emulator/openapi/agreement.test.ts',
  'test/emulator/parallel-clients.test.ts',
  'test/emulator/running/start.test.ts',
  'test/emulator/service/{*-cost,*-properties,read-body}.test.ts',
  'test/emulator/store/{damage,durability,match-counts}.test.ts',
  'test/examples/addresses.test.ts',
  'test/examples/integrations/{gitlab-component,review-action}.test.ts',
  'test/examples/pipelines/github.test.ts',
  'test/review/page/{answer-view,ask-view,audit-view,dom,finding-view,page,tree-view}.test.ts',
  'test/plugin/core/cycles.test.ts',
  'test/plugin/goplugin/{lifetime,services}.test.ts',
  'test/plugin/server/{fuzz,resource}.test.ts',
  'test/plugin/values/codec.test.ts',
  'test/provider/approval/honest-sequences.test.ts',
  'test/provider/chaos/*.test.ts',
  'test/provider/keys/known-keys.test.ts',
  'test/provider/rate-limits.test.ts',
  'test/provider/refresh/reads.test.ts',
  'test/provider/small-scope/*.test.ts',
  'test/review/{corpus,emulator,random-access,sensitive,small-scope}.test.ts',
  'test/review/report/digest/{digest,fingerprint}.test.ts',
  'test/review/report/reviewed-objects.test.ts',
  'test/review/formats/{headline,html,markdown,sarif}.test.ts',
  'test/access/platforms/walk.test.ts',
  'test/access/trust/{exchange,minted-difference,outsiders,unobtainable}.test.ts',
  'test/tools/build/{build,schemas}.test.ts',
  'test/tools/check/{brief-reporter,test-projects}.test.ts',
  'test/tools/{docs/api-report,terraform/terraform-fetch}.test.ts',
];

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  rootDir,
  testEnvironment: 'node',
  runtime: '<rootDir>/test/support/jest-runtime.cjs',
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
  globals: { CDK: 'cdktf' },
  moduleNameMapper: {
    ...seeded,
    '^cdktf-provider-platform/(plugin(?:/testing)?)$': '<rootDir>/src/$1',
    // Nobody uses the fifty other languages of zod. Every test file would load them.
    '^\\.\\./locales/index\\.cjs$': '<rootDir>/node_modules/zod/v4/locales/en.cjs',
    // The CDK loads it for assets that are archives. No test has one.
    '^archiver$': '<rootDir>/test/support/no-archiver.ts',
  },
  setupFilesAfterEnv: ['<rootDir>/test/emulator/openapi/hold-to-contract.ts'],
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

const acceptance = 'test/acceptance/**/*.test.ts';
const packed = 'test/package/**/*.test.ts';

export default {
  rootDir,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
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
    project('smoke', only(...smoke), { moduleNameMapper: seeded }),
    project('acceptance', [...only(acceptance), ...except(...smoke)], { moduleNameMapper: seeded }),
    project('package', only(packed), {
      moduleNameMapper: seeded,
      globalSetup: '<rootDir>/test/package/set-up.ts',
      globalTeardown: '<rootDir>/test/package/tear-down.ts',
    }),
  ],
};
