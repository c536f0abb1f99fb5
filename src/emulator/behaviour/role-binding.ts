/** Source: specification §2 and §4 RoleBindings; not-shown "RoleBinding batch", "Capabilities and built-in roles". */
import { isWithin, parentUid } from '../../api';
import { group, identity, role, roleBinding } from '../../resources';
import { alreadyExists, invalidArgument, invalidField, permissionDenied } from '../errors';
import type { Behaviour, Change, Context, CustomMethod, Values } from '../service';
import { equal, type StoredRecord } from '../store';
import { referredIdentity } from './identity';
import { capabilitiesOf } from './role';

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
    const bound = checkReferences(change, context);
    checkUnique(change, context);
    const scope = String(change.after.parent);
    const lacking = context.access.lacking(change.caller, capabilitiesOf(bound), scope);
    if (lacking.length > 0) throw permissionDenied(lacking, scope, 'nobody can give what they lack:');
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

function checkReferences({ after }: Change, { store }: Context): StoredRecord {
  const { identityUid, roleUid } = after.values;
  const identityRecord = store.get(identity.kind, String(identityUid));
  const roleRecord = store.get(role.kind, String(roleUid));
  const violations = [];
  if (identityRecord === undefined)
    violations.push({ field: 'identityUid', description: `identityUid names no identity: ${String(identityUid)}` });
  if (roleRecord === undefined)
    violations.push({ field: 'roleUid', description: `roleUid names no role: ${String(roleUid)}` });
  // A custom role holds in its group and beneath; a built-in one everywhere.
  else if (roleRecord.parent !== undefined && !isWithin(String(after.parent), roleRecord.parent))
    violations.push({
      field: 'roleUid',
      description: `roleUid names a role of ${roleRecord.parent}, which cannot be bound outside of it`,
    });
  if (roleRecord === undefined || violations.length > 0) throw invalidArgument(violations);
  return roleRecord;
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
  const description = `identity ${String(identityUid)} has this role in ${parentUid(after.uid) ?? ''} by ${other.uid}`;
  throw alreadyExists(declaration, other.uid, description);
}

function referred({ uid, values }: StoredRecord): Values {
  const { name, description } = values;
  return { uid, name, description };
}
