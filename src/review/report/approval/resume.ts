/**
 * Compares a plan with the approval of an earlier plan of the same change. An apply was interrupted, or another change was applied in
 * between. The approval is still valid if the plan sends only approved writes, and every other approved write has taken effect.
 */
import { isPlaceholderUid, type Values } from '../../../model/api';
import {
  type Allowed,
  createAllowance,
  hasApprovedFields,
  partsBeyond,
  replaceUids,
  type Write,
} from '../../../model/approval';
import type { ReportedWrite } from '../../../model/report';
import type { PlannedWrite } from './planned-writes';
import { isNotFound, type Client } from '../../../client';
import { childrenQuery } from '../../../client/internal';
import { getDeclaration } from '../../../model/kinds';
import { kindInWords, findParentUid, type Declaration } from '../../../model/schema';
import type { Report } from '../types/report';

/** The part of an approved report that a later plan is compared with. */
type Approval = Pick<Report, 'approvedWrites' | 'executes' | 'effect' | 'proof'>;

interface Planned {
  readonly writes: readonly PlannedWrite[];
  readonly report: Pick<Report, 'executes' | 'effect' | 'proof'>;
}

/** Returns the reasons why the approval is not valid for the plan, in sentences. Empty if it is valid. Sends only reads. */
export async function reasonsAgainst(
  approved: Approval,
  { writes, report }: Planned,
  client: Pick<Client, 'get' | 'pages'>,
): Promise<string[]> {
  const state = createProgress(approved.approvedWrites, writes, client);
  for (;;) {
    // A planned write has not taken effect, so look-ups are necessary only for the others.
    if (await state.matchPlanned()) continue;
    if (!(await state.findCreated())) break;
  }
  const paths = new Map(
    [...approved.approvedWrites, ...writes.map(({ listed }) => listed)].map(({ uid, path }) => [uid, path]),
  );
  const created = new Set(approved.approvedWrites.flatMap(({ action, uid }) => (action === 'create' ? [uid] : [])));
  return [
    ...partsBeyond(approved, report, {
      named: state.named,
      toPath: (uid) => paths.get(uid) ?? uid,
      isCreated: (uid) => created.has(uid),
    }),
    ...state
      .unmatched()
      .map(({ action, path, kind }) => `The approved report does not contain: ${action} ${toWords(kind)} ${path}.`),
    ...(await state.withoutEffect()),
  ];
}

function createProgress(
  approved: readonly ReportedWrite[],
  planned: readonly PlannedWrite[],
  client: Pick<Client, 'get' | 'pages'>,
) {
  const allowance = createAllowance(approved);
  const { named } = allowance;
  const waiting = new Set(planned);
  const lookedUp = new Set<ReportedWrite>();

  /** Returns true if the object has the approved fields that a planned update omits. */
  async function hasOmitted({ listed, omitted }: Allowed, { declaration, uid = '' }: Write): Promise<boolean> {
    if (omitted.size === 0) return true;
    const object = await read(declaration, uid);
    return object !== undefined && hasApprovedFields(listed, declaration, named(object), (name) => omitted.has(name));
  }

  async function read(declaration: Declaration, uid: string): Promise<Values | undefined> {
    try {
      return await client.get(declaration, uid);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Returns the objects in the parent that have the fields of an approved create. */
  async function createdBy(write: ReportedWrite, parent: string | undefined): Promise<Values[]> {
    const declaration = getDeclaration(write.kind);
    if (declaration.uidScheme === 'parentUid') {
      const object = parent === undefined ? undefined : await read(declaration, parent);
      return object !== undefined && hasApprovedFields(write, declaration, named(object)) ? [object] : [];
    }
    const found: Values[] = [];
    const { name } = write.key;
    const byName = typeof name === 'string' && 'name' in declaration.filters ? { name } : {};
    const place = parent === undefined ? { inRoot: true } : childrenQuery(declaration, parent);
    const query = { ...place, ...byName };
    for await (const { items } of client.pages(declaration, query))
      for (const object of items) {
        const uid = String(object['uid']);
        const isThere = findParentUid(declaration, uid) === parent && !allowance.isKnown(uid);
        if (isThere && hasApprovedFields(write, declaration, named(object))) found.push(object);
      }
    return found;
  }

  return {
    /** Returns the value with the placeholders of the approved report. */
    named,

    unmatched: () => [...waiting].map((write) => write.listed),

    /** Returns true if it could match another planned write. */
    async matchPlanned(): Promise<boolean> {
      for (const write of waiting) {
        const found = allowance.match(write.write);
        if (found === undefined || !(await hasOmitted(found, write.write))) continue;
        allowance.use(found.listed);
        waiting.delete(write);
        const { uid } = write.listed;
        if (found.listed.action === 'create' && uid !== undefined) allowance.created(found.listed, uid);
        return true;
      }
      return false;
    },

    /** Returns true if another approved create has taken effect. */
    async findCreated(): Promise<boolean> {
      for (const write of allowance.open()) {
        const parent = allowance.getUid(write.parent);
        if (write.action !== 'create' || lookedUp.has(write) || isPlaceholderUid(parent)) continue;
        lookedUp.add(write);
        const found = await createdBy(write, parent);
        const [only] = found;
        const isReferred = write.uid !== undefined && approved.some((other) => refersTo(other, write.uid ?? ''));
        if (only === undefined || (found.length > 1 && isReferred)) continue;
        allowance.use(write);
        allowance.created(write, String(only['uid']));
        return true;
      }
      return false;
    },

    /** Returns the approved writes that are not planned and have not taken effect, in sentences. */
    async withoutEffect(): Promise<string[]> {
      const reasons: string[] = [];
      for (const write of allowance.open()) {
        const { action, uid, kind, path } = write;
        const declaration = getDeclaration(kind);
        const object = action === 'create' || uid === undefined ? undefined : await read(declaration, uid);
        const isDone =
          action === 'delete'
            ? object === undefined
            : object !== undefined && hasApprovedFields(write, declaration, named(object));
        if (!isDone) reasons.push(`Approved, but neither planned nor in effect: ${action} ${toWords(kind)} ${path}.`);
      }
      return reasons;
    },
  };
}

function refersTo({ uid: own, parent, fields }: ReportedWrite, uid: string): boolean {
  if (own === uid) return false;
  let isReferred = parent === uid;
  replaceUids(fields, (found) => {
    isReferred ||= found === uid;
    return undefined;
  });
  return isReferred;
}

function toWords(kind: string): string {
  return kindInWords(getDeclaration(kind));
}
