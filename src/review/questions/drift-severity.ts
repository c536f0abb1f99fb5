/** Rates drift: access that somebody widened outside of the stacks needs a decision before a changed description. */
import { describeHolder } from './grant-holder';
import { groupBy } from '../../access/graph/paths';
import { isAtLeast, type Severity } from '../../access/rules';
import { isIamWrite } from '../../model/api';
import { identity, role } from '../../model/kinds';
import { kindInWords } from '../../model/schema';
import { capitalized, few } from '../../base/text/words';
import { getRights, RIGHTS_IN_WORDS } from '../access/rights';
import { withRoles } from '../findings/shared/evidence';
import type { ReviewedObject, ReviewedSide } from '../report/reviewed-objects';
import type { Review } from '../report/review-result';
import type { ReportedChange } from '../report/types/report';

/** A changed object with the risk of its current values. */
export interface RatedChange extends ReportedChange {
  readonly severity: Severity;
  /** The access by the current values; absent for severity low. */
  readonly effect?: AccessText;
}

/** Sentences about access, without the final period. */
export interface AccessText {
  readonly text: string;
  /** The names and trust policies in the text. */
  readonly names: readonly string[];
}

/** The fields that give nobody access. Every other field counts. */
const HARMLESS: ReadonlySet<string> = new Set(['name', 'description', 'timeouts', 'deletion_protection']);

type Grants = Review['after']['grants'];

/** Returns the changed objects, the most dangerous first. */
export function rateChanges({
  objects,
  report,
  after: { grants },
}: Pick<Review, 'objects' | 'after'> & { readonly report: Pick<Review['report'], 'drift'> }): RatedChange[] {
  const byPath = groupBy(objects, ({ kind, path }) => `${kind} ${path}`);
  const identities = new Map(
    objects.flatMap((object) =>
      object.node === 'identity' && object.after ? [[object.after.key, object] as const] : [],
    ),
  );
  const rate = (change: ReportedChange): RatedWithOwner => {
    const [object] = byPath.get(`${change.kind} ${change.path}`) ?? [];
    const isHarmless = change.status === 'changed' && change.fields.every(({ field }) => HARMLESS.has(field));
    if (isHarmless) return { ...change, severity: 'low' };
    const key = object?.after?.key;
    const effect =
      key === undefined
        ? undefined
        : (effectOnIdentity(change, object, grants) ??
          effectOnRole(change, key, grants) ??
          effectOfGrant(key, grants, identities));
    return { ...change, severity: 'medium', ...effect };
  };
  const toRated = ({ givesOwner = false, ...change }: RatedWithOwner) => ({ change, givesOwner });
  return report.drift
    .map((change) => toRated(rate(change)))
    .sort((a, b) => compareSeverity(a.change, b.change) || Number(b.givesOwner) - Number(a.givesOwner))
    .map(({ change }) => change);
}

type RatedWithOwner = RatedChange & Pick<Effect, 'givesOwner'>;

/** Compares the severities of two objects: the most severe one comes first. */
export function compareSeverity(a: { readonly severity: Severity }, b: { readonly severity: Severity }): number {
  return Number(isAtLeast(b.severity, a.severity)) - Number(isAtLeast(a.severity, b.severity));
}

type Effect = Pick<RatedChange, 'severity' | 'effect'> & { readonly givesOwner?: boolean };

/** Returns who can assume an identity now, and its roles. */
function effectOnIdentity(
  { kind, path }: ReportedChange,
  object: ReviewedObject | undefined,
  grants: Grants,
): Effect | undefined {
  if (kind !== kindInWords(identity) || object?.after === undefined) return undefined;
  const { key, exposure, assumed } = object.after;
  const own = grants.filter((grant) => grant.identity.key === key);
  const writes = own.some((grant) => getRights(grant.role) !== 'reads');
  const who =
    exposure === undefined || exposure.to === 'unknown'
      ? `${path} can be assumed by ${assumed ?? 'unknown people'}`
      : exposure.text.replace(' it: ', () => ` ${path}: `);
  return {
    severity: writes || exposure?.to === 'outsiders' ? 'high' : 'medium',
    effect: {
      text: withRoles(who, own),
      names: [path, ...(exposure?.names ?? []), ...(assumed === undefined ? [] : [assumed])],
    },
    givesOwner: own.some((grant) => getRights(grant.role) === 'owns'),
  };
}

/** Returns the identities with a role that has other capabilities now. */
function effectOnRole({ kind, fields, path }: ReportedChange, key: string, grants: Grants): Effect | undefined {
  if (kind !== kindInWords(role)) return undefined;
  const added = fields.flatMap((field) => field.added ?? []);
  const holders = [...new Set(grants.filter((grant) => grant.role.key === key).map((grant) => grant.identity.path))];
  const held =
    holders.length === 0 ? `Nobody has ${path}` : `${few(holders)} ${holders.length === 1 ? 'has' : 'have'} ${path}`;
  const isWide = added.some(isIamWrite) && holders.length > 0;
  return {
    severity: isWide ? 'high' : 'medium',
    effect: { text: added.length === 0 ? held : `${held}, which now has ${few(added)}`, names: [...holders, ...added] },
  };
}

/** Returns the access by a grant, and who can assume its identity. */
function effectOfGrant(
  key: string,
  grants: Grants,
  identities: ReadonlyMap<string, ReviewedObject>,
): Effect | undefined {
  const grant = grants.find((node) => node.key === key);
  if (grant === undefined) return undefined;
  const rights = getRights(grant.role);
  const isWide = rights === 'owns' || rights === 'changes access';
  return {
    severity: isWide ? 'high' : 'medium',
    effect: createAccessText(
      grant,
      identities,
      `${grant.identity.path} is ${grant.role.path} in ${grant.group.path}: `,
    ),
    givesOwner: rights === 'owns',
  };
}

/** Returns the access by a grant: `Full control. It can be assumed by any workflow on branch main of acme/shop`. */
export function createAccessText(
  { identity: who, role: held }: Grants[number],
  identities: ReadonlyMap<string, ReviewedObject>,
  start = '',
  object: Partial<Pick<ReviewedSide, 'fields' | 'expires'>> = {},
): AccessText {
  const rights = RIGHTS_IN_WORDS[getRights(held)];
  if (who.grantedBy !== undefined && start === '') {
    const { holder, terms } = describeHolder(who, object);
    return { text: `${capitalized(rights)} for ${holder}${terms}`, names: [holder] };
  }
  const first = start === '' ? capitalized(rights) : `${start}${rights}`;
  if (who.assumption === 'sign_in') return { text: `${first}. It is a person`, names: [who.path] };
  const assumed = identities.get(who.key)?.after?.assumed;
  return assumed === undefined
    ? { text: first, names: [who.path] }
    : { text: `${first}. It can be assumed by ${assumed}`, names: [who.path, assumed] };
}
