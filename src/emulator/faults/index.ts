/** The fault switch, and the endpoints of the administrator that it is also reached over. */
export {
  createAdministration,
  type AdministrationOptions,
  type AdministratorRequest,
  type AdministratorRoutes,
} from './administration';
export { ConnectionCut } from './connection-cut';
export type { FaultSurroundings, Handler } from './effects';
export type { Fault } from './fault';
export { faultRoutes } from './fault-routes';
export { createFaults, type AddedFault, type Faults, type FaultSwitch } from './faults';
