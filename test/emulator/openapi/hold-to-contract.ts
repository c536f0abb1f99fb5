/** Set-up of the test suite: every request of a test to an emulator in its process is checked against the contract. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EXCHANGES, type LoggedExchange } from '../../../src/emulator/wire/request-log';
import type * as Contract from './contract';

let checks: Promise<string[]>[] = [];

const watch = (exchange: unknown) => {
  // oxlint-disable-next-line typescript/no-require-imports -- most test files ask no emulator and need not wait for it
  const { contractProblems } = require('./contract') as typeof Contract;
  checks.push(contractProblems(exchange as LoggedExchange));
};

beforeAll(() => subscribe(EXCHANGES, watch));
afterAll(() => unsubscribe(EXCHANGES, watch));
afterEach(async () => {
  if (checks.length === 0) return;
  const done = checks;
  checks = [];
  expect((await Promise.all(done)).flat()).toEqual([]);
});
