import type { AdministratorRoutes } from './faults';
import type { Organization } from './organization';
import type { RequestLog } from './request-log';
import type { SeedTree } from './seed';

/**
 * What a test in another process asks of an emulator: `POST /emulator/reset`, `GET /emulator/snapshot`, `POST
 * /emulator/seed` (the tree as JSON), `GET` and `DELETE /emulator/requests` (the request log).
 */
export function organizationRoutes(organization: Organization, log: RequestLog): AdministratorRoutes {
  return {
    'POST /emulator/reset': () => organization.reset(),
    'GET /emulator/snapshot': () => organization.snapshot(),
    'POST /emulator/seed': ({ body }) => {
      try {
        organization.seed(body as SeedTree);
      } catch (error) {
        throw new TypeError((error as Error).message, { cause: error });
      }
    },
    'GET /emulator/requests': () => ({ counts: log.counts(), requests: log.entries }),
    'DELETE /emulator/requests': () => log.clear(),
  };
}
