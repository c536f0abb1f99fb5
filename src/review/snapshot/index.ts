/** Snapshots: an organization and the states of its stacks as a signed file without secrets. */
export { readSnapshotContents } from './read-organization';
export {
  createSnapshotKeys,
  signedSnapshot,
  type SnapshotKeys,
  verifiedSnapshot,
  type VerifyOptions,
} from './signed-file';
export { SNAPSHOT_VERSION, type OrganizationContents, type Snapshot, SnapshotError, type StackState } from './snapshot';
export { stackState } from './stack-state';
