/** Records over SQLite, in memory or in a file. */
export {
  anyOf,
  atLeast,
  beneath,
  contains,
  equal,
  holdsOneOf,
  isRoot,
  oneOf,
  unset,
  within,
  withinOneOf,
  type Condition,
} from './conditions';
export { lockDataFile } from './database';
export type { StoredRecord, StoredRow } from './row';
export type { Order, Position, Selection } from './selection';
export { openStore, type Store } from './store';
