import { TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from 'cdktf-provider-platform';
import type { Construct } from 'constructs';

export class Organization extends TerraformStack {
  constructor(scope: Construct, id: string, rootGroupUid: string) {
    super(scope, id);
    new PlatformProvider(this, 'platform');
    const acme = Group.fromUid(this, 'acme', rootGroupUid);
    new Group(this, 'payments', { parent: acme, name: 'payments' });
  }
}
