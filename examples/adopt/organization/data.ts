import { Team, Trust, type IGroup } from 'cdktf-provider-platform';
import { person, team } from './shared';

/** Declares the group data and everything in it. */
export function addData(acme: IGroup) {
  return new Team(acme, 'data', {
    description: 'Counts.',
    people: { owner: [person('kathleen')] },
    groups: {
      forecasts: {
        people: { owner: [person('margaret')] },
        identities: {
          notebook: {
            description: 'Reads sales from the warehouse.',
            assumedBy: Trust.googleServiceAccount({ uniqueId: '111260650121245072906' }),
            roles: ['viewer'],
          },
        },
      },
      reports: team({ name: 'reports', owner: 'niklaus', repository: 7006 }),
      warehouse: {
        description: 'Keeps every sale.',
        people: { owner: [person('peter')] },
        identities: {
          deployer: {
            assumedBy: Trust.gitHubActions({
              repository: 'acme/warehouse',
              branch: 'main',
              ids: { owner: 1234, repository: 7007 },
            }),
            roles: ['editor'],
          },
        },
        grants: [{ role: 'viewer', identity: 'forecasts/notebook' }],
      },
    },
  });
}
