/** Prints an organization as a tree of lines, and two states of it as one tree that shows the changes. */
import { bold, dim } from '../say.mjs';

/**
 * Returns the objects of a root group. An object's parent is the uid without its last segment.
 *
 * @returns {Promise<readonly { uid: string, kind: string, label: string, note: string }[]>} with each group's identities and
 * bindings before its groups
 */
export async function organization({ call, list }, rootGroupUid) {
  const [top, identities, bindings, groups] = await Promise.all([
    call('GET', `groups/${rootGroupUid}`),
    list('identities', rootGroupUid),
    list('roleBindings', rootGroupUid),
    list('groups', rootGroupUid),
  ]);
  const described =
    (kind) =>
    ({ uid, name, description = '' }) => ({ uid, kind, label: name, note: description });
  return [
    described('group')(top),
    ...identities.map(described('identity')),
    ...bindings.map(({ uid, identity, role }) => ({
      uid,
      kind: 'binding',
      label: `${identity?.name} is ${role?.name}`,
      note: '',
    })),
    ...groups.map(described('group')),
  ];
}

/**
 * Returns the tree of `after`. Objects that only `before` has are in their old places.
 *
 * @returns {{ mark: '+' | '-' | '~' | ' ', text: string }[]} the text of an unmarked line is styled
 */
export function treeOfChanges(before, after) {
  const old = new Map(before.map((node) => [node.uid, node]));
  const current = new Map(after.map((node) => [node.uid, node]));
  const kept = after.map((node) => compared(old.get(node.uid), node));
  const removed = before.filter(({ uid }) => !current.has(uid)).map((node) => compared(node, undefined));
  const [top, ...others] = [...kept, ...removed].sort(byKind);
  const lines = [{ mark: top.mark, text: top.text }];
  const draw = ({ uid }, indent) => {
    const children = others.filter((each) => readParent(each.uid) === uid);
    children.forEach((child, index) => {
      const last = index === children.length - 1;
      lines.push({ mark: child.mark, text: `${indent}${last ? '└─ ' : '├─ '}${child.text}` });
      draw(child, `${indent}${last ? '   ' : '│  '}`);
    });
  };
  draw(top, '');
  return lines;
}

const readParent = (uid) => uid.slice(0, uid.lastIndexOf('/'));

const kinds = ['identity', 'binding', 'group'];
/** The root comes first. The others keep their order. */
function byKind(a, b) {
  const rank = ({ uid, kind }) => (uid.includes('/') ? kinds.indexOf(kind) : -1);
  return rank(a) - rank(b);
}

function compared(before, after) {
  const { uid, kind } = after ?? before;
  const mark = before === undefined ? '+' : after === undefined ? '-' : sameText(before, after) ? ' ' : '~';
  if (mark === ' ') {
    const { label, note } = after;
    return { uid, kind, mark, text: `${dim(kind)} ${bold(label)}${note && dim(`  ${note}`)}` };
  }
  const { label, note } = after ?? before;
  const from = before && before.label !== label ? `${before.label} -> ` : '';
  return { uid, kind, mark, text: `${kind} ${from}${label}${note && `  ${note}`}` };
}

const sameText = (a, b) => a.label === b.label && a.note === b.note;
