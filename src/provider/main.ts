/** The process that Terraform starts: `terraform-provider-platform`. */
import { serve } from '../plugin';
import { encodedSchema } from './encoded-schema';
import { createProvider } from './provider';

void serve(createProvider(), { encodedSchema });
