/** The printed texts of errors without a code: a test runs or records each. An ellipsis replaces names. */

export type Symptom = readonly [text: string, cause: string, next: string];

export const SYNTHESIS_SYMPTOMS: readonly Symptom[] = [
  [
    'Validation failed with the following errors',
    'Props are invalid. Each line names the construct, the reason and the line of your program.',
    'Correct each line. If the list begins with "App-level validation", the program breaks [a rule](testing.md#enforce-rules).',
  ],
  [
    'must match',
    'A name contains characters that the API refuses.',
    'Use lowercase letters, digits, spaces, dots, underscores and dashes.',
  ],
  ['unknown prop', 'The prop is misspelled, or belongs to another object.', 'Use a name that the line suggests.'],
  [
    'the uid is undefined',
    'The environment variable with the uid is not set.',
    'Set it, for example `ROOT_GROUP_UID` to the uid of your root group.',
  ],
  [
    'is not a uid',
    'The text is a name or a path instead of a uid.',
    'Pass the uid, or find the group by its path: `Group.at(stack, "acme/payments")`.',
  ],
  [
    'declares the same',
    'Two constructs declare objects of one kind with the same parent and name.',
    'Remove one of them, or change its name.',
  ],
  [
    'its scope already contains',
    'Two constructs in one scope have the same id.',
    'Choose another id for one of them. A new id of an existing object needs [`wasAt`](changes.md#move-or-rename-a-construct).',
  ],
  [
    'an unknown capability',
    'A warning: this version does not know the capability.',
    'Correct it, or ignore the warning if your service has the capability.',
  ],
  ['is none of them', 'The name of a built-in role is misspelled.', 'Use the suggested name, or pass a `Role`.'],
  [
    'assumedBy accepts outsiders',
    'Somebody outside of your organization can obtain such a token. The line shows one.',
    'Add the `ids` that the line names, or narrow [the trust](trust.md#trust-workloads).',
  ],
  [
    'exactly one of assumedBy',
    'The identity does not state who can assume it, or states it twice.',
    'Set exactly one of the listed props.',
  ],
  [
    'is created in the App itself',
    'The first argument of the construct is not a stack.',
    'Pass a `TerraformStack`, or a construct in one.',
  ],
  ['it is a Promise: await it first', 'A prop contains an unfinished call.', 'Write `await` before the call.'],
  [
    'parent is missing',
    'A group needs a parent: a missing one never makes a root group.',
    'Pass `parent`, call `addGroup` of the parent, or `Group.root` for a new organization.',
  ],
  [
    'the file does not exist in',
    'The path of a data file or of rules is wrong for the working directory.',
    'Run the program in the folder of `cdktf.json`, or correct the path.',
  ],
  ['the data has', 'The data of a team or of an organization is invalid.', 'Correct each listed place.'],
  [
    'which is unmanaged',
    'Another object still refers to the object that you stop managing.',
    'Refer to the existing object, for example with `Group.fromUid`.',
  ],
  [
    'but its class is built for',
    'The program mixes CDK Terrain and CDK for Terraform.',
    'Import from `cdktf-provider-platform/cdktn` with `cdktn`, and from `cdktf-provider-platform` with `cdktf`.',
  ],
  [
    'would be written to the synthesized files in plain text',
    'A warning: a secret is a constant in the program.',
    'Pass a `TerraformVariable` instead.',
  ],
  [
    '@cdktf/provider-null is not installed',
    '`Settled` and `Rotation` need it with CDK for Terraform.',
    "Install it, or pass `anchor: 'terraform_data'`.",
  ],
  [
    'cannot install the provider into',
    'The folder of the stack cannot be written.',
    'Correct its permissions, or set `install: false` and use [a mirror](operating.md#installation-and-mirrors).',
  ],
];

export const COMMAND_SYMPTOMS: readonly Symptom[] = [
  [
    'Cannot run …: ',
    'The program, such as `main.ts`, threw an error. The sentence after its name is the reason.',
    'Correct the program. `npx tsx main.ts` shows the calls that led to the error.',
  ],
  [
    'Cannot synthesize: the app of',
    'The program of the project failed. Its error is above the line, and the table above explains it.',
    'Correct the program. Nothing was planned.',
  ],
  [
    'The program synthesized no stack',
    'The program ends without `app.synth()`, or writes to another folder.',
    'Call `app.synth()` at its end, and create the App without `outdir`.',
  ],
  ['stacks. Pass', 'The program has several stacks, and a plan has one.', 'Pass `--dir` of one stack.'],
  [
    'No configuration found in',
    'The folder contains no stack, no `.tf` file and no `cdktf.json`.',
    'Run the command in the folder of `cdktf.json`, or pass `--dir`.',
  ],
  ['is not a folder', 'The path after `--dir` is wrong.', 'Pass the folder of a stack: `cdktf.out/stacks/NAME`.'],
  [
    'Cannot find capability',
    'The capability is misspelled.',
    'Use the suggested name. [Capabilities](capabilities.md) lists all.',
  ],
  [
    'Cannot find group',
    'The organization has no group with this path, or the root group has no name in the plan.',
    'Use the suggested path, or add `names` to [review.config.json](review-configuration.md).',
  ],
  [
    'cannot determine the root group',
    'The state contains no object: it is lost, new, or of another stack.',
    'Configure the backend of the state, or pass `--root`. `adopt` [adds the objects of a lost state](adopt.md).',
  ],
  [
    'Cannot find the group',
    'No group that the token sees has this path or uid.',
    'Use the suggested path. If the token sees no group, check `PLATFORM_BASE_URL` and `PLATFORM_TOKEN`.',
  ],
  [
    'No object matches',
    'A pattern of `--only` or `--exclude` selects nothing.',
    'Use the suggested path. Paths begin with the name of the root group.',
  ],
  [
    'contains no package.json',
    '`adopt --unmanaged` adds files to a project, and the folder of `--out` contains none.',
    'Pass the folder of the project with `--out`, or omit `--unmanaged`.',
  ],
  [
    'it is not empty',
    '`adopt` writes a new project only to a new or an empty folder.',
    'Pass another folder with `--out`, or `--unmanaged` for an existing project.',
  ],
  [
    'No organization is named',
    'The question needs the source of its answer.',
    'Pass `--live`, or `--plan FILE` or `--state FILE`.',
  ],
  [
    'Remove the trailing comma',
    'A configuration in JSON has a comma after its last entry.',
    'Remove the comma in the printed line and column.',
  ],
  [
    'unknown key',
    'A key in `review.config.json` or in a data file is misspelled, or is in another place.',
    'Use the suggested name. [Review configuration](review-configuration.md) and [teams](teams.md) list the keys.',
  ],
  [
    'The seed is wrong',
    'The file after `--seed` has an invalid value at the printed place.',
    'Correct it. [The seed](emulator.md) lists the keys.',
  ],
  [
    'Port … is in use',
    'Another program listens at the port of `--port`.',
    'Stop it, or pass `--port 0` for a free port.',
  ],
  ['No plan is named', '`review` got no plan.', 'Pass the JSON of a plan, or `--live` for the current organization.'],
  [
    'no such file',
    'The file does not exist in the working directory. The message names it.',
    'Correct the path, or create the file first: `--json-out DIR` of `platform-iac plan` writes plans, and `snapshot` snapshots.',
  ],
  [
    'configurations apply',
    'A folder above the working directory has a configuration, too.',
    'Name one of them with `--config`.',
  ],
  [
    'No base_url',
    'The address of the API is not set.',
    'Set `PLATFORM_BASE_URL`. For the emulator, see `--print-env`.',
  ],
  [
    'nothing answers at',
    'The service or the emulator does not run at `PLATFORM_BASE_URL`.',
    'Start it, or check the address, the network and `HTTPS_PROXY`.',
  ],
  [
    'the token is refused',
    'The token is expired, malformed, or of another service.',
    'Set `PLATFORM_TOKEN` to a valid token.',
  ],
  [
    'The API rejects the token',
    'The token is expired, or of another service.',
    'Set `PLATFORM_TOKEN` to a valid token.',
  ],
  [
    'The API is unreachable',
    'Nothing answers at `PLATFORM_BASE_URL`.',
    'Check the address, the network and `HTTPS_PROXY`.',
  ],
  [
    'The API denies every object of the state',
    'The state is of another organization.',
    'Check the address, the token and the state. For an emulator, move the state file away.',
  ],
  [
    'Cannot read the organization',
    'A list failed: the rest of the line gives the reason.',
    'Check the token. The role `viewer` in the root group is enough.',
  ],
  [
    'no emulator runs with',
    '`--print-env` prints the environment of a running emulator only.',
    'Start it in another terminal with the printed command.',
  ],
  [
    'is in use: an emulator is running with it',
    'Another emulator uses the data file.',
    'Stop it, or use its environment: `--print-env` with the same `--data`.',
  ],
  [
    'The engine failed to plan',
    'Terraform or the provider failed: its errors are above the line.',
    'Correct the first error. With `--verbose`, you see the whole output.',
  ],
  [
    'The engine failed to initialize',
    'Terraform cannot install a provider or reach the backend.',
    'Run `terraform init` in the folder of the stack, and see the table below.',
  ],
  [
    'is not executable: archives of artifacts',
    'The stack travelled as an artifact, which loses permissions.',
    'Run `platform-iac install` with the folder of the stack.',
  ],
  [
    'someone has changed',
    'You changed files that `adopt` wrote.',
    'Pass `--unmanaged` to add only new objects, or name a new folder.',
  ],
  [
    'This command needs the npm package',
    'The executable of a release has no constructs.',
    'Install the npm package, and run its `platform-iac`.',
  ],
  ['The provider is not built', 'You use a checkout of this repository.', 'Run `npm run build` in it.'],
];

export const TERRAFORM_SYMPTOMS: readonly Symptom[] = [
  [
    'could not connect to platform-iac.internal',
    'Terraform finds no provider next to the configuration. `terraform -chdir=DIR init` and a `provider_installation` block without [a mirror](operating.md#installation-and-mirrors) cause it, too.',
    'Run `platform-iac install .` in the folder, then `terraform init` there, without `-chdir`.',
  ],
  [
    'Backend initialization required',
    'The stack was never initialized.',
    'Run `terraform init` in the folder of the stack. `platform-iac plan` does it for a project.',
  ],
  [
    'Required plugins are not installed',
    'The folder `.terraform` does not contain the provider, or contains another package than the lock file.',
    'Run `platform-iac install .`, then `terraform init`.',
  ],
  [
    "doesn't match any of the checksums previously recorded in the dependency lock file",
    'The lock file is of another version of the package. `terraform init -upgrade` alone does not help.',
    'Run `platform-iac install .`, which updates its entry, then `terraform init`, and commit the lock file.',
  ],
  [
    'does not match any of the checksums recorded in the dependency lock file',
    'The same, reported by `terraform plan`.',
    'Run `platform-iac install .`, then `terraform init`, and commit the lock file.',
  ],
  [
    'Inconsistent dependency lock file',
    'The lock file does not contain the provider.',
    'Run `terraform init`, and commit `.terraform.lock.hcl`.',
  ],
  [
    'Failed to query available provider packages',
    'Terraform finds no installed version that the configuration accepts.',
    'Run `platform-iac install .`, and compare `required_providers` with its output.',
  ],
  [
    'Unrecognized remote plugin message',
    'The provider did not start. The text after it is its reason: often "needs Node.js", if Node is missing from `PATH` or older than 20.18.1.',
    'Run `node --version` in the same shell. Install Node.js, or use the executable of a release.',
  ],
  [
    'permission denied',
    'The file of the provider lost its executable bit, for example in an artifact.',
    'Run `platform-iac install .` in the folder.',
  ],
  [
    'terraform-provider-platform_v0.1.0: no such file or directory',
    'The executable of a release runs on a system without glibc, such as Alpine.',
    'Use an image with glibc, or the npm package with Node.',
  ],
  [
    'Provider development overrides are in effect',
    'A warning: `dev_overrides` in the CLI configuration replaces the installed provider. `terraform init` may fail with it.',
    'Remove the block from the file that `TF_CLI_CONFIG_FILE` or `~/.terraformrc` names.',
  ],
  [
    'could not read package directory',
    'The folder of `dev_overrides` does not exist.',
    'Remove the block, or build the provider into the folder.',
  ],
  [
    'Error acquiring the state lock',
    'Another run uses the state, or a killed run left its lock.',
    'Wait for the run. If none exists, `terraform force-unlock ID` with the ID of the message.',
  ],
  [
    'Saved plan is stale',
    'The state has changed since the plan was created.',
    'Create and review the plan again. [An approval](approval.md) stays valid if the effect is the same.',
  ],
  [
    'No configuration files',
    'The folder contains no `.tf` file and no stack.',
    'Run the command in the folder of the stack.',
  ],
  [
    'chdir …: no such file or directory',
    'The stack is not synthesized yet.',
    'Run `npm run plan`, or `platform-iac plan`, in the folder of the project.',
  ],
];
