import type { Declaration } from '../../schema';
import type { Context } from './context';

/** A uid that is free: a segment of 16 hexadecimal digits beneath the parent, or 40 for what stands alone. */
export function newUid({ store, random }: Context, declaration: Declaration, parentUid: string | undefined): string {
  if (declaration.uidIs === 'parentUid' && parentUid !== undefined) return parentUid;
  const hex = (length: number) => Buffer.from(random(length)).toString('hex');
  const candidate = () => (parentUid === undefined ? hex(20) : `${parentUid}/${hex(8)}`);
  let uid = candidate();
  while (store.get(declaration.kind, uid) !== undefined) uid = candidate();
  return uid;
}
