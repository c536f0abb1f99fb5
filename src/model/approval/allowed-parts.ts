/**
 * Compares what a later plan runs, and its effect, with the approved ones. What the first part of an apply has done, and what
 * others have merged, can make both smaller: less is always allowed.
 */
import { isOurProvider, isWithin } from '../api';
import type { ReportedEffect, ReportedExecution } from '../report';

/** The parts that an approval binds in addition to the writes. */
export interface BoundParts {
  readonly executes: readonly ReportedExecution[];
  readonly effect: ReportedEffect;
  /** Absent if nobody knows whether the plan is proved. */
  readonly proof?: { readonly places: readonly { readonly place: string }[] } | undefined;
}

/** Names of the objects in the sentences. */
export interface Naming {
  /** Returns the value with the placeholders of the approved report. */
  readonly named: <T>(value: T) => T;
  /** Returns the path of the object with a uid, if a write contains it. */
  readonly toPath: (uid: string) => string;
  /** Returns true if the approved report creates the object with a placeholder. */
  readonly isCreated: (uid: string) => boolean;
}

/** Returns the parts that the approval does not contain, in sentences. */
export function partsBeyond(approved: BoundParts, planned: BoundParts, naming: Naming): string[] {
  return [
    ...executesBeyond(approved.executes, planned.executes),
    ...effectBeyond(approved.effect, planned.effect, naming),
    ...unprovedBeyond(approved.proof, planned.proof),
  ];
}

function unprovedBeyond(approved: BoundParts['proof'], planned: BoundParts['proof']): string[] {
  if (approved === undefined) return [];
  if (planned === undefined)
    return ['The approved report proves or names each place of the plan. This plan has no configuration.'];
  const known = new Set(approved.places.map(({ place }) => place));
  return planned.places
    .filter(({ place }) => !known.has(place))
    .map(({ place }) => `The approved report proves ${place}. It is not proved now.`);
}

/** The plan cannot leave them out: they decide which service and which program the whole apply uses. */
const REQUIRED: ReadonlySet<string> = new Set(['provider', 'lock']);

/** A provider without a block is in a plan only if the plan has objects of it. Ours then does nothing but the approved writes. */
function isImplied({ kind, address }: ReportedExecution): boolean {
  return kind === 'provider' && address.startsWith('provider["');
}

/** Returns what the plan runs or evaluates in addition to the approved list, hash by hash, in sentences. */
export function executesBeyond(
  approved: readonly ReportedExecution[],
  planned: readonly ReportedExecution[],
): string[] {
  const missing = approved.filter(
    (execution) =>
      REQUIRED.has(execution.kind) && !isImplied(execution) && !planned.some((other) => isSame(execution, other)),
  );
  return [
    ...planned
      .filter(
        (execution) =>
          !approved.some((other) => isSame(other, execution)) &&
          !(isImplied(execution) && isOurProvider(execution.type)),
      )
      .map((execution) => {
        const isKnown = approved.some(({ kind, address }) => kind === execution.kind && address === execution.address);
        return `The approved report ${isKnown ? 'contains another' : 'does not contain the'} ${describe(execution)}.`;
      }),
    ...missing.map((execution) => `The plan lacks the approved ${describe(execution)}.`),
  ];
}

function describe({ kind, address, type }: ReportedExecution): string {
  return `${kind} ${address}${kind === 'resource' || type === kind || address.includes(type) ? '' : ` (${type})`}`;
}

function isSame(approved: ReportedExecution, planned: ReportedExecution): boolean {
  if (approved.kind !== planned.kind || approved.address !== planned.address || approved.type !== planned.type)
    return false;
  if (approved.kind === 'lock')
    return (
      approved.version === planned.version &&
      (approved.hashes ?? []).some((hash) => planned.hashes?.includes(hash) === true)
    );
  if (!planned.actions.every((action) => approved.actions.includes(action))) return false;
  // A report of a plan's JSON alone shows no code.
  const isSameCode = approved.code === undefined || approved.code === planned.code;
  const isValue = approved.kind === 'resource' || approved.kind === 'output';
  if (approved.sha256 === planned.sha256) return isSameCode || (isValue && planned.isOpen !== true);
  // A value that was unknown, or that a refresh has changed, comes from the approved expression.
  const isEvaluated = approved.isOpen === true || approved.kind === 'output';
  return (
    isEvaluated &&
    isSameCode &&
    approved.configuration !== undefined &&
    approved.configuration === planned.configuration
  );
}

/** Returns the effect of the plan beyond the approved one, in sentences. */
function effectBeyond(approved: ReportedEffect, planned: ReportedEffect, naming: Naming): string[] {
  return [
    ...gainedBeyond(approved.gained, planned.gained, naming),
    ...gainedBeyond(approved.early ?? [], planned.early ?? [], naming, ' if the apply stops early'),
    ...trustBeyond(approved, planned),
    ...escalationsBeyond(approved, planned, naming),
    ...planned.findings
      .filter((finding) => !DERIVED.has(finding.id) && !approved.findings.some((other) => isCovered(other, finding)))
      .map(
        ({ id, severity, at }) =>
          `The approved report does not contain the finding ${id} (${severity})${at === '' ? '' : ` of ${at}`}, or contains it with other facts.`,
      ),
    ...planned.unresolved.flatMap((value) => {
      const others = approved.unresolved.filter(
        ({ address, attribute }) => address === value.address && attribute === value.attribute,
      );
      if (others.some(({ expression }) => expression === value.expression)) return [];
      const { address, attribute } = value;
      return others.length > 0
        ? `The approved report contains another expression of ${attribute} of ${address}.`
        : `The approved report knows ${attribute} of ${address}. It is unknown now.`;
    }),
    ...planned.state
      .filter(
        ({ action, address, uid }) =>
          !approved.state.some(
            (other) => other.action === action && other.address === address && other.uid === naming.named(uid),
          ),
      )
      .map(({ action, address }) => `The approved report does not ${action} ${address}.`),
  ];
}

/** Their facts are in the access, the trust policies and the escalation paths, which are compared exactly. */
const DERIVED: ReadonlySet<string> = new Set([
  ...['access-gained', 'owner-gained', 'escalation-path', 'outsider-can-assume', 'pull-request-can-write'],
  ...['claim-widened', 'early-access'],
]);

/** Names and counts in their facts change while an apply is under way. Other parts bind the rest. All others are approved with their facts. */
const CHANGING: ReadonlySet<string> = new Set([
  ...['unresolved', 'self-lockout', 'last-owners', 'account-associated', 'invariant-broken'],
  ...['assertion-failed', 'runs-code', 'not-proved', 'assume-hidden', 'output-exposes', 'rotation-lost'],
  ...['mass-removal', 'destroyed-elsewhere', 'managed-twice', 'audience-shared', 'unknown-capability'],
  ...['nobody-can-assume', 'sign-in-opened', 'identity-moved', 'partial-plan', 'check-failed', 'destroys'],
  ...['move-missing', 'no-longer-managed', 'protection-off', 'invite-created', 'import-overwrites'],
  ...['secret-created'],
]);

type Fact = ReportedEffect['findings'][number];
/** Low has the index -1. */
const SEVERITIES: readonly string[] = ['medium', 'high'];

function isCovered(approved: Fact, planned: Fact): boolean {
  if (approved.id !== planned.id) return false;
  if (approved.fingerprint === planned.fingerprint) return true;
  const isLess = SEVERITIES.indexOf(approved.severity) >= SEVERITIES.indexOf(planned.severity);
  return CHANGING.has(planned.id) && approved.at === planned.at && isLess;
}

function gainedBeyond(
  approved: ReportedEffect['gained'],
  planned: ReportedEffect['gained'],
  { named, toPath }: Naming,
  when = '',
): string[] {
  const known = new Map<string, Set<string>>();
  for (const { capabilities, places } of approved)
    for (const place of places)
      for (const name of capabilities) known.set(place.join(' '), (known.get(place.join(' ')) ?? new Set()).add(name));
  return planned.flatMap(({ capabilities, places }) =>
    places.flatMap((place) => {
      const own = named(place);
      const more = named(capabilities).filter((name) => known.get(own.join(' '))?.has(name) !== true);
      return more.length === 0
        ? []
        : [`The approved report does not give ${own.map(toPath).join(' in ')}${when}: ${more.join(', ')}.`];
    }),
  );
}

/** Relations that admit no new token. */
const NO_MORE: ReadonlySet<string> = new Set(['equal', 'narrower', 'removed']);

function trustBeyond(approved: ReportedEffect, planned: ReportedEffect): string[] {
  return planned.trust.flatMap(({ address, relation, outsiders }) => {
    const known = approved.trust.find((other) => other.address === address);
    if (known === undefined)
      return NO_MORE.has(relation) ? [] : [`The approved report does not change the trust policy of ${address}.`];
    return outsiders
      .filter((outsider) => !known.outsiders.includes(outsider))
      .map((outsider) => `The approved report does not admit to ${address}: ${outsider}.`);
  });
}

function escalationsBeyond(
  approved: ReportedEffect,
  planned: ReportedEffect,
  { named, toPath, isCreated }: Naming,
): string[] {
  return named(planned.escalations).flatMap(({ identity, gains }) => {
    // A recreated identity was compared with its predecessor.
    if (isCreated(identity)) return [];
    const known = approved.escalations
      .filter((escalation) => escalation.identity === identity)
      .flatMap((escalation) => escalation.gains);
    return gains.flatMap(({ group, capabilities }) => {
      const held = new Set(known.filter((one) => isWithin(group, one.group)).flatMap((one) => one.capabilities));
      const more = capabilities.filter((name) => !held.has(name));
      return more.length === 0
        ? []
        : [`The approved report does not let ${toPath(identity)} reach in ${toPath(group)}: ${more.join(', ')}.`];
    });
  });
}
