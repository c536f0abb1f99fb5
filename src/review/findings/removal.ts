/** Findings about deletions. */
import { rootUid } from '../../model/api';
import { group, identity, roleBinding } from '../../model/kinds';
import { kindInWords } from '../../model/schema';
import { counted, few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { splitAddress } from '../input/plan/configuration';
import type { ObjectMatch } from '../organization/object-matches';
import { objectId, type PlatformObject } from '../organization/objects/objects';
import { getPath } from '../organization/objects/paths';
import { referenceAttributes } from '../organization/objects/references';
import { declaredAt, type Finding, type FindingCause } from './shared/finding';
import { createBlockers, findStaying } from './shared/unmanaged-contents';
import { listContentNames, type NamedContent } from './shared/unmanaged-names';
import { keepText } from './shared/lookalike-entries';
import { applyingIdentity } from './owners';

const goes: ReadonlySet<ObjectMatch['status']> = new Set(['removed', 'recreated', 'replaced']);

/**
 * Reports each deletion with its dependents. Of a subtree only the topmost group is reported. Of a role
 * binding with another role only the access counts, unless it is a role of the applying identity.
 */
export function destroys(analysis: Analysis): Finding[] {
  const own = applyingIdentity(analysis, analysis.before.graph)?.key;
  const isOwnRole = ({ before }: ObjectMatch) =>
    own !== undefined && before?.instances[0].values['identity_uid'] === own;
  const gone = analysis.matches.filter(
    (match) => goes.has(match.status) && (!analysis.roleChanges.has(match) || isOwnRole(match)),
  );
  const groups = new Set(
    gone.filter(({ declaration }) => declaration === group).map(({ before }) => before?.key ?? ''),
  );
  const contents = new Map<string, ObjectMatch[]>();
  const ends = new Set(gone.map(({ before }) => before?.key ?? ''));
  const topmost = gone.filter((match) => {
    const top =
      topGroupAbove(match.before?.key ?? '', groups) ??
      (match.status === 'replaced' ? undefined : findEnd(match, ends));
    if (top === undefined) return true;
    contents.set(top, [...(contents.get(top) ?? []), match]);
    return false;
  });
  const findBlockers = createBlockers(analysis);
  const staying = findStaying(analysis);
  return topmost.flatMap((match) => {
    const { before, pathBefore, pathAfter, status, declaration } = match;
    if (before === undefined) return [];
    const inside = contents.get(before.key) ?? [];
    const subject = pathBefore ?? before.key;
    const contained =
      inside.length === 0
        ? ''
        : inside.length === 1
          ? ', with 1 object that depends on it'
          : `, with ${counted(inside.length, 'object')} that depend on it`;
    const deleted = inside.filter((member) => !staying.has(member)).length;
    const { keys, counts, stays, text, nextStep, unmanaged, owners } = findBlockers(before, deleted);
    // A renamed group is not deleted, and keeps its unmanaged contents.
    const kept = status === 'removed' ? keepText(analysis, before) : undefined;
    const again = {
      removed: '',
      recreated: `${contained === '' ? '' : ','} and recreated: it gets another uid, and references to the old uid break${declaration === identity ? '. Pipelines with the old uid fail' : ''}`,
      replaced: `, and replaced by "${pathAfter ?? ''}"`,
    }[status as 'removed'];
    const isDeleted = `is deleted${contained}${again}${undeclared(before)}.`;
    return [
      {
        id: 'destroys',
        severity: counts.size > 0 && declaration === group ? 'high' : 'medium',
        subject,
        reason: `The ${kindInWords(declaration)} "${subject}" ${stays === undefined ? isDeleted : `stays: ${stays}`}${text}${analysis.roleChanges.has(match) ? OWN_ROLE : (kept ?? nextStep ?? (status === 'removed' ? KEEP : ''))}`,
        unmanaged,
        cause: deletedBlock(before),
        evidence: [status, getKeys(inside), keys, [...counts]],
        ...declaredAt(before.instances[0]),
      },
      ...owners.map(toOwnerFinding),
    ];
  });
}

/** Reports a grant of the role owner that nobody reviewed, and that the deletion of its group brings up. */
function toOwnerFinding(owner: NamedContent): Finding {
  const { name, uid, users, invites } = owner;
  const outsiders = users === undefined || users.isPerson ? [] : users.outsiders.map((outsider) => outsider.who);
  const who =
    users === undefined
      ? ''
      : users.isPerson
        ? ' It is a person.'
        : outsiders.length > 0
          ? ` Outsiders can assume it: ${few(outsiders)}.`
          : ` It can be assumed by ${users.assumed}.`;
  return {
    id: 'unmanaged-grants',
    severity: 'high',
    subject: name,
    reason: `${invites ?? `${name}, and no stack manages this grant`}.${invites === undefined ? who : ' No stack manages it.'} Find out who created it before you import or delete it.`,
    quoted: listContentNames(owner),
    evidence: [uid, name, users?.isPerson === true ? users : users && { ...users, outsiders }],
  };
}

const KEEP = ' To keep it, declare it again.';
const OWN_ROLE = ' The applying identity may lack the access to create it after the deletion.';

function getKeys(matches: readonly ObjectMatch[]): (string | undefined)[] {
  return matches.map(({ before }) => before?.key);
}

/** Returns the reason for the deletion of an object that no resource declares. */
function undeclared({ instances: [{ change }] }: PlatformObject): string {
  return change?.isUndeclared === true ? ': the stack manages all grants of its group, and does not declare it' : '';
}

/** Returns the cause of all deleted instances of a block with "for_each" or "count". */
function deletedBlock({ instances: [{ address, plan, change }] }: PlatformObject): FindingCause | undefined {
  const { block } = splitAddress(address);
  if (block === address) return undefined;
  if (change?.isUndeclared === true)
    return { key: `undeclared ${block}`, text: `${block} removes undeclared objects`, address: block, plan: plan.name };
  return { key: `deletion ${block}`, text: `Instances of ${block} are deleted`, address: block, plan: plan.name };
}

/** Returns the deleted identity or role that a grant refers to. */
function findEnd({ before }: ObjectMatch, gone: ReadonlySet<string>): string | undefined {
  if (before === undefined) return undefined;
  const [instance] = before.instances;
  return referenceAttributes(before.declaration)
    .slice(1)
    .map(({ name }) => instance.values[name])
    .find((value): value is string => typeof value === 'string' && gone.has(value));
}

/** Returns the topmost group above the key. */
function topGroupAbove(key: string, groups: ReadonlySet<string>): string | undefined {
  for (let end = key.indexOf('/'); end > 0; end = key.indexOf('/', end + 1))
    if (groups.has(key.slice(0, end))) return key.slice(0, end);
  return undefined;
}

/** With fewer deletions a percentage means nothing: one of two is half. */
const FEW = 3;

/** Reports plans that delete a large part of a kind, which is likely a mistake. */
export function massRemoval(analysis: Analysis): Finding[] {
  const { matches, organization, configuration, before } = analysis;
  const staying = findStaying(analysis);
  const most = configuration.maximumRemoval ?? 0.25;
  const counts = new Map<string, { readonly kind: string; readonly root: string; all: number; gone: string[] }>();
  for (const object of organization.before.values()) {
    if (!object.isManaged) continue;
    const root = rootUid(object.key);
    const id = `${root} ${object.declaration.kind}`;
    const entry = counts.get(id) ?? {
      kind: `${kindInWords(object.declaration)}s`.replace(/ys$/, 'ies'),
      root,
      all: 0,
      gone: [],
    };
    entry.all++;
    counts.set(id, entry);
  }
  for (const match of matches) {
    const { before, status, declaration } = match;
    if (before !== undefined && status === 'removed' && !staying.has(match)) {
      const entry = counts.get(`${rootUid(before.key)} ${declaration.kind}`);
      entry?.gone.push(before.key);
    }
  }
  return [...counts.values()]
    .filter(({ all, gone }) => gone.length >= FEW && gone.length / all > most)
    .map(({ kind, root, all, gone }) => ({
      id: 'mass-removal',
      severity: 'high',
      subject: `${kind} of ${getPath(before.graph, group.kind, root)}`,
      reason: `This change deletes ${gone.length} of ${all} managed ${kind} (${Math.round((gone.length / all) * 100)} %). The limit is ${Math.round(most * 100)} %. Split the change, or raise "maximumRemoval".`,
      evidence: gone.sort(),
    }));
}

/** Reports deleted objects that another resource still uses, and objects that two addresses manage. */
export function betweenPlans({ organization, matches }: Analysis): Finding[] {
  const gone = new Map(
    matches
      .filter(({ status }) => goes.has(status))
      .flatMap(({ before, pathBefore }) =>
        before === undefined ? [] : [[before.key, { before, pathBefore }] as const],
      ),
  );
  const found: Finding[] = [];
  for (const object of organization.after.values()) {
    const [instance, ...others] = object.instances.filter(({ isManaged }) => isManaged);
    if (instance === undefined) continue;
    if (others.length > 0)
      found.push({
        id: 'managed-twice',
        severity: 'high',
        subject: object.key,
        reason: `One object has two addresses: ${[instance, ...others].map(({ address, plan }) => `${address} (${plan.name})`).join(' and ')}. Each reverts the changes of the other.`,
        evidence: [instance, ...others].map(({ address }) => address).sort(),
        ...declaredAt(instance),
      });
    for (const [name, value] of Object.entries(instance.values)) {
      const used = typeof value === 'string' && name !== 'uid' ? gone.get(value) : undefined;
      if (used === undefined || organization.after.has(objectId(used.before.declaration, used.before.key))) continue;
      found.push({
        id: 'destroyed-elsewhere',
        severity: 'high',
        subject: used.pathBefore ?? used.before.key,
        reason: `Plan ${used.before.instances[0].plan.name} deletes ${used.pathBefore} (${used.before.instances[0].address}), but ${instance.address} of plan ${instance.plan.name} still refers to it in ${name}.`,
        evidence: [used.before.key, instance.address, name],
        ...declaredAt(instance),
      });
    }
  }
  return found;
}

export function noLongerManaged({ matches }: Analysis): Finding[] {
  return matches
    .filter(({ status }) => status === 'forgotten')
    .map(({ after, pathAfter = '', declaration }) => ({
      id: 'no-longer-managed',
      severity: declaration === roleBinding ? 'medium' : 'low',
      subject: pathAfter,
      reason: `The ${kindInWords(declaration)} "${pathAfter}" stays and is no longer managed${declaration === roleBinding ? '. It still grants access, and no plan shows it from now on' : ''}.`,
      evidence: [declaration.kind, after?.key],
      ...(after && declaredAt(after.instances[0])),
    }));
}
