/** What Terraform starts: `terraform-provider-platform`. */
import { serve } from '../plugin';
import { createProvider } from './provider';

// `test/provider/schema.test.ts` has checked the schema.
void serve(createProvider(), { schemaChecked: true });
