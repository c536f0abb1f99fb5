/** The rules of the company, in one place for all of its stacks. */
import { join } from 'node:path';
import { Aspects } from 'cdktf';
import { Policies } from 'cdktf-provider-platform';
import type { IConstruct } from 'constructs';

export function enforcePolicies(scope: IConstruct): void {
  const policies = [
    Policies.noBroadSubjects({ owners: ['acme'] }),
    Policies.noOwnerForWorkloads(),
    Policies.maxDepth(3),
    Policies.uniqueNames({ within: 'group' }),
    Policies.naming(/^[a-z][a-z0-9-]*$/, { kinds: ['Group', 'Identity'] }),
    Policies.invariants(join(__dirname, 'review.config.json')),
  ];
  for (const policy of policies) Aspects.of(scope).add(policy);
}
