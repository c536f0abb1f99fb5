/** The ways to install and load the package, as data for `package-matrix.mjs`. Each axis is one job of CI. */

/**
 * @typedef {{
 *   title: string,
 *   cdks: readonly ('cdktf' | 'cdktn')[],
 *   isNewest?: boolean,
 *   manager?: 'npm' | 'pnpm',
 *   node?: string,
 *   packages?: readonly string[],
 *   synthesizes?: readonly (readonly string[])[],
 *   runs?: readonly (readonly string[])[],
 *   rejects?: { command: readonly string[], message: string },
 * }} Leg
 * One new project. `cdks` and `packages` are installed together with the package, by `manager` (npm by default). The CDKs have the
 * version of package.json, or the newest one if `isNewest`. `node` is a
 * pinned version in `.ci/node-*`, with its npm. Each command runs once for each CDK: those of `synthesizes` must write the stack, `runs`
 * must end with 0, and `rejects` must fail with the message.
 */

const both = ['cdktf', 'cdktn'];
const modules = [
  ['node', 'main.cjs'],
  ['node', 'main.mjs'],
];
const cli = ['platform-iac', '--version'];

const tsc = (module, moduleResolution) => {
  const options = { module, moduleResolution, target: 'es2022', types: 'node' };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return ['tsc', '--noEmit', '--strict', ...flags, 'main.ts', 'main.mts'];
};

/** @returns {readonly Leg[]} */
function managed(manager) {
  const alone = both.map((cdk) => ({ title: `${manager} with ${cdk}`, manager, cdks: [cdk], synthesizes: modules }));
  return [
    ...alone,
    {
      title: `${manager} without a CDK`,
      manager,
      cdks: [],
      runs: [['platform-iac', 'install', '.']],
      rejects: { command: ['node', '-e', "require('cdktf-provider-platform')"], message: 'Run "npm install cdktf"' },
    },
  ];
}

/** @returns {[string, readonly Leg[]]} */
function onNode(version) {
  return [
    `node-${version}`,
    [{ title: `Node ${version}`, node: version, cdks: both, synthesizes: modules, runs: [cli] }],
  ];
}

/** @type {Readonly<Record<string, readonly Leg[]>>} */
export const axes = {
  modules: [{ title: 'CommonJS and ES modules', cdks: both, synthesizes: modules }],
  types: [
    {
      title: 'tsc --strict with node16 and bundler',
      cdks: both,
      packages: ['typescript@~5.9', '@types/node@^20'],
      runs: [tsc('node16', 'node16'), tsc('esnext', 'bundler')],
    },
  ],
  tsx: [
    {
      title: 'tsx',
      cdks: both,
      packages: ['tsx@^4'],
      synthesizes: [
        ['tsx', 'main.ts'],
        ['tsx', 'main.mts'],
      ],
    },
  ],
  jest: [
    {
      title: 'jest',
      cdks: both,
      packages: ['jest@^30', '@swc/jest@^0.2', '@swc/core@^1'],
      runs: [['jest', '--ci', '--config', 'jest.config.cjs']],
    },
  ],
  vitest: [{ title: 'vitest', cdks: both, packages: ['vitest@^4'], runs: [['vitest', 'run', '--globals']] }],
  npm: managed('npm'),
  pnpm: managed('pnpm'),
  ...Object.fromEntries(['20', '22', '24', '26'].map(onNode)),
};

/** @type {readonly Leg[]} */
export const newestCdks = ['cdktn', 'cdktf'].map((cdk) => ({
  title: `The newest ${cdk}`,
  cdks: [cdk],
  isNewest: true,
  packages: ['tsx'],
  synthesizes: [...modules, ['tsx', 'main.ts']],
}));
