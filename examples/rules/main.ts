/** An organization that follows the rules in `review.config.json`. */
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Rules, Trust } from 'cdktf-provider-platform';

const app = new App();
new Rules(app, { file: join(__dirname, 'review.config.json') });
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const acme = Group.named(stack, 'acme');
const payments = acme.addGroup('payments');
const search = acme.addGroup('search');

const production = (name: string, repository: number) =>
  Trust.gitHubActions({
    repository: `acme/${name}`,
    ids: { owner: 1234, repository },
    environment: 'production',
  });
payments.grant(payments.addIdentity('deployer', { assumedBy: production('shop', 7890) }), 'editor');
search.grant(search.addIdentity('deployer', { assumedBy: production('search', 7891) }), 'editor');

app.synth();
