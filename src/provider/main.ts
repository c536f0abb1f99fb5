/** The process that Terraform starts: `terraform-provider-platform`. */
import { PROVIDER_ADDRESS, PROVIDER_NAME, REGISTRY_ADDRESSES, VERSION } from '../model/api/product';
import { servePlugin } from '../plugin/process';
import { encodedSchema } from './encoded-schema';
import { createRoutes } from './routes';

void servePlugin({
  name: PROVIDER_NAME,
  address: PROVIDER_ADDRESS,
  registryAddresses: REGISTRY_ADDRESSES,
  version: VERSION,
  encodedSchema,
  createRoutes,
});
