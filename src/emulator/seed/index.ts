/** Organizations as people write them down, into the store and out of it. */
export { loadSeed, type SeedTarget } from './load-seed';
export { readSeedFile } from './seed';
export { snapshotOf } from './seed';
export type { SeedObject, SeedTree } from './seed';
