/** Findings about objects that the plans delete at one address and create at another. */
import { kindInWords } from '../../model/schema';
import { importBlock, importFromCall, movedBlock, removedBlock, wasAtCall } from '../../base/text/state-blocks';
import type { Analysis } from '../access/analysis';
import { objectId, type Instance, type PlatformObject } from '../organization/objects/objects';
import { createKeys, pairObjects } from '../organization/same-objects';
import type { Finding } from './shared/finding';

/** The blocks and the call that keep an object at another address. */
export interface MoveBlocks {
  /** The plan that deletes the object, if it is another one. */
  readonly fromPlan?: string;
  /** The blocks to add, by plan. */
  readonly blocks: readonly { readonly plan: string; readonly block: string }[];
  /** The call of the construct x in the plan that creates the object. */
  readonly call: string;
}

/** An object whose address changes. */
export interface MissingMove extends MoveBlocks {
  /** For example `role binding`. */
  readonly kind: string;
  readonly path: string;
  readonly from: string;
  readonly address: string;
  /** The plan that creates the object. */
  readonly plan: string;
}

/** Returns the moves that the plans lack. */
export function missingMoves({ organization, readers }: Analysis): MissingMove[] {
  const { before, after } = organization;
  const [gone, made] = movableObjects(organization);
  if (gone.length === 0 || made.length === 0) return [];
  const known = ({ declaration, key }: PlatformObject): string | undefined => {
    const id = objectId(declaration, key);
    return before.has(id) && after.has(id) ? id : undefined;
  };
  const keys = { before: createKeys(before, { known }), after: createKeys(after, { known }) };
  return pairObjects(gone, made, keys).same.map(
    ({
      before: {
        instances: [was],
      },
      after: {
        instances: [is],
      },
    }) => ({
      kind: kindInWords(is.declaration),
      path: readers.after.toPath(is),
      from: was.address,
      address: is.address,
      plan: is.plan.name,
      ...getMove(was, is),
    }),
  );
}

/** Returns the objects whose addresses the plans remove, and those whose addresses they add. */
export function movableObjects({
  before,
  after,
  transitions,
}: Analysis['organization']): readonly [readonly PlatformObject[], readonly PlatformObject[]] {
  const gone = transitions.flatMap((transition) =>
    transition.change.fate?.old === 'gone' && !transition.change.fate.isMade && transition.change.deposed === undefined
      ? objectIn(before, transition.before)
      : [],
  );
  const made = transitions.flatMap((transition) =>
    transition.change.fate?.old === 'none' && transition.change.fate.isMade ? objectIn(after, transition.after) : [],
  );
  return [gone, made];
}

function objectIn(objects: Analysis['organization']['after'], instance: Instance | undefined): PlatformObject[] {
  const object = instance && objects.get(objectId(instance.declaration, instance.key));
  return object === undefined ? [] : [object];
}

/** Terraform moves an object within a state. Another state removes and imports it. */
export function getMove(before: Instance, after: Instance): MoveBlocks {
  const [from, to] = [before.plan.name, after.plan.name];
  if (from === to)
    return {
      blocks: [{ plan: to, block: movedBlock(before.address, after.address) }],
      call: wasAtCall('x', before.address),
    };
  return {
    fromPlan: from,
    blocks: [
      { plan: from, block: removedBlock(before.address) },
      { plan: to, block: importBlock(after.address, before.key) },
    ],
    call: importFromCall('x', before.key),
  };
}

/** Reports them as one entry. */
export function moveMissing(analysis: Analysis): Finding[] {
  return missingMoves(analysis).map(({ kind, path, from, address, plan, fromPlan, call }) => ({
    id: 'move-missing',
    severity: 'medium',
    subject: path,
    reason: `${from}${fromPlan === undefined ? '' : ` of plan ${fromPlan}`} is deleted, and ${address} recreates the same ${kind} "${path}". To keep the object, call ${call} on its construct. Without constructs, add its blocks.`,
    cause: { key: 'move missing', text: 'Only the addresses of objects change, and the plan recreates them' },
    evidence: [from, address],
    address,
    plan,
  }));
}
