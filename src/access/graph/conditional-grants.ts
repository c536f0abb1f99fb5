/** Grants to anyone who meets a condition: their identities, and the people whom these represent. */
import { isPlaceholderUid, isUid } from '../../model/api';
import type { BindingInput, ConditionalGrant, GrantInput, GrantNode, GroupNode, IdentityNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** Returns a function that returns the key of the identity with a grant: one for all mappings of an external group. */
export function holderKeys(grants: readonly GrantInput[]): (grant: GrantInput) => string {
  const keys = new Map<string, string>();
  const findId = ({ provider, name }: ConditionalGrant) =>
    provider === undefined || name === undefined ? undefined : JSON.stringify([provider, name]);
  // Existing mappings first: their key stays when others are added.
  const mappings = grants.filter((grant) => !isBinding(grant)).sort((a, b) => compareKeys(a.key, b.key));
  for (const mapping of mappings) {
    const id = findId(mapping);
    if (id !== undefined && !keys.has(id)) keys.set(id, mapping.key);
  }
  return (grant) => (isBinding(grant) ? grant.identity : (keys.get(findId(grant) ?? '') ?? grant.key));
}

function compareKeys(a: string, b: string): number {
  const isNew = (key: string) => Number(!isUid(key) || isPlaceholderUid(key));
  return isNew(a) - isNew(b) || compareNames(a, b);
}

/** Gives people in an external group the grants of everyone who signs in through its identity provider. */
export function includePeople(
  grants: readonly GrantNode[],
  identities: ReadonlyMap<string, Mutable<IdentityNode>>,
): void {
  const providers = new Map(
    grants.flatMap(({ key, source, identity }) => (source === 'identity_provider' ? [[key, identity] as const] : [])),
  );
  for (const { provider, identity } of grants) {
    const everyoneSigningIn = provider === undefined ? undefined : providers.get(provider);
    const node = identities.get(identity.key);
    if (everyoneSigningIn === undefined || node === undefined || node.includedIn !== undefined) continue;
    node.includedIn = everyoneSigningIn;
    node.grants.push(...everyoneSigningIn.grants.map((grant) => ({ ...grant, identity: node })));
  }
}

/** Returns the key of the group with the object that admits people. An identity provider is in the root group. */
export function describePlace({ source, group }: ConditionalGrant, groups: ReadonlyMap<string, GroupNode>): string {
  if (source !== 'external_group_role_mapping') return group;
  let node = groups.get(group);
  while (node?.parent !== undefined) node = node.parent;
  return node?.key ?? group;
}

/** In brackets, which no name of an identity contains. */
export function conditionalName({ source, name, recipient }: ConditionalGrant): string {
  if (source === 'external_group_role_mapping') return `(anyone in the external group ${name ?? 'of a mapping'})`;
  if (source === 'group_invite') {
    const invite = recipient === undefined ? 'an invite' : `the invite for ${recipient}`;
    return `(anyone who accepts ${invite})${name === undefined ? '' : `#${name}`}`;
  }
  return `(anyone who signs in${name === undefined ? '' : ` through ${name}`})`;
}

/** Returns true for a grant to one identity. */
export function isBinding(grant: GrantInput): grant is BindingInput {
  return grant.source === undefined || grant.source === 'role_binding';
}
