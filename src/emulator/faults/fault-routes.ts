import { unknownId, type AdministratorRoutes } from './administration';
import type { Fault } from './fault';
import type { Faults } from './faults';

/**
 * The fault switch for whoever is in another process: `GET`, `POST` and `DELETE /emulator/faults` list, add and clear,
 * `DELETE /emulator/faults/{id}` removes one.
 */
export function faultRoutes(faults: Faults): AdministratorRoutes {
  return {
    'GET /emulator/faults': () => ({ faults: faults.list() }),
    // What the body holds is checked where it is added.
    'POST /emulator/faults': ({ body }) => faults.add(body as Fault),
    'DELETE /emulator/faults': () => faults.clear(),
    'DELETE /emulator/faults/{id}': ({ id }) => {
      if (!faults.remove(id)) throw unknownId('fault', id);
    },
  };
}
