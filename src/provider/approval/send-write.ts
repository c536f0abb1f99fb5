/** Sends the writes of the provider: no other file does, and only approved writes are accepted. */
import type { Values } from '../../api';
import type { Client } from '../../client';
import type { ApprovedWrite } from './approval';

interface Options {
  readonly signal: AbortSignal;
  /** How long a request in flight may take after an interruption. Milliseconds. */
  readonly graceMs?: number;
}

/** Sends the write. Returns the object of the response; for a deletion, an empty one. */
export async function sendWrite(client: Client, { write }: ApprovedWrite, options: Options): Promise<Values> {
  const { action, declaration, uid = '', parent } = write;
  if (action === 'delete') {
    await client.delete(declaration, uid, options);
    return {};
  }
  // Inputs that exist only in Terraform are approved and not sent.
  const fields = Object.fromEntries(
    Object.entries(write.fields).filter(([name]) => Object.hasOwn(declaration.fields, name)),
  );
  if (action === 'create') return client.create(declaration, parent, fields, options);
  return client.update(declaration, uid, fields, options);
}
