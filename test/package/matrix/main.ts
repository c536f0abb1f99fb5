import { App, TerraformStack } from 'cdktf';
import { type Construct } from 'constructs';
import { Group, PlatformProvider, type GroupProps, type IGroup } from 'cdktf-provider-platform';
import { createClient, group, type Client } from 'cdktf-provider-platform/client';

class Organization extends TerraformStack {
  constructor(scope: Construct, id: string, rootGroupUid: string) {
    super(scope, id);
    new PlatformProvider(this, 'platform');
    const acme: IGroup = Group.fromUid(this, 'acme', rootGroupUid);
    const props: GroupProps = { parent: acme, name: 'payments' };
    new Group(this, 'payments', props).grant(
      acme.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' }),
      'viewer',
    );
  }
}

export const client: Client = createClient({ baseUrl: 'https://api.example.com', token: 'not-used' });
export const kind = group;

const app = new App();
new Organization(app, 'org', 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00');
app.synth();
