/** A random configuration of an organization, and the next one. Only Terraform resolves the references. */
import type { Random } from '../../support/random';

type Json = Readonly<Record<string, unknown>>;

/** Each object has a slot, which is its name in the configuration. A slot can be empty. */
export interface Model {
  readonly groups: readonly (Placed | undefined)[];
  readonly identities: readonly (Placed | undefined)[];
  /** Objects in the root group. */
  readonly capabilities: readonly string[];
  readonly bindings: readonly (Binding | undefined)[];
}

interface Placed {
  /** The parent: a group with a lower slot, or the root. */
  readonly parent: number;
  readonly name: string;
}

interface Binding {
  readonly identity: number;
  readonly role: string;
  readonly group: number;
  /** True if references use a local value, which no plan shows. */
  readonly isIndirect: boolean;
}

const BUILT_IN = ['viewer', 'editor', 'owner', 'limited_owner'];
const ROLES = [...BUILT_IN, 'helper'];
const [GROUPS, IDENTITIES, BINDINGS] = [4, 3, 6];

/** Returns another configuration: each slot is filled again with this probability, in percent. */
export function nextModel(random: Random, known: readonly string[], before?: Model, percent = 30): Model {
  const slots = <T>(
    count: number,
    old: readonly (T | undefined)[] | undefined,
    make: (slot: number) => T | undefined,
  ) =>
    Array.from({ length: count }, (_, slot) => {
      const isKept = old !== undefined && !random.chance(percent);
      return isKept ? old[slot] : make(slot);
    });
  const placed = (prefix: string) => (slot: number) =>
    random.chance(20)
      ? undefined
      : { parent: random.below(GROUPS + 1) - 1, name: `${prefix}${slot}${random.chance(20) ? ' b' : ''}` };
  const some = known.filter(() => random.chance(40));
  return {
    groups: slots(GROUPS, before?.groups, placed('g')),
    identities: slots(IDENTITIES, before?.identities, placed('i')),
    capabilities: before === undefined || random.chance(percent) ? [...some, 'groups.list'] : before.capabilities,
    bindings: slots(BINDINGS, before?.bindings, () =>
      random.chance(20)
        ? undefined
        : {
            identity: random.below(IDENTITIES),
            role: random.pick(ROLES) ?? 'viewer',
            group: random.below(GROUPS + 1) - 1,
            isIndirect: random.chance(50),
          },
    ),
  };
}

/** Returns the configuration in Terraform's JSON syntax. */
export function configurationOf(model: Model, root: string): Json {
  const findGroup = (slot: number, below = GROUPS) =>
    slot >= 0 && slot < below && model.groups[slot] !== undefined ? `platform_group.g${slot}.uid` : undefined;
  const text = (reference: string | undefined) => (reference === undefined ? root : `\${${reference}}`);
  const locals = new Map<string, string>();
  const indirect = (reference: string) => {
    const name = reference.replaceAll('.', '_');
    // An expression for which a plan shows only its references.
    locals.set(name, `\${[for uid in [${reference}] : uid][0]}`);
    return `\${local.${name}}`;
  };
  const resources = <T>(
    all: readonly (T | undefined)[],
    prefix: string,
    make: (one: T, slot: number) => Json | undefined,
  ) =>
    Object.fromEntries(
      all.flatMap((one, slot) => {
        const made = one === undefined ? undefined : make(one, slot);
        return made === undefined ? [] : [[`${prefix}${slot}`, made]];
      }),
    );
  const taken = new Set<string>();
  const resource: Readonly<Record<string, Json>> = {
    platform_role: { helper: { group_uid: root, name: 'helper', capabilities: model.capabilities } },
    platform_group: resources(model.groups, 'g', ({ parent, name }, slot) => ({
      parent_uid: text(findGroup(parent, slot)),
      name,
    })),
    platform_identity: resources(model.identities, 'i', ({ parent, name }) => ({
      group_uid: text(findGroup(parent)),
      name,
      claim_match: { issuer: 'https://issuer.example', subject: 's' },
    })),
    platform_role_binding: resources(model.bindings, 'b', ({ identity, role, group, isIndirect }) => {
      const key = `${identity} ${role} ${findGroup(group) ?? ''}`;
      if (model.identities[identity] === undefined || taken.has(key)) return undefined;
      taken.add(key);
      const through = (reference: string) => (isIndirect ? indirect(reference) : text(reference));
      const where = findGroup(group);
      return {
        group_uid: where === undefined ? root : through(where),
        identity_uid: through(`platform_identity.i${identity}.uid`),
        role_uid: text(`${role === 'helper' ? '' : 'data.'}platform_role.${role}.uid`),
      };
    }),
  };
  return {
    data: { platform_role: Object.fromEntries(BUILT_IN.map((name) => [name, { name }])) },
    // Terraform requires at least one resource of each type.
    resource: Object.fromEntries(Object.entries(resource).filter(([, all]) => Object.keys(all).length > 0)),
    locals: [Object.fromEntries(locals)],
  };
}
