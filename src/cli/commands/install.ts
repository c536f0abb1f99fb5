import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { installProvider, installProviderForUser, type Installation } from '../../install/install-provider';
import { locateProvider } from '../../install/own-package';
import type { Output } from '../process';

/** `platform-iac install DIR`: installs the provider for one Terraform configuration, or for all of this user's. */
export function addInstallCommand(program: Command, { out, err }: Output): void {
  program
    .command('install')
    .argument('[dir]', 'The folder with the Terraform configuration')
    .option('--user', 'Install it into the home directory instead, for every configuration')
    .addHelpText(
      'after',
      '\nPass either DIR or --user. Run "terraform init" in DIR afterwards: with -chdir, it does not find the provider.' +
        '\nExit codes: 0 installed, 1 DIR does not exist or cannot be written, 2 usage error.' +
        '\nExample: platform-iac install . && terraform init',
    )
    .action((dir: string | undefined, { user = false }: { user?: boolean }, command: Command) => {
      if ((dir === undefined) !== user)
        command.error('error: pass either a folder, as in "platform-iac install .", or --user for every configuration');
      if (dir === undefined) {
        const provider = locateProvider();
        const installation = installProviderForUser(provider);
        out(outcome(installation, provider.version));
        explain(installation, err);
        return;
      }
      if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw new Error(`The folder ${dir} does not exist.`);
      const provider = locateProvider();
      const installation = installProvider({ dir, ...provider });
      out(outcome(installation, provider.version));
      explain(installation, err);
      out(`Next: ${resolve(dir) === process.cwd() ? '' : `cd ${dir} && `}terraform init\n`);
    });
}

function outcome({ mirror, changed }: Installation, version: string): string {
  if (changed.length === 0) return `The provider ${version} is already installed: ${mirror}\n`;
  return `The provider ${version} is installed: ${mirror} (Linux and macOS, amd64 and arm64)\n`;
}

function explain({ notice }: Installation, err: (text: string) => void): void {
  if (notice !== undefined) err(`\nOne step is left. ${notice}\n\n`);
}
