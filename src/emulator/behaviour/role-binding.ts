/** Source: specification §2 and §4 RoleBindings; not-shown "RoleBinding batch", "Capabilities and built-in roles". */
import { group, identity, role, roleBinding } from '../../resources';
import { alreadyExists, invalidArgument, invalidField } from '../errors';
import type { Behaviour, Change, Context, CustomMethod, Values } from '../service';
import { equal } from '../store';
import { checkMayGive, roleProblem } from './granting';
import { referred, referredIdentity } from './referred';

/** The most role bindings that one batch may create. */
const batchSize = 25;

const batchCreate: CustomMethod = {
  httpMethod: 'POST',
  run: (body, caller, _context, { create }) => {
    const { parent, requests } = body;
    if (typeof parent !== 'string' || parent === '') throw invalidField('parent', 'parent is required');
    if (!Array.isArray(requests) || requests.length === 0) throw invalidField('requests', 'requests is required');
    if (requests.length > batchSize) throw invalidField('requests', `requests must have at most ${batchSize} elements`);
    const created = requests.map((request: unknown, index) => {
      const { parent: own = parent, ...rest } = (request ?? {}) as Values;
      const binding = rest['roleBinding'] ?? rest['role_binding'];
      if (own !== parent) throw invalidField(`requests.${index}.parent`, `requests.${index}.parent must equal parent`);
      if (binding === undefined)
        throw invalidField(`requests.${index}.roleBinding`, `requests.${index}.roleBinding is required`);
      return create(roleBinding, parent, binding, caller);
    });
    return { roleBindings: created };
  },
};

export const roleBindingBehaviour: Behaviour = {
  deleteIsIdempotent: true,
  check: (change, context) => {
    checkReferences(change, context);
    checkUnique(change, context);
    checkMayGive(context, change.caller, String(change.after.values['roleUid']), String(change.after.parent));
  },
  hydrate: ({ parent, values }, lookUp) => {
    const bound = lookUp(identity.kind, String(values['identityUid']));
    const given = lookUp(role.kind, String(values['roleUid']));
    const held = lookUp(group.kind, String(parent));
    return {
      ...(bound !== undefined && { identity: referredIdentity(bound) }),
      ...(given !== undefined && { role: referred(given) }),
      ...(held !== undefined && { group: referred(held) }),
    };
  },
  methods: { batchCreate },
};

function checkReferences({ after }: Change, context: Context): void {
  const { identityUid, roleUid } = after.values;
  const bound = context.store.get(identity.kind, String(identityUid));
  const violations = [
    bound === undefined
      ? { field: 'identityUid', description: `identityUid names no identity: ${String(identityUid)}` }
      : undefined,
    roleProblem(context, 'roleUid', String(roleUid), String(after.parent)),
  ].filter((violation) => violation !== undefined);
  if (violations.length > 0) throw invalidArgument(violations);
}

function checkUnique({ declaration, after }: Change, { store }: Context): void {
  const { identityUid, roleUid } = after.values;
  const same = [
    equal('parent', String(after.parent)),
    equal('identityUid', String(identityUid)),
    equal('roleUid', String(roleUid)),
  ];
  const other = store.find(roleBinding.kind, same).find(({ uid }) => uid !== after.uid);
  if (other === undefined) return;
  const description = `identity ${String(identityUid)} has this role in ${String(after.parent)} by ${other.uid}`;
  throw alreadyExists(declaration, other.uid, description);
}
