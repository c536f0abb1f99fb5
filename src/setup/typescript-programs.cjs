/**
 * `node --require` of this file runs programs in TypeScript. They start in a quarter of the CPU time that they need with tsx, which
 * starts a compiler process for each program. Tests of what users run use tsx.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

// For the lines in messages of the constructs.
process.setSourceMapsEnabled(true);

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};
