import { bold, dim } from './say.mjs';

/** The lines that show an organization as a tree: groups, and in each its identities and what they may do. */
export async function organizationTree({ baseUrl, token, rootGroupUid }) {
  const get = async (path) => {
    const response = await fetch(`${baseUrl}/iam/v2beta1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
    return response.json();
  };
  const list = async (kind) => (await get(`${kind}?page_size=200&uidp.descendants_of=${rootGroupUid}`))[kind] ?? [];
  const [root, groups, identities, bindings] = await Promise.all([
    get(`groups/${rootGroupUid}`),
    list('groups'),
    list('identities'),
    list('roleBindings'),
  ]);

  const within = (objects, { uid }) => objects.filter((each) => each.uid.slice(0, each.uid.lastIndexOf('/')) === uid);
  const children = (group) => [
    ...within(identities, group).map((identity) => ({ text: ['identity', identity.name, identity.description] })),
    ...within(bindings, group).map(({ identity, role }) => ({
      text: ['binding', `${identity?.name} is ${role?.name}`],
    })),
    ...within(groups, group).map((child) => ({ text: ['group', child.name, child.description], group: child })),
  ];
  const lines = [described('group', root.name, root.description)];
  const draw = (group, indent) => {
    const nodes = children(group);
    nodes.forEach(({ text, group: child }, index) => {
      const last = index === nodes.length - 1;
      lines.push(`${indent}${last ? '└─ ' : '├─ '}${described(...text)}`);
      if (child) draw(child, `${indent}${last ? '   ' : '│  '}`);
    });
  };
  draw(root, '');
  return lines;
}

function described(kind, name, description) {
  return `${dim(kind)} ${bold(name)}${description ? dim(`  ${description}`) : ''}`;
}
