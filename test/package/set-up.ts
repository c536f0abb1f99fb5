import { join } from 'node:path';
import { installPackage } from './installed-project';

export default async function setUp(): Promise<void> {
  // oxlint-disable-next-line typescript/no-require-imports -- the tools have no types
  const { default: findEngine } = require(join(__dirname, '../support/with-engine.mjs')) as {
    readonly default: () => Promise<void>;
  };
  await findEngine();
  installPackage();
}
