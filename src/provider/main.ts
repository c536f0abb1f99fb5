/** The process that Terraform starts: `terraform-provider-platform`. */
import { PROVIDER_ADDRESS, PROVIDER_NAME, VERSION } from '../api/product';
import { servePlugin } from '../plugin/process';
import { encodedSchema } from './encoded-schema';
import { createRoutes } from './routes';

void servePlugin({ name: PROVIDER_NAME, address: PROVIDER_ADDRESS, version: VERSION, encodedSchema, createRoutes });
