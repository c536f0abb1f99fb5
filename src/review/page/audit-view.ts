/** The first view of an organization without a change: an audit. */
import { createAudit, type Audit, type AuditedIdentity, type ExternalGroup } from './audit';
import { h, renderName, renderSentence, toWords, type Child } from './dom';
import type { Model } from './model';
import { renderDecision } from './owners-view';
import { pagedList, pagedTable, renderRow } from './paged';
import { countText, nodeLink, pathLink, severityBadge } from './signs';

export interface Section {
  readonly title: string;
  /** A text is the reason why the count is unknown. */
  readonly count: number | string;
  readonly content: () => Child;
}

export function auditSections(model: Model): Section[] {
  const audit = createAudit(model, new Date());
  const unknown = audit.owned.flat().length + audit.ownerless.length;
  return [
    { title: 'Owners', count: audit.owners.length, content: () => owners(model, audit) },
    {
      title: 'External access',
      count: countExternal(model, unknown),
      content: () => external(model, audit, unknown),
    },
    { title: 'Unreviewed code', count: audit.unreviewed.length, content: () => unreviewed(model, audit) },
    {
      title: 'Escalation paths',
      count: model.data.escalations?.length ?? 'not evaluated',
      content: () => escalations(model),
    },
    ...(unknown === 0
      ? []
      : [
          {
            title: 'Undeclared owners',
            count: audit.owned.length === 0 ? 'unknown' : audit.owned.length,
            content: () => undeclared(model, audit),
          },
        ]),
    { title: 'Unused identities', count: audit.unused.length, content: () => unused(audit) },
    { title: 'Open invites', count: audit.invites.length, content: () => invites(audit) },
    {
      title: 'Unmanaged grants',
      count: audit.unmanaged?.length ?? 'unknown without a state',
      content: () => unmanaged(audit),
    },
  ];
}

function countExternal({ data }: Model, unknown: number): Section['count'] {
  const known = data.external?.length;
  if (known === undefined) return 'not evaluated';
  return unknown === 0 ? known : `${known} known, ${unknown} unknown`;
}

const none = (text: string) => h('p', { class: 'summary' }, text);

function owners(model: Model, { owners: all }: Audit): Child {
  if (all.length === 0) return none('None.');
  return pagedTable('Owners', ['Group', 'Owner'], all, ({ grant: { group, identity }, exposure, unusual }) =>
    renderRow(pathLink(model.byPath('group', group.path), group.path), [
      pathLink(model.byPath('identity', identity.path), identity.path),
      exposure !== undefined && [
        ' ',
        (unusual !== undefined || exposure.to !== 'unknown') && [severityBadge('high'), ' '],
        toWords(unusual ?? exposure.text),
      ],
    ]),
  );
}

function external(model: Model, { external: all }: Audit, unknown: number): Child {
  if (all === undefined) return none('Not evaluated.');
  const text = `Unknown for ${countText(unknown, 'identity', 'identities')}: no owners are declared.`;
  if (all.length === 0) return none(unknown > 0 ? text : 'None. No identity accepts tokens of outsiders.');
  return [unknown > 0 && none(text), externalTable(model, all)];
}

function externalTable(model: Model, all: readonly ExternalGroup[]): Child {
  return pagedTable('External access', ['Identities', 'Outsiders'], all, ({ identities, outsiders, unknown }) =>
    renderRow(identityList(model, identities), [
      outsiders.map(({ who, token }) =>
        h('p', {}, h('bdi', {}, toWords(who)), token !== undefined && [': ', h('code', {}, toWords(token))]),
      ),
      unknown.map((text) => h('p', {}, 'Unknown: ', h('bdi', {}, toWords(text)))),
    ]),
  );
}

/** The identities that unreviewed code can assume, and the protection that the others rely on. */
function unreviewed(model: Model, { unreviewed: all }: Audit): Child {
  const { protection = [] } = model.data;
  return [
    all.length === 0
      ? none('None. No identity with write access accepts unreviewed code.')
      : pagedTable('Unreviewed code', ['Identity', 'Code'], all, ({ identity, text }) =>
          renderRow(identityList(model, [identity]), toWords(text)),
        ),
    protection.length > 0 && none(protection.join(' ')),
  ];
}

function escalations(model: Model): Child {
  const { escalations: all } = model.data;
  if (all === undefined) return none('Not evaluated.');
  if (all.length === 0) return none('None. No identity can obtain more access than its grants give.');
  return pagedTable('Escalation paths', ['Identity', 'Path'], all, ({ identity, text }) =>
    renderRow(pathLink(model.byPath('identity', identity), identity), toWords(text)),
  );
}

/** The number of roles that are shown with an identity. */
const FEW_ROLES = 2;

/** The number of identities of an owner that are shown at first. */
const FEW_IDENTITIES = 3;

function identityList(model: Model, identities: readonly AuditedIdentity[], first?: number): Child {
  return pagedList(
    'reasons',
    identities,
    ({ path, grants }) => {
      const more = grants.length - FEW_ROLES;
      const roles = grants.slice(0, FEW_ROLES).map(({ role, group }) => `${role.name} in ${group.path}`);
      const shown = [...roles, ...(more > 0 ? [`${more} more`] : [])].join(', ');
      return h(
        'li',
        {},
        pathLink(model.byPath('identity', path), path),
        h('p', { class: 'declared' }, grants.length === 0 ? 'no role' : toWords(shown)),
      );
    },
    first,
  );
}

/** Without declared owners, an outsider looks like any other workload. */
function undeclared(model: Model, { owned, ownerless }: Audit): Child {
  const { text, owners = [], next, line } = model.data.undeclaredOwners ?? {};
  const rows = [
    ...owners.map((owner, index): [Child, readonly AuditedIdentity[]] => [renderSentence(owner), owned[index] ?? []]),
    ...(ownerless.length === 0 ? [] : [['Unknown', ownerless] as [Child, readonly AuditedIdentity[]]]),
  ];
  return [
    text && h('p', { class: 'summary' }, renderSentence(text)),
    pagedTable('Undeclared owners', ['Owner and highest access', 'Identities'], rows, ([owner, identities]) =>
      renderRow(owner, identityList(model, identities, FEW_IDENTITIES)),
    ),
    renderDecision(next, line),
  ];
}

function unused({ unused: all }: Audit): Child {
  if (all.length === 0) return none('None.');
  return pagedTable('Unused identities', ['Identity', 'Reason'], all, ({ node, reason }) =>
    renderRow(nodeLink(node), reason),
  );
}

function invites({ invites: all }: Audit): Child {
  if (all.length === 0) return none('None.');
  return pagedTable('Open invites', ['Invite', 'Fields'], all, (node) =>
    renderRow(nodeLink(node, node.label), [
      node.object?.after?.exposure !== undefined &&
        h('p', {}, severityBadge('high'), ' ', toWords(node.object.after.exposure.text)),
      Object.entries(node.object?.after?.fields ?? {}).map(([name, value]) =>
        h('p', {}, `${name.replace(/_uid$/, '').replaceAll('_', ' ')}: `, h('bdi', {}, value)),
      ),
      h('p', {}, `expires: ${node.object?.after?.expires?.slice(0, 10) ?? 'never'}`),
    ]),
  );
}

function unmanaged({ unmanaged: all }: Audit): Child {
  if (all === undefined)
    return none(
      'Unknown: no plan or state shows which grants are managed. Write the state with "terraform state pull > org.json", and pass --state org.json to platform-iac explore.',
    );
  if (all.length === 0) return none('None.');
  return pagedTable('Unmanaged grants', ['Grant', 'Group'], all, (node) =>
    renderRow(nodeLink(node, node.label), renderName(node.parent?.path ?? '')),
  );
}
