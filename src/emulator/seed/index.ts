/** Organizations as people write them down, into the store and out of it. */
export { plant, type Ground } from './plant';
export { readSeedFile } from './read-seed-file';
export { snapshotOf } from './snapshot';
export type { SeedObject, SeedTree } from './tree';
