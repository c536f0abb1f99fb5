/** The process that Terraform starts: `terraform-provider-platform`. */
import { PROVIDER_ADDRESS, PROVIDER_NAME, REGISTRY_ADDRESSES, VERSION } from '../model/api/product';
import { servePlugin } from '../plugin/process';
import { encodedSchema } from './encoded-schema';
import type * as LateRoutes from './routes';

void servePlugin({
  name: PROVIDER_NAME,
  address: PROVIDER_ADDRESS,
  registryAddresses: REGISTRY_ADDRESSES,
  version: VERSION,
  encodedSchema,
  // oxlint-disable-next-line typescript/no-require-imports -- another file of the build, which most starts do not need
  createRoutes: (log) => (require('./routes') as typeof LateRoutes).createRoutes(log),
});

// Without an export, this file is CommonJS to the bundler, which then wraps every module in a function: 6 ms more to start.
export {};
