/** The two identities of a pipeline, with the least roles that do its work, and who may assume them. */
import { Construct } from 'constructs';
import { Identity, Role, RoleBinding, type Capability, type ClaimMatch, type IGroup } from 'cdktf-provider-platform';

/** The kinds that the organization's stack declares. Another kind in `main.ts` needs a line here, or its apply is refused. */
const kinds = ['groups', 'identity', 'roles', 'role_bindings'] as const;

/** All that a plan and a review need: nothing in it changes anything. */
const planning: readonly Capability[] = kinds.map((kind): Capability => `${kind}.list`);

const applying: readonly Capability[] = kinds.flatMap((kind): Capability[] => [
  `${kind}.create`,
  `${kind}.update`,
  `${kind}.list`,
  `${kind}.delete`,
]);

export interface PipelineIdentitiesProps {
  /** The organization. The roles lie in it, and the planner reads all of it. */
  readonly root: IGroup;
  /** Where the identities lie. Not beneath `manages`: the applier must not be able to change who may assume it. */
  readonly group: IGroup;
  /** What the applier changes, with everything beneath. */
  readonly manages: IGroup;
  /** What the organization's stack hands on by its role bindings: nobody can grant what they lack. */
  readonly handsOn: readonly Capability[];
  /** Who may assume the two. */
  readonly assumedBy: AssumedBy;
}

/** Which tokens of the CI system are accepted. */
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
  /** A number that stays with the owner: names are given up and taken by others. `gh api repos/OWNER/NAME --jq .owner.id` */
  readonly ownerId: string;
  readonly name: string;
  /** `gh api repos/OWNER/NAME --jq .id` */
  readonly id: string;
  /**
   * Whether subjects hold the numbers, too: so for repositories created, renamed or transferred after 2026-07-15.
   *
   * @default true
   */
  readonly immutableSubject?: boolean;
  /** @default - github.com */
  readonly issuer?: string;
}

/**
 * GitHub Actions. The planner is assumed by two workflows of the main branch, one of which runs for pull requests; the
 * applier by one workflow of the main branch, in a job of the environment `production`.
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
    planner: { issuer, subject: `${subject}:ref:refs/heads/main`, claims, claimPatterns: workflows('review|drift') },
    applier: { issuer, subject: `${subject}:environment:production`, claims, claimPatterns: workflows('apply') },
  };
}

export interface GitLabProject {
  /** Such as `acme/organization`. */
  readonly path: string;
  /** A number that stays with the project. */
  readonly id: string;
  /** The `aud` of `id_tokens` in `.gitlab-ci.yml`: the host name of the authentication service. */
  readonly audience: string;
  /** @default - gitlab.com */
  readonly issuer?: string;
}

/**
 * GitLab CI. The planner is assumed by jobs of any branch of the project, since merge requests run their own pipeline; the
 * applier by jobs of the protected main branch in the protected environment `production`.
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

/** Whose tokens are accepted, by the CI system. */
export const assumedBy = { gitHubActions, gitLab } as const;

/** As a pattern that matches just this text. */
function escaped(text: string): string {
  return text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&');
}
