import type * as Schemas from '../schema/zod';

/** The zod schemas, loaded at the first call: a provider that merely tells Terraform its schema must not wait for zod. */
export function schemas(): typeof Schemas {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the one way to load a file of ours late, in CommonJS and in a bundle alike
  return require('../schema/zod') as typeof Schemas;
}
