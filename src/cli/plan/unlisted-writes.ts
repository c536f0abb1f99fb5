/**
 * Finds the planned writes that an approved report certainly does not list, without a request. Objects that an earlier run has
 * created have uids that no report contains, so any placeholder can represent them. The provider compares exactly.
 */
import { groupBy } from '../../access/graph/paths';
import { isPlaceholderUid } from '../../model/api';
import { findDifferences, replaceUids, uidsIn, type Write } from '../../model/approval';
import type { ReportedWrite } from '../../model/report';
import type { Review } from '../../review';

type PlannedWrite = Review['writes'][number];

/** Replaces every uid that the two plans may not share. */
const ANY = '(created)';

/** Returns the planned writes for which no approved write remains. */
export function unlistedWrites(
  approved: readonly ReportedWrite[],
  planned: readonly PlannedWrite[],
): readonly PlannedWrite[] {
  const { open, waiting } = withoutEqual(approved, planned);
  // Without a look-up, a plan does not know that it adopts an object: references to it have a placeholder.
  const adopted = new Set(approved.flatMap(({ action, uid }) => (action === 'adopt' ? [uid] : [])));
  const existing = new Set(uidsIn(approved).filter((uid) => !isPlaceholderUid(uid) && !adopted.has(uid)));
  const erased = <T>(value: T): T => replaceUids(value, (uid) => (existing.has(uid) ? uid : ANY)) as T;
  const candidates = open.map((write) => ({ one: write, text: erased(write) }));
  /** The planned write of each approved one, by index. */
  const pairs = new Map<number, PlannedWrite>();
  const options = new Map(
    waiting.map((write) => [
      write,
      candidates.flatMap(({ one, text }, index) => (canBe(one, text, write, erased) ? [index] : [])),
    ]),
  );

  /** Assigns an approved write to a planned one. Others move if they have another choice. */
  function assign(write: PlannedWrite, tried: Set<number>): boolean {
    return (options.get(write) ?? []).some((index) => {
      if (tried.has(index)) return false;
      tried.add(index);
      const other = pairs.get(index);
      if (other !== undefined && !assign(other, tried)) return false;
      pairs.set(index, write);
      return true;
    });
  }

  return waiting.filter((write) => !assign(write, new Set()));
}

/** Pairs equal writes first: usually all of them are. */
function withoutEqual(approved: readonly ReportedWrite[], planned: readonly PlannedWrite[]) {
  const byText = groupBy(approved, (write) => JSON.stringify(write));
  const waiting = planned.filter(({ listed }) => byText.get(JSON.stringify(listed))?.pop() === undefined);
  return { open: [...byText.values()].flat(), waiting };
}

function canBe(
  { action, kind, uid, unknown = [] }: ReportedWrite,
  approved: ReportedWrite,
  { write, listed }: PlannedWrite,
  erased: <T>(value: T) => T,
): boolean {
  const { declaration, parent, fields } = write;
  if (kind !== declaration.kind) return false;
  // Without a look-up, an adoption is planned as a create.
  if (action === 'adopt' && write.action === 'create') return true;
  if (action !== write.action && !(action === 'adopt' && write.action === 'update')) return false;
  if (action !== 'create' && uid !== write.uid) return false;
  const attempt: Write = { ...write, uid: erased(write.uid), parent: erased(parent), fields: erased(fields) };
  const open = new Set(listed.unknown ?? []);
  if (declaration.parent !== undefined && open.has(declaration.parent.name)) open.add('parent');
  return findDifferences(approved, attempt).every(({ field, attempted }) => {
    if (field === 'uid' || open.has(field)) return true;
    if (unknown.includes(field)) return false;
    if (attempted === undefined) return action === 'update' || action === 'adopt';
    // The hash of a value with a uid depends on the uid.
    return JSON.stringify(attempt.fields[field] ?? null).includes(ANY) && Object.hasOwn(approved.hashed ?? {}, field);
  });
}
