/** The first view of an organization without a change: an audit. */
import { createAudit, type Audit, type AuditedIdentity } from './audit';
import { h, renderName, toWords, type Child } from './dom';
import type { Model } from './model';
import { paged, pagedTable } from './paged';
import { countText, nodeLink, pathLink, severityBadge } from './signs';

interface AuditSection {
  readonly title: string;
  readonly count: number | string;
  readonly content: () => Child;
}

export function auditSections(model: Model): AuditSection[] {
  const audit = createAudit(model, new Date());
  return [
    { title: 'Owners', count: audit.owners.length, content: () => owners(model, audit) },
    {
      title: 'External access',
      count: model.data.external?.length ?? 'not evaluated',
      content: () => external(model, audit),
    },
    ...(audit.unknown.length === 0
      ? []
      : [{ title: 'Undeclared owners', count: audit.unknown.length, content: () => undeclared(audit) }]),
    { title: 'Unused identities', count: audit.unused.length, content: () => unused(audit) },
    { title: 'Open invites', count: audit.invites.length, content: () => invites(audit) },
    {
      title: 'Unmanaged grants',
      count: audit.unmanaged?.length ?? 'unknown without a state',
      content: () => unmanaged(audit),
    },
  ];
}

const none = (text: string) => h('p', { class: 'summary' }, text);

function owners(model: Model, { owners: all }: Audit): Child {
  if (all.length === 0) return none('None.');
  return pagedTable('Owners', ['Group', 'Owner'], all, ({ grant: { group, identity }, exposure }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, pathLink(model.byPath('group', group.path), group.path)),
      h(
        'td',
        {},
        pathLink(model.byPath('identity', identity.path), identity.path),
        exposure !== undefined && [
          ' ',
          exposure.to !== 'unknown' && [severityBadge('high'), ' '],
          toWords(exposure.text),
        ],
      ),
    ),
  );
}

function external(model: Model, { external: all, unknown: undecided }: Audit): Child {
  if (all === undefined) return none('Not evaluated.');
  if (all.length === 0)
    return none(
      undecided.length > 0
        ? `Unknown for ${countText(undecided.length, 'identity', 'identities')}: no owners are declared.`
        : 'None. No identity accepts tokens of outsiders.',
    );
  return pagedTable('External access', ['Identities', 'Outsiders'], all, ({ identities, outsiders, unknown }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, identityList(model, identities)),
      h(
        'td',
        {},
        outsiders.map(({ who, token }) =>
          h('p', {}, h('bdi', {}, toWords(who)), token !== undefined && [': ', h('code', {}, toWords(token))]),
        ),
        unknown.map((text) => h('p', {}, 'Unknown: ', h('bdi', {}, toWords(text)))),
      ),
    ),
  );
}

/** The number of roles that are shown with an identity. */
const FEW_ROLES = 2;

function identityList(model: Model, identities: readonly AuditedIdentity[]): Child {
  const list = h('ul', { class: 'reasons' });
  const rest = h('p', { class: 'more' });
  paged(list, rest, identities, ({ path, grants }) => {
    const more = grants.length - FEW_ROLES;
    const roles = grants.slice(0, FEW_ROLES).map(({ role, group }) => `${role.name} in ${group.path}`);
    const shown = [...roles, ...(more > 0 ? [`${more} more`] : [])].join(', ');
    return h(
      'li',
      {},
      pathLink(model.byPath('identity', path), path),
      h('p', { class: 'declared' }, grants.length === 0 ? 'no role' : toWords(shown)),
    );
  });
  return [list, rest];
}

/** Without declared owners, an outsider looks like any other workload. */
function undeclared({ unknown: all }: Audit): Child {
  return [
    none('It is unknown if outsiders can assume these identities. List your owners in review.config.json.'),
    pagedTable('Undeclared owners', ['Identity', 'Can be assumed by'], all, (node) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, nodeLink(node)),
        h('td', {}, toWords(node.object?.after?.assumed ?? 'unknown')),
      ),
    ),
  ];
}

function unused({ unused: all }: Audit): Child {
  if (all.length === 0) return none('None.');
  return pagedTable('Unused identities', ['Identity', 'Reason'], all, ({ node, reason }) =>
    h('tr', {}, h('th', { scope: 'row' }, nodeLink(node)), h('td', {}, reason)),
  );
}

function invites({ invites: all }: Audit): Child {
  if (all.length === 0) return none('None.');
  return pagedTable('Open invites', ['Invite', 'Fields'], all, (node) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, nodeLink(node)),
      h(
        'td',
        {},
        Object.entries(node.object?.after?.fields ?? {}).map(([name, value]) =>
          h('p', {}, `${name.replace(/_uid$/, '').replaceAll('_', ' ')}: `, h('bdi', {}, value)),
        ),
      ),
    ),
  );
}

function unmanaged({ unmanaged: all }: Audit): Child {
  if (all === undefined)
    return none(
      'Unknown: no plan or state shows which grants are managed. Write the state with "terraform state pull > org.json", and pass --state org.json to platform-iac explore.',
    );
  if (all.length === 0) return none('None.');
  return pagedTable('Unmanaged grants', ['Grant', 'Group'], all, (node) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, nodeLink(node, node.label)),
      h('td', {}, renderName(node.parent?.path ?? '')),
    ),
  );
}
