/** The organization of a page: the graph of each side, and one tree of all objects on either side. */
import { compareNames } from '../../base/text/compare-names';
import { createAccessGraph, type AccessData, type AccessGraph, type RoleNode } from '../../access/graph';
import { displayed } from '../../base/text/visible';
import { CHANGE_TEXTS } from '../words/change-texts';
import type { PageData, PageFinding, PageObject, PageSeverity, PageStatus, SideName } from './data';
import { getNodeLabel, getWarning, type PageSide } from './labels';
import { listUnmanagedNodes } from './unmanaged-nodes';

type NodeKind = NonNullable<PageObject['node']>;

/** A node of the tree. */
export interface PageNode {
  /** The index in `nodes`. Links use it. */
  readonly id: number;
  readonly kind: string;
  readonly node: NodeKind | undefined;
  /** The name in the tree. */
  readonly label: string;
  /** The text after the label in the tree. @default - the kind, and nothing for a group */
  readonly note?: string;
  /** True for a planned deletion that the API refuses, and for the unmanaged objects that prevent it. */
  readonly stays?: boolean;
  /** A warning after the label in the tree. */
  readonly warning?: string;
  readonly path: string;
  readonly status: PageStatus;
  /** Absent for an object that only references name. */
  readonly object: PageObject | undefined;
  readonly keys: Readonly<Partial<Record<SideName, string>>>;
  readonly parent: PageNode | undefined;
  readonly children: readonly PageNode[];
  readonly findings: readonly PageFinding[];
  /** The worst severity of a finding about itself or anything beneath it. */
  readonly worst?: PageSeverity;
  /** The counts of this node and everything beneath it. */
  readonly total: Readonly<Record<Mark, number>>;
}

/** A counter of the tree: `+`, `-`, `~`, and findings. */
export type Mark = 'added' | 'removed' | 'changed' | 'findings';

export interface Model {
  readonly data: PageData;
  readonly sides: readonly PageSide[];
  readonly nodes: readonly PageNode[];
  readonly roots: readonly PageNode[];
  /** Returns the node with a key in the graph of a side. */
  find(side: SideName, node: NodeKind, key: string): PageNode | undefined;
  /** Returns the node with this path on a side, unless several have it. */
  atPath(side: PageSide, node: NodeKind, path: string): PageNode | undefined;
  /** Returns the node with this path after the change, otherwise before it. */
  byPath(node: NodeKind, path: string): PageNode | undefined;
  isUnknown(role: RoleNode): boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };
type Draft = Mutable<Omit<PageNode, 'total'>> & { total: Record<Mark, number> };

/** The labels of the nodes that contain what no group contains. */
const WITHOUT_GROUP: Readonly<Partial<Record<NodeKind, string>>> = { identity: 'People', role: 'Built-in roles' };
const OTHERS_WITHOUT_GROUP = 'Other objects';

export function createModel(data: PageData): Model {
  const sides = getSides(data);
  const nodes: Draft[] = [];
  const found = new Map<string, Draft>();
  const getId = (side: SideName, node: NodeKind, key: string) => `${side} ${node} ${key}`;
  const add = (draft: Omit<Draft, 'id' | 'parent' | 'children' | 'findings' | 'total'>): Draft => {
    const total = { added: 0, removed: 0, changed: 0, findings: 0 };
    const node: Draft = { ...draft, id: nodes.length, parent: undefined, children: [], findings: [], total };
    nodes.push(node);
    for (const { name } of sides) {
      const key = node.keys[name];
      if (key !== undefined && node.node !== undefined) found.set(getId(name, node.node, key), node);
    }
    return node;
  };
  const find = (side: SideName, node: NodeKind, key: string) => found.get(getId(side, node, key));

  const strangers = new Map(Object.entries(data.review?.strangers ?? {}));
  for (const object of data.objects) {
    const { kind, node, path, status, stays = false } = object;
    const keys = { before: object.before?.key, after: object.after?.key };
    const warning = getWarning(object, sides, strangers);
    add({
      ...{ kind, node, ...getNodeLabel(object, sides), path, status, object, keys },
      ...(stays && { stays, note: node === 'group' ? 'stays' : `${kind}, stays` }),
      ...(warning !== undefined && { warning }),
    });
  }
  const parents = new Map<Draft, string>();
  for (const { uid, parent, ...unmanaged } of listUnmanagedNodes(data)) {
    const known = find('before', unmanaged.node, uid);
    if (known !== undefined) {
      const { note, warning } = unmanaged;
      Object.assign(known, { note, stays: true, ...(warning !== undefined && { warning }) });
    } else
      parents.set(add({ ...unmanaged, stays: true, status: 'kept', object: undefined, keys: { before: uid } }), parent);
  }
  // Nodes that exist only in references: no plan manages them, and no request has read them.
  for (const { graph, name } of sides)
    for (const [node, all] of getNodes(graph))
      for (const { key, path, name: label } of all) {
        if (find(name, node, key) !== undefined || (node === 'identity' && find(name, 'grant', key) !== undefined))
          continue;
        const other = name === 'after' ? find('before', node, key) : undefined;
        if (other === undefined)
          add({
            kind: node,
            node,
            label: displayed(label),
            path,
            status: 'kept',
            object: undefined,
            keys: { [name]: key },
          });
        else {
          Object.assign(other, { label: displayed(label), path, keys: { ...other.keys, after: key } });
          found.set(getId('after', node, key), other);
        }
      }

  const findGroup = (draft: Draft): Draft | undefined => {
    const side = sides.findLast(({ name }) => draft.keys[name] !== undefined);
    if (side === undefined) return undefined;
    const { name, graph } = side;
    const shown = draft.object?.[name];
    const above = parents.get(draft) ?? (shown === undefined ? keyAbove(graph, draft, draft.keys[name]) : shown.group);
    return above === undefined ? undefined : find(name, 'group', above);
  };
  const roots: Draft[] = [];
  const elsewhere = new Map<string, Draft>();
  const findElsewhere = ({ node }: Draft): Draft => {
    const label = (node && WITHOUT_GROUP[node]) ?? OTHERS_WITHOUT_GROUP;
    const known = elsewhere.get(label);
    if (known !== undefined) return known;
    const added = add({ kind: '', node: undefined, label, path: '', status: 'kept', object: undefined, keys: {} });
    elsewhere.set(label, added);
    return added;
  };
  for (const node of [...nodes]) {
    const above = findGroup(node);
    if (above !== undefined) link(node, above);
    else if (node.node === 'group') roots.push(node);
    else link(node, findElsewhere(node));
  }
  roots.sort(compareNodes);
  roots.push(...elsewhere.values());
  for (const node of nodes) node.children.sort(compareNodes);
  for (const finding of data.review?.findings ?? [])
    for (const pageFinding of [finding, ...(finding.affected ?? []).map((affected) => ({ ...finding, ...affected }))])
      if (pageFinding.object !== undefined && !isListed(nodes[pageFinding.object], finding))
        nodes[pageFinding.object]?.findings.push(pageFinding);
  sumUp(nodes);
  const byPath = new Map<string, Draft>();
  for (const { name, graph } of sides)
    for (const [node, all] of getNodes(graph))
      for (const { key, path } of all) {
        const draft = find(name, node, key) ?? find(name, 'grant', key);
        if (draft !== undefined) byPath.set(`${node} ${path}`, draft);
      }
  const unknown = new Set(data.unknownRoles);
  return {
    data,
    sides,
    nodes,
    roots,
    // The identity of an invite or an identity provider has the key of its grant.
    find: (side, node, key) => find(side, node, key) ?? (node === 'identity' ? find(side, 'grant', key) : undefined),
    atPath: ({ graph, name }, node, path) => {
      const all = getNodes(graph).flatMap(([kind, each]) => (kind === node ? [...each] : []));
      const [one, ...others] = all.filter((each) => each.path === path);
      return one === undefined || others.length > 0 ? undefined : find(name, node, one.key);
    },
    byPath: (node, path) => byPath.get(`${node} ${path}`),
    isUnknown: ({ key }) => unknown.has(key),
  };
}

function getSides({ before, after }: PageData): PageSide[] {
  const side = (name: SideName, title: string, data: AccessData): PageSide => ({
    name,
    title,
    graph: createAccessGraph(data),
  });
  return before === undefined
    ? [side('after', 'Now', after)]
    : [side('before', 'Before', before), side('after', 'After', after)];
}

function getNodes({ groups, identities, roles }: AccessGraph) {
  return [['group', groups] as const, ['identity', identities] as const, ['role', roles] as const];
}

function keyAbove(graph: AccessGraph, { node }: Draft, key = ''): string | undefined {
  if (node === 'group') return graph.group(key).parent?.key;
  return node === 'identity' ? graph.identity(key).group?.key : graph.role(key).group?.key;
}

function link(node: Draft, above: Draft): void {
  node.parent = above;
  above.children.push(node);
}

/** The order of siblings: subgroups come last. */
const order: readonly PageNode['node'][] = ['identity', 'role', 'grant', undefined, 'group'];

function compareNodes(a: PageNode, b: PageNode): number {
  return (
    order.indexOf(a.node) - order.indexOf(b.node) ||
    compareNames(a.kind, b.kind) ||
    compareNames(a.label, b.label) ||
    a.id - b.id
  );
}

/** Returns true if the node already has the finding: the object of a cause can also be one that it affects. */
function isListed(node: Draft | undefined, { id, subject }: PageFinding): boolean {
  return node?.findings.some((finding) => finding.id === id && finding.subject === subject) ?? false;
}

const severities: readonly PageSeverity[] = ['low', 'medium', 'high'];

/** Returns the worst severity; `low` without a finding. */
export function getWorst(findings: readonly Pick<PageFinding, 'severity'>[]): PageSeverity {
  return severities.findLast((severity) => findings.some((finding) => finding.severity === severity)) ?? 'low';
}

function sumUp(nodes: readonly Draft[]): void {
  const counted = new Map<string, Set<Draft>>();
  for (const node of nodes) {
    const mark = node.status === 'kept' ? undefined : CHANGE_TEXTS[node.status].tone;
    for (const finding of node.findings) {
      // The objects of a merged finding share what accepts it.
      const seen = counted.get(finding.accept) ?? new Set();
      counted.set(finding.accept, seen);
      for (const above of withAncestors(node)) {
        if (seen.has(above)) break;
        seen.add(above);
        above.total.findings++;
      }
    }
    if (mark === undefined && node.findings.length === 0) continue;
    for (const above of withAncestors(node)) {
      if (mark !== undefined) above.total[mark]++;
      if (node.findings.length > 0) above.worst = getWorst([...node.findings, { severity: above.worst ?? 'low' }]);
    }
  }
}

function* withAncestors(node: Draft): Iterable<Draft> {
  for (let above: Draft | undefined = node; above !== undefined; above = above.parent as Draft | undefined) yield above;
}
