/** The two identities of a pipeline, with least-privilege roles and trust policies. */
import { Construct } from 'constructs';
import { Identity, Role, RoleBinding, type Capability, type IGroup, type Trust } from 'cdktf-provider-platform';

/** The kinds that the organization's stack declares. Add each new kind here; otherwise the API denies its apply. */
const kinds = ['groups', 'identity', 'roles', 'role_bindings'] as const;

/** The capabilities of plans and reviews: read-only. */
const planning: readonly Capability[] = kinds.map((kind): Capability => `${kind}.list`);

const applying: readonly Capability[] = kinds.flatMap((kind): Capability[] => [
  `${kind}.create`,
  `${kind}.update`,
  `${kind}.list`,
  `${kind}.delete`,
]);

export interface PipelineIdentitiesProps {
  /** The root group of the organization. It contains the roles, and the planner can read all of it. */
  readonly root: IGroup;
  /** The group of the identities. It must not be beneath `manages`: the applier must not be able to change its trust policy. */
  readonly group: IGroup;
  /** The group that the applier manages, with everything beneath it. */
  readonly manages: IGroup;
  /** The capabilities that the organization's stack grants. The applier needs them: nobody can grant what they lack. */
  readonly handsOn: readonly Capability[];
  /** The jobs that assume each identity. */
  readonly assumedBy: { readonly planner: Trust; readonly applier: Trust };
}

export class PipelineIdentities extends Construct {
  readonly planner: Identity;
  readonly applier: Identity;

  constructor(scope: Construct, id: string, props: PipelineIdentitiesProps) {
    super(scope, id);
    const { root, group, manages, handsOn } = props;
    this.planner = this.identity('planner', {
      group,
      description: 'Plans and reviews. Reads the organization and changes nothing.',
      assumedBy: props.assumedBy.planner,
      role: { group: root, capabilities: planning },
      where: root,
    });
    this.applier = this.identity('applier', {
      group,
      description: 'Applies what was reviewed, in one group and beneath it.',
      assumedBy: props.assumedBy.applier,
      role: { group: root, capabilities: [...new Set([...applying, ...handsOn])].sort() },
      where: manages,
    });
  }

  private identity(
    name: string,
    props: {
      readonly group: IGroup;
      readonly description: string;
      readonly assumedBy: Trust;
      readonly role: { readonly group: IGroup; readonly capabilities: readonly Capability[] };
      readonly where: IGroup;
    },
  ): Identity {
    const { group, description, assumedBy, role, where } = props;
    const identity = new Identity(this, name, { group, name, description, assumedBy, deletionProtection: true });
    const held = new Role(this, `${name}-role`, { ...role, name: `pipeline-${name}`, description });
    new RoleBinding(this, `${name}-binding`, { group: where, identity, role: held });
    return identity;
  }
}
