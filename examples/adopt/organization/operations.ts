import { Team, Trust, type IGroup } from 'cdktf-provider-platform';
import { person, team } from './shared';

/** Declares the group operations and everything in it. */
export function addOperations(acme: IGroup) {
  return new Team(acme, 'operations', {
    description: 'Builds and runs.',
    people: { owner: [person('grace')] },
    identities: {
      terraform: {
        description: 'Applies what is approved.',
        assumedBy: Trust.gitHubActions({
          repository: 'acme/organization',
          environment: 'production',
          ids: { owner: 1234, repository: 7010 },
        }),
        roles: ['editor'],
      },
    },
    groups: {
      build: {
        people: { owner: [person('radia')] },
        identities: {
          runner: {
            assumedBy: Trust.gitHubActions({
              repository: 'acme/build',
              environment: 'production',
              ids: { owner: 1234, repository: 7011 },
            }),
            roles: ['editor'],
          },
        },
      },
      observability: team({ name: 'observability', description: 'Watches.', owner: 'sophie', repository: 7008 }),
      registry: {
        people: { owner: [person('vint')] },
        identities: { syncer: { servicePrincipal: 'SERVICE_PRINCIPAL_CATALOG_SYNCER', roles: ['editor'] } },
      },
      security: {
        description: 'Finds the holes first.',
        people: { owner: [person('whitfield')] },
        identities: {
          scanner: {
            assumedBy: Trust.gitHubActions({
              repository: 'acme/scanner',
              branch: 'main',
              ids: { owner: 1234, repository: 7009 },
            }),
          },
        },
      },
    },
  });
}
