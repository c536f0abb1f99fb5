/**
 * Arguments of `terraform plan` in a report. Those known to be harmless are a list: they change neither the contents of the plan nor
 * its effect. A report shows every other one.
 */

/** Arguments that create a partial plan. */
export const PARTIAL_ARGUMENTS: readonly string[] = ['target', 'target-file', 'exclude', 'exclude-file'];

/** Flags that change the output of the command, or the lock of the state, and nothing else. */
const HARMLESS_FLAGS: readonly string[] = [
  ...['input', 'lock', 'no-color', 'compact-warnings', 'consolidate-warnings', 'consolidate-errors'],
  ...['concise', 'detailed-exitcode', 'json', 'deprecation'],
];

/** Harmless arguments with a value. The values of variables appear in the plan, and can be secrets: a report omits them. */
const HARMLESS_VALUES: readonly string[] = ['var', 'var-file', 'lock-timeout', 'parallelism'];

/** Flags that are harmless if they are off, and those that are harmless if they are on. */
const OFF_BY_DEFAULT: readonly string[] = ['refresh-only', 'destroy', 'allow-deferral', 'minimal-refresh'];
const ON_BY_DEFAULT: readonly string[] = ['refresh'];

/** Other arguments whose value can be the next word. */
const WITH_VALUE: readonly string[] = [
  ...[...PARTIAL_ARGUMENTS, 'replace', 'invoke', 'policies'],
  ...['state', 'state-out', 'backup', 'out', 'generate-config-out'],
];

/** The environment variables with further arguments for the commands of Terraform that a review runs. */
const VARIABLES = ['TF_CLI_ARGS', 'TF_CLI_ARGS_plan', 'TF_CLI_ARGS_show'] as const;

/** Returns the arguments that a report lists, as `-name=value`, from the command line and from the environment. */
export function reportedArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const sources = [...VARIABLES.map((name) => splitShellWords(env[name] ?? '')), args];
  return [...new Set(sources.flatMap(reportedIn))];
}

function reportedIn(args: readonly string[]): string[] {
  const found: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const [, name, value] = /^--?([^=]+)(?:=([^]*))?$/.exec(arg) ?? [];
    if (name === undefined) {
      found.push(arg);
      continue;
    }
    const isNextValue = value === undefined && [...HARMLESS_VALUES, ...WITH_VALUE].includes(name);
    const given = isNextValue ? args[++index] : value;
    if (!isHarmless(name, given)) found.push(argumentText(name, given));
  }
  return found;
}

function isHarmless(name: string, value: string | undefined): boolean {
  if (HARMLESS_FLAGS.includes(name) || HARMLESS_VALUES.includes(name)) return true;
  if (ON_BY_DEFAULT.includes(name)) return !isFalse(value);
  return OFF_BY_DEFAULT.includes(name) && isFalse(value);
}

function argumentText(name: string, value: string | undefined): string {
  if (ON_BY_DEFAULT.includes(name)) return `-${name}=false`;
  return value === undefined || OFF_BY_DEFAULT.includes(name) ? `-${name}` : `-${name}=${value}`;
}

/** Returns true for a false value in the syntax of Go. */
function isFalse(value: string | undefined): boolean {
  return value !== undefined && ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(value);
}

/** Splits a text into words like a shell, without substitutions. */
function splitShellWords(text: string): string[] {
  const found = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  return found.map((word) =>
    word.replace(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
      (_, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\(.)/g, '$1') ?? escaped ?? '',
    ),
  );
}
