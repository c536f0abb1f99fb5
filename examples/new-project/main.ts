/** Synthesizes the organization: `npm run synth` runs this program, and so does the pipeline. */
import { App } from 'cdktf';
import { organization } from './organization/organization';

// The pipeline sets the first variable: it manages one group. The emulator on your machine sets the second one.
const group = process.env.MANAGED_GROUP_UID ?? process.env.ROOT_GROUP_UID;
if (!group)
  throw new Error(
    'No group to manage. With an emulator: "npx platform-iac emulator --data .platform-iac/organization.db --root-name acme -- npm run plan". For a real service, set ROOT_GROUP_UID.',
  );
const app = new App();
organization(app, group);
app.synth();
