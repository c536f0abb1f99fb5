/** The commands that the executable of a release lacks: they need files or packages of the npm package. */
import { Help, type Command } from 'commander';
import { PACKAGE_NAME } from '../model/api';

/** The reason of each command. */
const NEEDS_PACKAGE: Readonly<Record<string, string>> = {
  init: 'it copies the files of a new project',
  install: 'it installs the provider of the package, and an engine installs an executable from a mirror or a registry',
};

/** Hides these commands from the help of the executable, and stops them with the way to run them. */
export function limitToExecutable(program: Command): void {
  const isMissing = (command: Command): boolean => Object.hasOwn(NEEDS_PACKAGE, command.name());
  program.configureHelp({
    ...program.configureHelp(),
    visibleCommands: (command) =>
      Help.prototype.visibleCommands.call(new Help(), command).filter((each) => !isMissing(each)),
  });
  limitAdopt(program);
  for (const command of program.commands.filter(isMissing))
    command.hook('preAction', () => {
      const { [command.name()]: reason } = NEEDS_PACKAGE;
      throw new Error(
        `The executable cannot run ${command.name()}: ${reason}. Install the npm package ${PACKAGE_NAME}, and run npx platform-iac ${command.name()}.`,
      );
    });
}

/** A configuration in HCL needs no file of the package, and the executable is its provider. */
function limitAdopt(program: Command): void {
  const adopt = program.commands.find((command) => command.name() === 'adopt');
  const format = adopt?.options.find(({ long }) => long === '--format');
  if (format === undefined) return;
  format.choices(['hcl']).default('hcl');
  format.description = `HCL. Constructs and YAML are programs: they need Node and the npm package ${PACKAGE_NAME}`;
  adopt?.setOptionValueWithSource('format', 'hcl', 'default');
}
