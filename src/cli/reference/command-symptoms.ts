/** The printed texts of errors of `platform-iac`: a test runs each, or finds it in the source. An ellipsis replaces names. */
import type { Symptom } from './error-symptoms';

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
  [
    'does not exist: the program of the project writes it',
    'The folder of `--dir` is a stack that is not synthesized yet.',
    'Omit `--dir`: `platform-iac plan` then runs the program. Or run `npm run synth` first.',
  ],
  ['is not a folder', 'The path after `--dir` is wrong.', 'Pass the folder of a stack: `cdktf.out/stacks/NAME`.'],
  [
    'Cannot find capability',
    'The capability is misspelled.',
    'Use the suggested name. [Capabilities](capabilities.md) lists all.',
  ],
  [
    'Cannot find identity',
    'The organization has no identity with this path, or the root group has no name in the plan.',
    'Use the suggested path, or add `names` to [review.config.json](review-configuration.md).',
  ],
  [
    'Cannot find group',
    'The organization has no group with this path, or the root group has no name in the plan.',
    'Use the suggested path, or add `names` to [review.config.json](review-configuration.md).',
  ],
  [
    'Cannot determine which objects are managed',
    'No state contains an object: it is lost, new, or in a backend that this clone does not use.',
    'Configure the backend of the state, or pass the state with `--state`. Until then, delete nothing: every object looks unmanaged.',
  ],
  [
    'cannot determine the root group',
    'The state contains no object: it is lost, new, or of another stack.',
    'Configure the backend of the state, or pass `--root`. `adopt` [adds the objects of a lost state](adopt.md).',
  ],
  [
    'A state is probably lost',
    'Objects exist that a stack creates: its state is lost, or the objects were never imported.',
    'Copy the file of the state to its place, or configure its backend. Otherwise [import the objects](changes.md#import-many-objects).',
  ],
  [
    'Cannot find root group',
    'The token sees no root group with the name or uid of `--root`.',
    'Use a name after "Visible". If yours is missing, check `PLATFORM_BASE_URL` and `PLATFORM_TOKEN`.',
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
    'No group matches',
    'A pattern of `--only` of `drift` selects no group.',
    'Correct the pattern. Paths begin with the name of the root group.',
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
    'it has no format_version of',
    'The file is JSON, but not the output of `terraform show -json`.',
    'Pass the output of `terraform show -json plan.tfplan`, or a file of `--json-out`.',
  ],
  [
    'it is a saved plan',
    '`review` reads the JSON of a plan, and the file is the plan itself.',
    'Pass the output of `terraform show -json tfplan`, or run `platform-iac plan`.',
  ],
  [
    'no such file',
    'The file does not exist in the working directory. The message names it.',
    'Correct the path, or create the file first: `--json-out DIR` of `platform-iac plan` writes plans, and `snapshot` snapshots. You write [the seed](emulator.md) of `--seed`.',
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
    'No token',
    'No credential is set.',
    'Set one of the listed variables, such as `PLATFORM_TOKEN`. For the emulator, see `--print-env`.',
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
    'The state is probably missing',
    'The plan manages no object, and its objects exist already. An apply stops at most of them, and creates a second invite.',
    'Copy the file of the state, or configure its backend. If it is lost, import the objects.',
  ],
  [
    'The stack belongs to another organization',
    'The token cannot read the root group of the stack.',
    'Check `PLATFORM_BASE_URL`, `PLATFORM_TOKEN` and the state. For an emulator, use its data file.',
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
    'the disk is full',
    'The disk of the output, or of the data file of an emulator, has no space.',
    'Free space, or name a folder on another disk. A new file is not left in part.',
  ],
  [
    'the file system is read-only',
    'A file cannot be written there, for example in a container.',
    'Name a folder where you can write.',
  ],
  [
    'cannot be opened',
    'The file of `--data` is not one of the emulator, its folder does not exist or is read-only, or the disk is full. The message gives the reason.',
    'Create the folder, or pass another file. `.platform-iac/organization.db` in a project is always possible.',
  ],
  [
    'Use a copy of it, or a new file',
    'The file of `--data` is damaged.',
    'Pass a copy of it, or a new file. A new file contains a new organization.',
  ],
  [
    'is in use: an emulator is running with it',
    'Another emulator uses the data file.',
    'Stop it, or use its environment: `--print-env` with the same `--data`.',
  ],
  [
    'planning failed, and the plan is incomplete',
    'Terraform or the provider failed: its errors are above the report.',
    'Correct the first error. The report shows only what Terraform has planned until then.',
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
