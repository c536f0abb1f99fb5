/** The executable that Terraform starts. */
import { serve } from 'cdktf-provider-platform/plugin';
import { provider } from './provider';

void serve(provider);
