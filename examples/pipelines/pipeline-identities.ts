/** The two identities of a pipeline, with least-privilege roles and trust policies. */
import { Construct } from 'constructs';
import { Identity, Role, RoleBinding, type Capability, type ClaimMatch, type IGroup } from 'cdktf-provider-platform';

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
  /** The trust policies of both identities. */
  readonly assumedBy: AssumedBy;
}

/** The tokens of the CI system that each identity accepts. */
export interface AssumedBy {
  readonly planner: ClaimMatch;
  readonly applier: ClaimMatch;
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
      claimMatch: props.assumedBy.planner,
      role: { group: root, capabilities: planning },
      where: root,
    });
    this.applier = this.identity('applier', {
      group,
      description: 'Applies what was reviewed, in one group and beneath it.',
      claimMatch: props.assumedBy.applier,
      role: { group: root, capabilities: [...new Set([...applying, ...handsOn])].sort() },
      where: manages,
    });
  }

  private identity(
    name: string,
    props: {
      readonly group: IGroup;
      readonly description: string;
      readonly claimMatch: ClaimMatch;
      readonly role: { readonly group: IGroup; readonly capabilities: readonly Capability[] };
      readonly where: IGroup;
    },
  ): Identity {
    const { group, description, claimMatch, role, where } = props;
    const identity = new Identity(this, name, { group, name, description, claimMatch, deletionProtection: true });
    const held = new Role(this, `${name}-role`, { ...role, name: `pipeline-${name}`, description });
    new RoleBinding(this, `${name}-binding`, { group: where, identity, role: held });
    return identity;
  }
}

export interface GitHubRepository {
  readonly owner: string;
  /** The immutable id of the owner: others can take over a name. `gh api repos/OWNER/NAME --jq .owner.id` */
  readonly ownerId: string;
  readonly name: string;
  /** `gh api repos/OWNER/NAME --jq .id` */
  readonly id: string;
  /**
   * If true, subjects also contain the ids, as for repositories that were created, renamed or transferred after 2026-07-15.
   *
   * @default true
   */
  readonly immutableSubject?: boolean;
  /** @default - github.com */
  readonly issuer?: string;
}

/**
 * Returns trust policies for GitHub Actions. Three workflows of the main branch assume the planner; one of them runs for pull requests.
 * Two workflows of the main branch assume the applier, in a job of the environment `production`.
 */
function gitHubActions(repository: GitHubRepository): AssumedBy {
  const { owner, ownerId, name, id, immutableSubject = true } = repository;
  const { issuer = 'https://token.actions.githubusercontent.com' } = repository;
  const subject = immutableSubject ? `repo:${owner}@${ownerId}/${name}@${id}` : `repo:${owner}/${name}`;
  const claims = { repository_owner_id: ownerId, repository_id: id, ref: 'refs/heads/main' };
  const workflows = (names: string): Readonly<Record<string, string>> => ({
    workflow_ref: `^${escaped(`${owner}/${name}`)}/\\.github/workflows/(${names})\\.yml@refs/heads/main$`,
  });
  return {
    planner: {
      issuer,
      subject: `${subject}:ref:refs/heads/main`,
      claims,
      claimPatterns: workflows('review|drift|expiry'),
    },
    applier: { issuer, subject: `${subject}:environment:production`, claims, claimPatterns: workflows('apply|expiry') },
  };
}

export interface GitLabProject {
  /** For example `acme/organization`. */
  readonly path: string;
  /** The immutable id of the project. */
  readonly id: string;
  /** The `aud` of `id_tokens` in `.gitlab-ci.yml`: the host name of the authentication service. */
  readonly audience: string;
  /** @default - gitlab.com */
  readonly issuer?: string;
}

/**
 * Returns trust policies for GitLab CI. Jobs of any branch of the project assume the planner, because merge requests run their own
 * pipeline. Jobs of the protected main branch assume the applier in the protected environment `production`.
 */
function gitLab({ path, id, audience, issuer = 'https://gitlab.com' }: GitLabProject): AssumedBy {
  const branch = (name: string): string => `project_path:${path}:ref_type:branch:ref:${name}`;
  return {
    planner: {
      issuer,
      audience,
      subjectPattern: `^${escaped(branch(''))}.+$`,
      claims: { project_id: id },
    },
    applier: {
      issuer,
      audience,
      subject: branch('main'),
      claims: { project_id: id, ref_protected: 'true', environment: 'production', environment_protected: 'true' },
    },
  };
}

/** The trust policies by CI system. */
export const assumedBy = { gitHubActions, gitLab } as const;

/** Returns a pattern that matches exactly this text. */
function escaped(text: string): string {
  return text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&');
}
