/** The organization and the configuration of Terraform at the beginning of each case. */
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
