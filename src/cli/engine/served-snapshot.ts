/** Serves the organization of a snapshot like the API that it was read from. */
import type { RunningEmulator } from '../../emulator';
import { type Snapshot, SnapshotError } from '../../review/snapshot';

/**
 * Starts an emulator with the organization of a verified snapshot.
 *
 * @param name the file, for messages
 * @throws SnapshotError if the organization is malformed
 */
export async function serveSnapshot({ tree, mayList }: Snapshot, name: string): Promise<RunningEmulator> {
  // Loaded late: only a plan or an adoption from a snapshot needs it.
  const { startEmulator } = await import('../../emulator/index.js');
  try {
    return await startEmulator({ replica: { tree, mayList }, keepProcessAlive: true });
  } catch (error) {
    const reason = (error as Error).message;
    throw new SnapshotError(`Cannot serve ${name}: ${reason} Create another snapshot.`, { cause: error });
  }
}
