/** Provider functions on uids. A uid contains the uids of the groups above its object, so they send no request. */
import { isDescendant, parentUid, rootUid, uidProblem } from '../model/api';
import { ArgError, type Parameter, type ProviderFunction } from '../plugin';

const uid: Parameter = { name: 'uid', type: 'string', description: 'The uid of an object.' };

/** The uids in the reference: a group in a root group. */
const exampleRoot = '4f6b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b';
const exampleGroup = `${exampleRoot}/9a8b7c6d5e4f3a2b`;

/** The functions, each with the arguments of its example in the reference. */
export const functions: Readonly<Record<string, ProviderFunction & { readonly example: readonly unknown[] }>> = {
  uid_parent: {
    parameters: [uid],
    returns: 'string',
    summary: 'The uid of the group that contains an object',
    description:
      'The uid of the group that contains an object. It is null for objects outside of all groups, such as root groups.',
    example: [exampleGroup],
    call: (of) => parentUid(argument(of, 0)) ?? null,
  },
  uid_root: {
    parameters: [uid],
    returns: 'string',
    summary: 'The uid of the root group above an object',
    description: 'The uid of the root group above an object; the uid itself if no group is above it.',
    example: [exampleGroup],
    call: (of) => rootUid(argument(of, 0)),
  },
  uid_is_descendant: {
    parameters: [uid, { name: 'ancestor', type: 'string', description: 'The uid of a group.' }],
    returns: 'bool',
    summary: 'True if an object is anywhere under a group',
    description: 'True if an object is anywhere under a group. An object is not under itself.',
    example: [exampleGroup, exampleRoot],
    call: (of, ancestor) => isDescendant(argument(of, 0), argument(ancestor, 1)),
  },
};

function argument(value: unknown, index: number): string {
  const problem = uidProblem(value);
  if (problem !== undefined) throw new ArgError(index, problem);
  return value as string;
}
