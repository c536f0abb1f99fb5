/**
 * Decides which writes an approval still allows. The provider asks at apply, and the review asks for a later plan of the same
 * change: both have the same rules. Neither sends anything here.
 */
import type { ReportedWrite } from '../report';
import type { Write } from './writes/approved-write';
import { findDifferences } from './writes/matching';
import { replaceUids } from './writes/placeholders';

/** The approved write of an attempt. */
export interface Allowed {
  readonly listed: ReportedWrite;
  /** Approved fields that the attempt omits: it is allowed if the object has these values already. */
  readonly omitted: ReadonlySet<string>;
}

export interface Allowance {
  /** Returns the unused approved write that the attempt equals, field for field, or a part of it. */
  readonly match: (attempt: Write) => Allowed | undefined;
  /** Returns the approved writes that an attempt is compared with. An adoption whose response was lost is an update. */
  readonly candidatesFor: (attempt: Write) => readonly ReportedWrite[];
  /** Each approved write is used once. */
  use(listed: ReportedWrite): void;
  readonly used: ReadonlySet<ReportedWrite>;
  open(): readonly ReportedWrite[];
  /** Records the uid of an approved create. Returns false if another object is this one. */
  created(listed: ReportedWrite, uid: string): boolean;
  isCreated(placeholder: string | undefined): boolean;
  isKnown(uid: string): boolean;
  /** Returns the uid of a created object, or the uid itself. */
  getUid(placeholder: string | undefined): string | undefined;
  /** Returns the value with the placeholders of the report instead of the uids of created objects. */
  readonly named: <T>(value: T) => T;
}

export function createAllowance(writes: readonly ReportedWrite[]): Allowance {
  const used = new Set<ReportedWrite>();
  const placeholders = new Map<string, string>();
  const uids = new Map<string | undefined, string>();

  const named = <T>(value: T): T =>
    placeholders.size === 0 ? value : (replaceUids(value, (uid) => placeholders.get(uid)) as T);
  const candidatesFor = ({ action, declaration }: Write): ReportedWrite[] =>
    writes.filter(
      (write) =>
        write.kind === declaration.kind &&
        (write.action === action || (action === 'update' && write.action === 'adopt')),
    );

  return {
    candidatesFor,
    used,
    named,
    match(attempt) {
      const own = { ...attempt, parent: named(attempt.parent), fields: named(attempt.fields) };
      const candidates = candidatesFor(attempt).filter((write) => !used.has(write));
      // Without fields, the provider has compared the object itself.
      const isWhole = attempt.action !== 'delete' || Object.keys(attempt.fields).length > 0;
      for (const write of isWhole ? candidates : [])
        if (findDifferences(write, own).length === 0) return { listed: write, omitted: new Set() };
      const listed = candidates.find((candidate) => candidate.action !== 'create' && candidate.uid === attempt.uid);
      if (listed === undefined) return undefined;
      if (!isWhole) return { listed, omitted: new Set() };
      const differences = findDifferences(listed, own);
      if (attempt.action === 'delete' || differences.some(({ attempted }) => attempted !== undefined)) return undefined;
      return { listed, omitted: new Set(differences.map(({ field }) => field)) };
    },
    use: (listed) => void used.add(listed),
    open: () => writes.filter((write) => !used.has(write)),
    created({ uid: placeholder }, uid) {
      if (placeholder === undefined || uids.has(placeholder)) return false;
      uids.set(placeholder, uid);
      placeholders.set(uid, placeholder);
      return true;
    },
    isCreated: (placeholder) => uids.has(placeholder),
    isKnown: (uid) => placeholders.has(uid),
    getUid: (placeholder) => uids.get(placeholder) ?? placeholder,
  };
}
