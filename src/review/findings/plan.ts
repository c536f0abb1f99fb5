/** Findings about the plans: missing parts, unknown values, drift and provisioners. */
import { groupBy } from '../../access/graph/paths';
import { kindInWords } from '../../model/schema';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { findUnreviewed } from '../access/assume/outsiders';
import type { TrustPolicyChange } from '../access/assume/compare-trust-policies';
import { accessText } from '../access/rights';
import type { Severity } from '../../access/rules';
import { PARTIAL_ARGUMENTS } from '../input/plan/arguments';
import { findBlock, getExpression, splitAddress } from '../input/plan/configuration';
import { isNoOp, type TerraformPlan } from '../input/plan/plan';
import { codeFact } from '../input/plan/saved-code';
import { getName } from '../organization/objects/objects';
import type { Unresolved } from '../organization/objects/references';
import { holdsIamWrites, isWidened } from './claim-widened';
import { trustPolicyAt, withRoles } from './shared/evidence';
import { declaredAt, whereIs, type Finding, type FindingCause } from './shared/finding';

/** Reports values that are unknown until the apply. They count as the worst case. */
export function unresolved(analysis: Analysis): Finding[] {
  const found = [...groupBy(analysis.unresolved, ({ instance }) => instance)].map(([instance, all]): Finding => {
    const attributes = few([...new Set(all.map(({ attribute }) => attribute))]);
    const mentions = longest([...new Set(all.flatMap((one) => one.mentions))]);
    const [first] = all;
    return {
      id: 'unresolved',
      severity: 'high',
      subject: instance.address,
      reason: `Cannot resolve ${attributes} of the ${kindInWords(instance.declaration)} ${instance.address}: ${first?.reason ?? ''}.${mentions.length > 0 ? ` It depends on ${few(mentions)}.` : ''}${instance.plan.reviews === undefined ? ' Create the plan with "platform-iac plan": its review plans may show the value.' : ''}`,
      evidence: all.map((one) => [
        one.attribute,
        getExpression(findBlock(instance.plan.configuration, instance.address), one.attribute),
        ...codeFact(instance.plan, splitAddress(instance.address).block, {
          counts: (part) => 'name' in part && part.name === one.attribute,
        }),
      ]),
      cause: unknownIn(instance),
      ...declaredAt(instance),
    };
  });
  return [...found, ...unknownRoles(analysis)];
}

/** Returns the cause of all instances of a block with "for_each" or "count". */
function unknownIn({ address, plan }: Unresolved['instance']): FindingCause | undefined {
  const { block } = splitAddress(address);
  if (block === address) return undefined;
  const text = `${block} has values that are unknown until apply`;
  return { key: `unknown values of ${block}`, text, address: block, plan: plan.name };
}

/** Returns the longest references: Terraform lists each reference and then its prefixes. */
function longest(mentions: readonly string[]): string[] {
  return mentions.filter((mention) => !mentions.some((other) => other !== mention && other.startsWith(mention)));
}

/** Reports new and changed grants of a role with unknown capabilities. */
function unknownRoles(analysis: Analysis): Finding[] {
  const changed = new Set(
    analysis.matches.flatMap(({ after, before }) =>
      after !== undefined && JSON.stringify(before?.instances[0].values) !== JSON.stringify(after.instances[0].values)
        ? [after.key]
        : [],
    ),
  );
  return analysis.after.graph.grants
    .filter(({ key, role }) => analysis.after.unknownRoles.has(role.key) && changed.has(key))
    .map(({ key, role, identity, group }) => ({
      id: 'unresolved',
      severity: 'high',
      subject: whereIs(analysis, key).address ?? key,
      reason: `${identity.path} has the role ${role.key} in ${group.path}, and the plan does not show the capabilities of this role. Read the role with a data source "platform_role".`,
      evidence: [identity.path, role.key, group.path],
      ...whereIs(analysis, key),
    }));
}

export function partialPlan({ plans }: Analysis): Finding[] {
  return plans.filter(isPartial).map(({ name, arguments: args = [] }) => ({
    id: 'partial-plan',
    severity: 'medium',
    subject: name,
    reason: `The plan ${name} was created for some resources only (-target or -exclude). It does not contain other changes of the configuration.`,
    evidence: args.filter(isPartialArgument).sort(),
    plan: name,
  }));
}

/**
 * Returns true if the plan is partial. Older engines do not report it: then a managed object without a row, or a single resource of
 * the configuration without one, shows it.
 */
function isPartial({ status, changes, prior, configuration, arguments: args = [] }: TerraformPlan): boolean {
  if (status.isErrored || status.deferred.length > 0 || changes === undefined) return false;
  if (args.some(isPartialArgument)) return true;
  if (status.isComplete !== undefined) return !status.isComplete;
  const rows = new Set(changes.flatMap((change) => [change.address, change.previousAddress]));
  const managed = prior.filter(({ mode }) => mode === 'managed');
  if (managed.some(({ address }) => !rows.has(address))) return true;
  const isDestroy = changes.length > 0 && changes.every(({ fate }) => fate?.old === 'gone' && !fate.isMade);
  if (isDestroy) return false;
  // A plan does not show a "for_each" without references: such a block has instances nevertheless.
  const there = new Set([...changes, ...managed].map(({ address }) => splitAddress(address).block));
  return [...configuration.blocks.values()].some(
    ({ address, mode, isSingleInAll }) => mode === 'managed' && isSingleInAll && !there.has(address),
  );
}

function isPartialArgument(argument: string): boolean {
  return PARTIAL_ARGUMENTS.some((name) => argument.startsWith(`-${name}=`));
}

/** Reports objects that were changed or deleted since the plan was created, as the live organization shows. */
export function outdatedPlan({ organization, readers, plans }: Analysis): Finding[] {
  const isSeveral = plans.length > 1;
  return organization.outdated.map(({ instance, changed }): Finding => {
    const subject = changed === 'gone' ? getName(instance) : readers.before.toPath(instance);
    const what = changed === 'gone' ? 'was deleted' : `was changed (${few(changed)})`;
    return {
      id: 'outdated-plan',
      severity: 'medium',
      subject,
      reason: `The ${kindInWords(instance.declaration)} "${subject}" ${what} after the plan${isSeveral ? ` ${instance.plan.name}` : ''} was created. The plan may have another effect now. Create it again.`,
      evidence: [changed],
      ...declaredAt(instance),
    };
  });
}

export function checkFailed({ plans }: Analysis): Finding[] {
  return plans.flatMap(({ name, status }) =>
    status.failedChecks.map(({ address, messages }) => ({
      id: 'check-failed' as const,
      severity: 'medium' as const,
      subject: address,
      reason: `${address} failed${messages.length > 0 ? `: ${messages.join(' ')}` : '.'}`,
      quoted: messages,
      evidence: [...messages].sort(),
      address,
      plan: name,
    })),
  );
}

/** Reports changes outside of the configuration. The severity depends on the access that they give. */
export function driftFound(analysis: Analysis): Finding[] {
  const { changes, gained, trustPolicyChanges } = analysis.drift;
  const opened = new Map(
    trustPolicyChanges.filter(isOpened).map((change) => [`${change.plan} ${change.address}`, change]),
  );
  const given = gained.map((line): Finding => {
    const own = line.capabilities.filter(analysis.isOwnerLevel);
    return {
      id: 'drift',
      severity: own.length > 0 ? 'high' : 'medium',
      subject: `${line.identity} in ${line.group}`,
      reason: `${line.identity} has gained ${accessText(line.roles, line.capabilities)} in ${line.group} outside of the configuration.`,
      quoted: [line.identity, line.group],
      evidence: [line.capabilities, line.except, line.beneath, line.roles],
      ...whereIs(analysis, line.grants[0]),
    };
  });
  const changed = changes.map(({ kind, path, status, fields, address, plan }): Finding => {
    const what = status === 'removed' ? 'was deleted' : `was changed (${few(fields.map(({ field }) => field))})`;
    const others = opened.get(`${plan} ${address}`);
    return {
      id: 'drift',
      severity: others === undefined ? 'low' : getWeight(others, analysis.before),
      subject: path,
      reason: `The ${kind} "${path}" ${what} outside of the configuration.${others === undefined ? '' : ` ${effectText(analysis, others)}.${openedText(others)}`}`,
      quoted: others && namesIn(others),
      witness: others?.outsiders[0]?.token ?? others?.gained,
      evidence: [status, fields, others && trustPolicyAt(analysis.organization.before, { address, plan })],
      address,
      plan,
    };
  });
  return [...given, ...changed];
}

function isOpened(change: TrustPolicyChange): boolean {
  return isWidened(change) || change.outsiders.length > 0 || change.outsidersUnknown.length > 0;
}

function getWeight({ identity, outsiders, outsidersUnknown }: TrustPolicyChange, now: Analysis['before']): Severity {
  const isWorst = outsiders.length > 0 || outsidersUnknown.length > 0 || holdsIamWrites(now, identity);
  return isWorst ? 'high' : 'medium';
}

/** Returns who can assume the identity now, unreviewed code first, and its roles. */
function effectText({ before, organization, reachability }: Analysis, change: TrustPolicyChange): string {
  const { identity: path, after = 'nobody' } = change;
  const policy = trustPolicyAt(organization.before, change);
  const [first] = policy === undefined ? [] : findUnreviewed(policy, reachability);
  const who =
    first === undefined ? `${path} can be assumed by ${after}` : `${first.code} can assume ${path}: ${first.who}`;
  return withRoles(
    who,
    before.graph.grants.filter((grant) => grant.identity.path === path),
  );
}

/** Returns the parts of {@link openedText} that others wrote. */
function namesIn({ before, after, outsiders }: TrustPolicyChange): string[] {
  return [before ?? [], after ?? [], outsiders.map(({ names = [] }) => names)].flat(2);
}

function openedText({ before, after, outsiders, outsidersUnknown }: TrustPolicyChange): string {
  const reported = [...outsiders.map(({ who }) => who), ...outsidersUnknown];
  const out = reported.length === 0 ? '' : ` Outsiders: ${reported.join('; ')}.`;
  return ` Last applied trust policy: ${before ?? 'nobody'}. Current trust policy: ${after ?? 'nobody'}.${out}`;
}

/** Returns the reasons why the plans are inconclusive. The report then shows the readable part, and does not pass. */
export function getProblems(plans: readonly TerraformPlan[]): string[] {
  return plans.flatMap((plan) => {
    const { name, status, changes } = plan;
    const problems: string[] = [];
    const without = withoutChange(plan);
    if (without.length > 0)
      problems.push(`${name}: the plan is incomplete: it contains no change for ${few(without)}.`);
    if (status.isErrored) problems.push(`${name}: planning failed, and the plan is incomplete.`);
    if (status.deferred.length > 0) problems.push(`${name}: Terraform deferred the plan of ${few(status.deferred)}.`);
    // A change outside that equals the configuration leaves nothing to apply.
    const isEmpty = (changes ?? []).every(isNoOp);
    if (status.isApplyable === false && !status.isErrored && !isEmpty)
      problems.push(`${name}: Terraform reports that this plan cannot be applied.`);
    return problems;
  });
}

/** Returns planned addresses without a change. A complete plan has a change for each, also for an unchanged one. */
function withoutChange({ planned, changes = [] }: TerraformPlan): string[] {
  const changed = new Set(changes.map(({ address }) => address));
  return planned.filter((address) => !changed.has(address));
}
