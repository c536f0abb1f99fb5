/**
 * Tests import this instead of `fast-check`: the same sources draw the same cases, so that a merge never waits for luck.
 * `SEED=NUMBER` draws others. A long search (`SEARCH`, each night) draws new ones each time; a failure prints the seed.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const { SEED, SEARCH = '1' } = process.env;
if (SEED !== undefined || Number(SEARCH) <= 1) fc.configureGlobal({ seed: Number(SEED ?? 1) });

module.exports = fc;
