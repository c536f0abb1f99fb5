/** Where the cases of the corpus begin: the organization, and the configuration that is written for Terraform. */
import type { SeedTree } from '../../../src/emulator';
import type { Terraform } from '../../support/terraform';
import { ACME, type Configuration } from './parts';

export const DEFAULT_SEED: SeedTree = {
  groups: [{ uid: ACME, name: 'acme', groups: [{ uid: `${ACME}/5a4ed00000000000`, name: 'shared' }] }],
};

export function configure(tf: Terraform, configuration: Configuration): void {
  const [json, hcl] = typeof configuration === 'string' ? ['{}', configuration] : [JSON.stringify(configuration), ''];
  tf.write({ 'main.tf.json': json, 'main.tf': hcl });
}
