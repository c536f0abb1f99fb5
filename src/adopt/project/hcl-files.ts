/** The README next to a configuration in HCL. */
import { ownersSection, type TrustedOwner } from './adopted-trust';
import { undeclaredSection, type UndeclaredTrust } from './undeclared-trust';

interface Provided {
  readonly hasImports: boolean;
  /** True if `terraform init` installs a release's executable. */
  readonly isExecutable: boolean;
  /** `platform-iac` as a shell finds it in the folder. */
  readonly command: string;
  readonly owners: readonly TrustedOwner[];
  readonly undeclared: readonly UndeclaredTrust[];
}

/** Returns `README.md`. */
export function hclReadme({ hasImports, isExecutable, command, owners, undeclared }: Provided): string {
  const rows = [
    ['`main.tf`', 'The provider, look-ups, and everything directly in the root group'],
    ['Other `.tf` files', 'One for each group under the root, if the organization is large'],
    ['`variables.tf`', 'The root group, and secrets that the API never returns'],
    ...(hasImports ? [['`imports.tf`', 'The uids of the existing objects, which the first apply imports']] : []),
    ['`review.config.json`', 'The owners that you trust, the names of groups, and the rules of the review'],
    ['`NOT-ADOPTED.md`', 'The objects that the configuration does not declare, with the reasons'],
  ];
  const first = [
    '## First apply',
    '',
    '1. Read `NOT-ADOPTED.md`, and confirm the owners in `review.config.json`.',
    '2. Run the commands above. The plan imports every object and changes nothing.',
    '3. Apply the plan: `terraform apply`.',
    '4. Delete `imports.tf`.',
    '',
  ];
  return [
    '# Organization',
    '',
    `This configuration declares an organization. ${
      isExecutable
        ? 'You need Terraform or OpenTofu. `terraform init` installs the provider from a registry, or from a mirror of a release.'
        : 'You need Terraform or OpenTofu, and Node 20.18.1 or newer for the provider.'
    }`,
    '',
    '| File | Purpose |',
    '| --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    'Set `PLATFORM_BASE_URL` and `PLATFORM_TOKEN`. Then run in this folder:',
    '',
    '```sh',
    ...(isExecutable ? [] : [`${command} install .`]),
    'terraform init',
    `${command} plan`,
    '```',
    '',
    ...ownersSection(owners),
    ...undeclaredSection(undeclared),
    ...(hasImports ? first : []),
    'The state is local (`terraform.tfstate`) and belongs to one machine. Never commit it. Configure a backend before others apply.',
    '',
  ].join('\n');
}
