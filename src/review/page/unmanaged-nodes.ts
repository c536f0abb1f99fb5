/** The nodes of unmanaged objects that prevent a deletion: they stay. */
import { displayed } from '../../base/text/visible';
import type { PageData, PageObject, PageUnmanaged } from './data';

type NodeKind = NonNullable<PageObject['node']>;

/** A node of an object that no plan manages. */
interface UnmanagedNode {
  readonly kind: string;
  readonly node: NodeKind;
  readonly label: string;
  /** The text after the label. */
  readonly note: string;
  readonly warning?: string;
  readonly path: string;
  readonly uid: string;
  /** The uid of the group. */
  readonly parent: string;
}

/** Returns the nodes of the unmanaged objects of all findings, each once. */
export function listUnmanagedNodes({ review }: Pick<PageData, 'review'>): UnmanagedNode[] {
  const objects = (review?.findings ?? [])
    .flatMap((finding) => [finding, ...(finding.affected ?? [])])
    .flatMap(({ unmanaged }) => unmanaged?.objects ?? []);
  const distinct = new Map(objects.map((object) => [`${object.kind} ${object.uid}`, object]));
  return [...distinct.values()].map(toNode);
}

const STAYS = 'not managed, stays';

/** All other objects are grants. */
const NODES: Readonly<Record<string, NodeKind>> = { group: 'group', identity: 'identity', role: 'role' };

function toNode({ kind, name, uid, users = '' }: PageUnmanaged['objects'][number]): UnmanagedNode {
  const node = NODES[kind] ?? 'grant';
  return {
    ...{ kind, node, path: name, uid },
    ...(users.startsWith('outsiders: ') && { warning: 'outsiders' }),
    // A label with the role shows a grant.
    note: node === 'grant' && name.includes(' is ') ? STAYS : `${kind}, ${STAYS}`,
    label: displayed(node === 'grant' ? grantLabel(name) : getLast(name)),
    // An account association has the uid of its group.
    parent: kind === 'account association' ? uid : uid.slice(0, uid.lastIndexOf('/')),
  };
}

/** Returns `owner ← bot` for `acme/shop/bot is owner in acme/shop`: the place in the tree shows the group. */
function grantLabel(name: string): string {
  const { who, role } = /^(?<who>.*) is (?<role>.*) in .*$/s.exec(name)?.groups ?? {};
  return who === undefined || role === undefined
    ? getLast(name.replace(/ in [^ ]+$/, '').replace(' for ', ' ← '))
    : `${getLast(role)} ← ${getLast(who)}`;
}

function getLast(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
