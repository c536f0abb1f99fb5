/** Before tests with the real engine: builds, and finds or downloads Terraform. Tests of other projects need neither. */
import { ensureAll } from '../../src/tools/ensure.mjs';

export default async function setUp() {
  const { path } = await ensureAll();
  process.env.TERRAFORM_BINARY_NAME = path;
}
