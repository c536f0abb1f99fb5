/** What Terraform starts: `terraform-provider-platform`. */
import { serve } from '../plugin';
import { createProvider } from './provider';

void serve(createProvider());
