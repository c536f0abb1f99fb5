/** The API that an adoption reads: the live one, or an emulator that serves a snapshot. */
import type { Client } from '../../client';
import { verifiedSnapshot } from '../../review/snapshot';
import { providerVariables } from '../engine/child-environment';
import { createLiveClient, clientOfEnvironment } from '../live/api-connection';
import { clientEnvironment, snapshotVariables } from '../engine/offline-environment';
import { readUtf8 } from '../plan/plan-site';
import { serveSnapshot } from '../engine/served-snapshot';

export interface AdoptConnection {
  readonly client: Client;
  /** The variables of the provider: its address and its credentials. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

export interface ConnectionFlags {
  /** The file of a snapshot, and the file of the public key that verifies it. @default the live API */
  readonly snapshot?: string;
  readonly snapshotKey?: string;
}

/**
 * Connects to the API of the environment, or starts an emulator with the snapshot.
 *
 * @throws Error if the address or the token is missing, or the snapshot cannot be used
 */
export async function openConnection({ snapshot: file, snapshotKey = '' }: ConnectionFlags): Promise<AdoptConnection> {
  if (file === undefined) {
    const client = clientOfEnvironment();
    return { client, env: providerVariables(process.env), close: () => client.close() };
  }
  const snapshot = verifiedSnapshot(readUtf8(file), file, { publicKey: readUtf8(snapshotKey) });
  const emulator = await serveSnapshot(snapshot, file);
  const client = createLiveClient(clientEnvironment(emulator));
  return {
    client,
    env: snapshotVariables(process.env, emulator),
    close: async () => {
      await client.close();
      await emulator.close();
    },
  };
}
