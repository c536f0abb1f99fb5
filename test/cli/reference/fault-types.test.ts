import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { faultsTable, faultTypes } from '../../../src/cli/reference/fault-types';

test('the types of the faults are up to date; if not, run `npm run docs`', () => {
  expect(readFileSync(resolve('src/emulator/faults/fault.ts'), 'utf8')).toBe(faultTypes());
});

test('a type has the description, the options and their values of its schema', () => {
  expect(faultTypes()).toContain(`/** An error of the API, without serving the request. */
export interface ErrorFault extends Targeted {
  readonly effect: 'error';
  /** The code of the error, for example \`RESOURCE_EXHAUSTED\`, \`INTERNAL\` or \`UNAVAILABLE\`. */
  readonly code: Code;
  /** The value of \`Retry-After\`. @default no \`Retry-After\` */
  readonly retryAfterSeconds?: number | undefined;
}`);
  expect(faultTypes()).toContain(`readonly encoding?: 'gzip' | 'br' | 'deflate' | undefined;`);
});

test('a row of the table has the options with their defaults', () => {
  expect(faultsTable().split('\n')).toEqual(
    expect.arrayContaining([
      "| `html` | A load balancer's page instead of a response. | `status`: 500 to 599. Default: 502. |",
      '| `staleList` | Lists show objects as they were when the fault was added. |  |',
    ]),
  );
  expect(faultsTable()).toContain('`encoding`: The content encoding: `gzip`, `br` or `deflate`. Default: `gzip`.');
});
