/**
 * The effect of the change, by uids and addresses: what no name, wording or time changes. Objects that the change creates have
 * the placeholders of the approved writes.
 */
import { EVERY_OTHER_CAPABILITY, type AccessGraph, type AccessRow, type GrantNode } from '../../../access/graph';
import { groupBy } from '../../../access/graph/paths';
import type { ReportedEffect } from '../../../model/report';
import { CONTEXT_FINDINGS } from '../../../access/rules';
import type { Analysis } from '../../access/analysis';
import type { Finding } from '../../findings/shared/finding';
import type { Suppressed } from '../../findings/shared/suppress';
import { findBlock, getExpression } from '../../input/plan/configuration';
import { canonicalJson, hashText } from './canonical';
import { fingerprint } from './fingerprint';
import { withoutPlaceholders } from './without-placeholders';

/**
 * @param analysis without names that only inform
 * @param getUid returns the uid, or the placeholder, of the object with a key
 */
export function getEffect(analysis: Analysis, findings: Suppressed, getUid: (key: string) => string): ReportedEffect {
  const { before, after, trustPolicyChanges, escalations, organization, unresolved, unknown } =
    withUnknownRoles(analysis);
  return {
    gained: grantedIn(after, before, unknown, getUid),
    lost: grantedIn(before, after, unknown, getUid),
    ...earlyEffect(analysis, unknown, getUid),
    access: rowsHash(analysis),
    trust: sorted(
      trustPolicyChanges.map(({ address, relation, gained, outsiders }) => ({
        address,
        relation,
        outsiders: outsiders.map(({ who, token }) => `${who}: ${token}`).sort(),
        ...(gained !== undefined && { gained }),
      })),
    ),
    escalations: sorted(
      escalations.map(({ identity, steps, gains }) => ({
        identity: getUid(keyOfPath(identity, (path) => after.identity(path))),
        steps: steps.map(({ kind }) => kind),
        gains: gains.map(({ group, capabilities }) => ({
          group: getUid(keyOfPath(group, (path) => after.group(path))),
          capabilities,
        })),
      })),
    ),
    findings: sorted([
      ...findings.findings.filter(isEffect).map((finding) => getFact(finding)),
      ...findings.suppressed
        .filter(({ finding }) => isEffect(finding))
        .map(({ finding, suppression }) => ({
          ...getFact(finding),
          suppression: hashText(canonicalJson([suppression.reason, suppression.expires])),
        })),
    ]),
    unresolved: sorted(
      unresolved.map(({ instance: { address, plan }, attribute }) => ({
        address,
        attribute,
        expression: hashText(canonicalJson(getExpression(findBlock(plan.configuration, address), attribute))),
      })),
    ),
    state: sorted(
      organization.transitions.flatMap(({ before: was, after: is, change }) => {
        const uid = (is ?? was)?.key;
        const { address } = change;
        if (uid === undefined) return [];
        return [
          ...(change.isImported ? [{ action: 'import' as const, address, uid }] : []),
          ...(change.fate?.old === 'forgotten' ? [{ action: 'forget' as const, address, uid }] : []),
        ];
      }),
    ),
  };
}

function withUnknownRoles(analysis: Analysis) {
  const { before, after } = analysis;
  return {
    ...analysis,
    before: before.graph,
    after: after.graph,
    unknown: new Set([...before.unknownRoles, ...after.unknownRoles]),
  };
}

/**
 * Returns the capabilities that each grant of one graph gives and the same grant of the other does not. It does not depend on
 * what other grants give: another merge can take that away.
 */
function grantedIn(
  here: AccessGraph,
  there: AccessGraph,
  unknown: ReadonlySet<string>,
  getUid: (key: string) => string,
): ReportedEffect['gained'] {
  if (here === there) return [];
  const others = new Map(there.grants.map((grant) => [grantKey(grant), grant]));
  const found = new Map<string, { readonly capabilities: readonly string[]; readonly places: string[][] }>();
  for (const grant of here.grants) {
    const other = others.get(grantKey(grant));
    const held = other === undefined ? new Set<string>() : getCapabilities(other, unknown);
    const capabilities = [...getCapabilities(grant, unknown)].filter((name) => !held.has(name)).sort();
    if (capabilities.length === 0) continue;
    const key = capabilities.join();
    const entry = found.get(key) ?? { capabilities, places: [] };
    entry.places.push([getUid(holderKey(grant)), getUid(grant.group.key)]);
    found.set(key, entry);
  }
  return sorted([...found.values()].map(({ capabilities, places }) => ({ capabilities, places: sorted(places) })));
}

/** Returns what each chain gives. It does not depend on what other grants give: the first part of an apply can take that away. */
function earlyEffect(
  { partial }: Analysis,
  unknown: ReadonlySet<string>,
  getUid: (key: string) => string,
): Pick<ReportedEffect, 'early'> {
  if (partial === undefined) return {};
  const chains = partial.chains.map(({ grant, role, holders }) => ({
    capabilities: [...getCapabilities({ ...grant, role }, unknown)].sort(),
    place: [getUid(grant.identity.key), getUid(grant.group.key), ...(holders === 'all' ? [] : [holders])],
  }));
  const byCapabilities = groupBy(chains, ({ capabilities }) => capabilities.join());
  return {
    early: sorted(
      [...byCapabilities.values()].map((all) => ({
        capabilities: all[0]?.capabilities ?? [],
        places: sorted([...new Map(all.map(({ place }) => [place.join(' '), place])).values()]),
      })),
    ),
  };
}

function grantKey(grant: GrantNode): string {
  return `${grant.key} ${holderKey(grant)} ${grant.group.key} ${grant.identity.people ?? ''}`;
}

/** A conditional grant identifies its holders. Their node can have the key of another mapping of the external group. */
function holderKey({ key, identity }: GrantNode): string {
  return identity.grantedBy === undefined ? identity.key : key;
}

/** A role whose capabilities are unknown gives itself. */
function getCapabilities(
  { role: { key, capabilities, holdsUnknown } }: GrantNode,
  unknown: ReadonlySet<string>,
): Set<string> {
  return new Set([
    ...capabilities,
    ...(holdsUnknown ? [EVERY_OTHER_CAPABILITY] : []),
    ...(unknown.has(key) ? [`role ${withoutPlaceholders(key)}`] : []),
  ]);
}

/** Returns the hash of the rows that the report shows, without placeholders. */
function rowsHash({ access }: Analysis): string {
  const getRow = ({ identity, group, except, capabilities, through }: AccessRow) => [
    ...[identity, group, [...except].sort(), [...capabilities].sort()],
    through.map(({ source, role, group: at }) => JSON.stringify([source, role, at])).sort(),
  ];
  const rows = [
    ...access.gained.map((row) => ['gained', ...getRow(row)]),
    ...access.lost.map((row) => ['lost', ...getRow(row)]),
  ].map((row) => withoutPlaceholders(canonicalJson(row)));
  return hashText(rows.sort().join('\n'));
}

/** Returns the key of the node with a path. Paths of groups of one side alone name themselves. */
function keyOfPath(path: string, find: (path: string) => { readonly key: string }): string {
  try {
    return find(path).key;
  } catch (error) {
    if (error instanceof TypeError) return path;
    throw error;
  }
}

function isEffect({ id }: Finding): boolean {
  return !CONTEXT_FINDINGS.has(id);
}

/** Returns a finding without its wording and without the name of the plan, which is a file name. */
function getFact(finding: Finding): ReportedEffect['findings'][number] {
  const { id, severity, subject, address, plan } = finding;
  return {
    id,
    severity,
    fingerprint: fingerprint(subject === plan ? { ...finding, subject: '' } : finding),
    at: withoutPlaceholders(address ?? (subject === plan ? '' : subject)),
  };
}

function sorted<T>(all: readonly T[]): T[] {
  const texts = all.map((one) => [JSON.stringify(one), one] as const);
  return texts.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, one]) => one);
}
