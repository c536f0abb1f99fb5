/** Records over SQLite, in memory or in a file. */
export {
  anyOf,
  atLeast,
  beneath,
  contains,
  equal,
  holdsOneOf,
  oneOf,
  standsAlone,
  unset,
  within,
  withinOneOf,
  type Condition,
} from './condition';
export { lockDataFile } from './data-file-lock';
export type { StoredRecord } from './record';
export type { Order, Position, Selection } from './selection';
export type { StoredRow } from './row';
export { openStore, type Store } from './store';
