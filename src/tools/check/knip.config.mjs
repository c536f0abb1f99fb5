/** The entry points of `knip`, which finds unused exports, files and dependencies. Tests start programs by path. */
import { entries } from '../build/entries.mjs';

/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    ...entries.map(({ source }) => source),
    ...[
      'src/provider/main.ts',
      'src/cli/main.ts',
      'src/cli/{commands/index,provider-server}.ts',
      'src/review/page/{main,access-review}.ts',
      'src/tools/**/*.mjs',
      'examples/*/{main,before,violations,from-yaml,consumers,organization,bootstrap}.ts',
      'examples/*/*.test.ts',
      'examples/adopt/organization/organization.ts',
      'examples/new-project/organization/*.test.ts',
    ],
    // The build for CDK Terrain uses it instead of its twin.
    'constructs/anchors/null-provider.cdktn.ts',
    ...[
      'test/**/*.test.ts',
      'test/bench/*.{ts,mjs}',
      'test/attack/reopen.ts',
      'test/**/fixture/*.ts',
      'test/access/platforms/tables/*.ts',
      'test/package/findings.mjs',
    ],
    'test/package/project/{testing/*.test,vitest.config}.mjs',
    'test/package/matrix/*',
    'test/emulator/support/{damage,forgetful,serve}.ts',
    'test/review/{corpus,picture}/make.ts',
    'test/provider/{chaos/fault-matrix,small-scope/every-placement}.ts',
  ],
  jest: { config: ['test/support/jest.config.mjs'] },
  project: ['src/**/*.{ts,mjs}', 'constructs/**/*.ts', 'test/**/*.{ts,mjs}', 'examples/**/*.ts'],
  // Only the build reads the first, and the second is of a project with its own dependencies.
  ignore: ['src/plugin/internal.ts', 'test/package/project/testing/organization.vitest.mjs'],
  // A type in a signature of its own file is for users of such a value.
  ignoreExportsUsedInFile: { interface: true, type: true },
};
