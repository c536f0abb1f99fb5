/** Sends the writes of the provider. No other file sends writes, and this one accepts only approved writes. */
import type { Values } from '../../model/api';
import type { CallOptions, Client } from '../../client';
import type { ApprovedWrite } from './approval';

/** Sends the write. Returns the object in the response, or an empty one for a deletion. */
export async function sendWrite(client: Client, { write }: ApprovedWrite, options: CallOptions): Promise<Values> {
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
