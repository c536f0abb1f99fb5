/** The engine that the acceptance tests run, and its features: Terraform or OpenTofu of any version. */
import { spawnSync } from 'node:child_process';

export interface Engine {
  readonly name: 'Terraform' | 'OpenTofu';
  /** Such as `1.11.4`. */
  readonly version: string;
}

/** Features of newer engines, by the version that introduced them. */
const since = {
  // The engine itself rejects an apply for which `file` returns another text than for the plan.
  'consistent files': { Terraform: '1.13', OpenTofu: undefined },
  'deprecation message': { Terraform: '1.15', OpenTofu: '1.12' },
  // A resource with replace_triggered_by is replaced if the trigger is new.
  'triggers by a create': { Terraform: undefined, OpenTofu: '1.12' },
  'ephemeral mock': { Terraform: undefined, OpenTofu: '1.11' },
  identity: { Terraform: '1.12', OpenTofu: '1.12' },
  'import in a module': { Terraform: '1.16', OpenTofu: undefined },
  'move across types': { Terraform: '1.8', OpenTofu: '1.10' },
  query: { Terraform: '1.14', OpenTofu: undefined },
  'write-only': { Terraform: '1.11', OpenTofu: '1.11' },
} as const;

export type Ability = keyof typeof since;

/** Defects of engines, by the versions that have them. */
const defects = {
  // https://github.com/hashicorp/terraform/issues/39076: a resource that Terraform replaces because it references one with
  // create_before_destroy is itself created first, and its former object remains until the next apply.
  'late deletion of dependents': { Terraform: /^1\.16\.0(-|$)|^1\.17\.0-(alpha|dev)/, OpenTofu: undefined },
} as const;

let found: Engine | undefined;

export function engine(): Engine {
  if (found !== undefined) return found;
  const binary = process.env.TERRAFORM_BINARY_NAME ?? 'terraform';
  const env = { ...process.env, CHECKPOINT_DISABLE: '1' };
  const { stdout, status } = spawnSync(binary, ['version'], { encoding: 'utf8', timeout: 60_000, env });
  // A warning about the CLI configuration may stand before it.
  const [, name, version] = /^(Terraform|OpenTofu) v(\S+)/m.exec(stdout) ?? [];
  if (status !== 0 || name === undefined || version === undefined) throw new Error(`${binary} tells no version.`);
  found = { name: name as Engine['name'], version };
  return found;
}

export function can(ability: Ability): boolean {
  const { name, version } = engine();
  const first = since[ability][name];
  return first !== undefined && minor(version) >= minor(first);
}

export function hasDefect(defect: keyof typeof defects): boolean {
  const { name, version } = engine();
  return defects[defect][name]?.test(version) ?? false;
}

/** `describe` for an engine that has the ability; for another it says why nothing is run. */
export function describeWith(ability: Ability, title: string, tests: () => void): void {
  const { name, version } = engine();
  if (can(ability)) describe(title, tests);
  else
    describe.skip(`${title} (${name} ${version} has no ${ability}: Terraform ${since[ability].Terraform} does)`, tests);
}

function minor(version: string): number {
  return Number(version.split('.')[1]);
}
