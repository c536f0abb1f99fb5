/** `platform-iac completion`: a script that completes commands, options and their values in a shell. */
import { type Command, Argument, type Option } from 'commander';
import type { Output } from '../process';

const NAME = 'platform-iac';

const HELP =
  '\nExit codes: 0 done, 2 usage error.' +
  `\nExample for Bash: ${NAME} completion bash > ~/.local/share/bash-completion/completions/${NAME}` +
  `\nExample for Zsh, in a folder of fpath: ${NAME} completion zsh > ~/.zfunc/_${NAME}` +
  `\nExample for fish: ${NAME} completion fish > ~/.config/fish/completions/${NAME}.fish`;

/** An option: its flags, and what may follow them. */
interface CompletedOption {
  readonly flags: readonly string[];
  readonly description: string;
  /** The values. Empty if any text is one: shells then complete the names of files. @default none: the option has no value */
  readonly values?: readonly string[];
}

interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** The values of its arguments. Empty if shells complete the names of files. */
  readonly values: readonly string[];
}

const scripts = { bash: toBash, zsh: toZsh, fish: toFish } as const;

type Shell = keyof typeof scripts;

export function addCompletionCommand(program: Command, output: Output): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'The shell').choices(Object.keys(scripts)))
    .addHelpText('after', HELP)
    .action((shell: Shell) => output.out(scripts[shell](completedCommands(program))));
}

function completedCommands(program: Command): CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command.createHelp().visibleOptions(command).map(completedOption),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }));
}

function completedOption({ short, long, description, argChoices, required, optional }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    ...((required || optional) && { values: argChoices ?? [] }),
  };
}

const words = (texts: readonly string[]) => quote(texts.join(' '));

/** A literal of all three shells. */
function quote(text: string): string {
  return `'${text.replace(/['\\\n]/g, (found) => (found === '\n' ? ' ' : found === "'" ? '’' : '/'))}'`;
}

/** Without a word to offer, Bash completes the names of files. */
function toBash(commands: readonly CompletedCommand[]): string {
  const ofValues = commands.flatMap(({ name, options }) =>
    options.flatMap(({ flags, values }) =>
      values === undefined
        ? []
        : [`    ${flags.map((flag) => quote(`${name} ${flag}`)).join('|')}) words=${words(values)};;`],
    ),
  );
  const ofCommands = commands.map(
    ({ name, options, values }) =>
      `    ${quote(name)}) words=${words([...values, ...options.flatMap(({ flags }) => flags)])};;`,
  );
  return `_platform_iac() {
  local command=\${COMP_WORDS[1]} current=\${COMP_WORDS[COMP_CWORD]} words=
  if ((COMP_CWORD == 1)); then
    words=${words([...commands.map(({ name }) => name), '--help', '--version'])}
  else
    case $command in
${ofCommands.map((line) => `  ${line}`).join('\n')}
    esac
    case "$command \${COMP_WORDS[COMP_CWORD - 1]}" in
${ofValues.map((line) => `  ${line}`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _platform_iac ${NAME}
`;
}

function toZsh(commands: readonly CompletedCommand[]): string {
  // Inside of a description, Zsh reads brackets and colons.
  const plain = (text: string) => text.replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', ' -');
  const completed = (values: readonly string[]) => (values.length > 0 ? `(${values.join(' ')})` : '_files');
  const spec = ({ flags, description, values }: CompletedOption) =>
    flags.map((flag) =>
      quote(`*${flag}[${plain(description)}]${values === undefined ? '' : `:value:${completed(values)}`}`),
    );
  const described = commands.map(({ name, description }) => quote(`${name}:${plain(description)}`));
  const cases = commands.map(
    ({ name, options, values }) =>
      `    ${quote(name)}) _arguments ${[...options.flatMap(spec), quote(`*:argument:${completed(values)}`)].join(' ')};;`,
  );
  return `#compdef ${NAME}
_platform_iac() {
  if ((CURRENT == 2)); then
    local -a commands=(${described.join(' ')})
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
${cases.join('\n')}
  esac
}
compdef _platform_iac ${NAME}
`;
}

function toFish(commands: readonly CompletedCommand[]): string {
  const flag = (text: string) => (text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`);
  const ofCommand = ({ name, description, options, values }: CompletedCommand) => {
    const inside = `complete -c ${NAME} -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c ${NAME} -n __fish_use_subcommand -f -a ${quote(name)} -d ${quote(description)}`,
      ...(values.length > 0 ? [`${inside} -f -a ${words(values)}`] : []),
      ...options.map((option) => {
        const { values: offered } = option;
        const value = offered === undefined ? '' : offered.length > 0 ? ` -x -a ${words(offered)}` : ' -r';
        return `${inside} ${option.flags.map(flag).join(' ')}${value} -d ${quote(option.description)}`;
      }),
    ];
  };
  return `${commands.flatMap(ofCommand).join('\n')}\n`;
}
