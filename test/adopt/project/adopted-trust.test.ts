import { trustedOwnerLine } from '../../../src/access/rules';
import { listTrustedOwners, ownersSection } from '../../../src/adopt/project/adopted-trust';
import { adopt } from '../adopted';

const issuer = 'https://token.actions.githubusercontent.com';
const accepts = (repository: string) => ({ claimMatch: { issuer, subject: `repo:${repository}:ref:refs/heads/main` } });

test('an owner is shown by its name, its identities and the strongest of their roles', async () => {
  const { organization } = await adopt({
    groups: [
      {
        name: 'initech',
        roles: [{ name: 'tagger', capabilities: ['tag.create', 'tag.list'] }],
        roleBindings: [{ identity: 'bot', role: 'owner' }],
        groups: [
          { name: 'skunkworks', identities: [{ name: 'bot', ...accepts('evilcorp@666/bot@1') }] },
          {
            name: 'tps',
            identities: [
              { name: 'ci', ...accepts('initech@99/tps@10') },
              { name: 'reader', ...accepts('initech@99/tps@11') },
              { name: 'scan', ...accepts('scanners/scan') },
              { name: 'idle', ...accepts('1234@77/idle@3') },
            ],
            roleBindings: [
              { identity: 'ci', role: 'viewer' },
              { identity: 'ci', role: 'tagger' },
              { identity: 'scan', role: 'viewer' },
            ],
          },
        ],
      },
    ],
  });
  const owners = listTrustedOwners(organization);
  expect(owners.map(trustedOwnerLine)).toEqual([
    '"github:666" (evilcorp): initech/skunkworks/bot, owner in initech',
    '"github:99" (initech): initech/tps/ci, initech/tps/reader, at most tagger in initech/tps',
    '"github:scanners": initech/tps/scan, viewer in initech/tps',
    '"github:77" (1234): initech/tps/idle, no role',
  ]);
  expect(ownersSection(owners).join('\n')).toContain('If an owner is not yours, ');
});
