/** Arguments of `terraform plan` that change the contents of a plan. Others, such as values of variables, are omitted. */

/** Arguments that create a partial plan. */
export const PARTIAL_ARGUMENTS: readonly string[] = ['target', 'target-file', 'exclude', 'exclude-file'];

const WITH_VALUE: readonly string[] = [...PARTIAL_ARGUMENTS, 'replace', 'state'];
const FLAGS: readonly string[] = ['refresh-only', 'destroy', 'allow-deferral'];

/** The environment variables with further arguments for Terraform. */
const VARIABLES = ['TF_CLI_ARGS', 'TF_CLI_ARGS_plan'] as const;

/** Returns the arguments that a report lists, as `-name=value`, from the command line and from the environment. */
export function reportedArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const all = [...VARIABLES.flatMap((name) => words(env[name] ?? '')), ...args];
  const found = all.flatMap((arg, index): string[] => {
    const [, name = '', value] = /^--?([a-z-]+)(?:=([^]*))?$/.exec(arg) ?? [];
    if (WITH_VALUE.includes(name)) return [`-${name}=${value ?? all[index + 1] ?? ''}`];
    if (FLAGS.includes(name) && !isFalse(value)) return [`-${name}`];
    return name === 'refresh' && isFalse(value) ? ['-refresh=false'] : [];
  });
  return [...new Set(found)];
}

/** Returns true for a false value in the syntax of Go. */
function isFalse(value: string | undefined): boolean {
  return value !== undefined && ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(value);
}

/** Splits a text into words like a shell, without substitutions. */
function words(text: string): string[] {
  const found = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  return found.map((word) =>
    word.replace(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
      (_, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\(.)/g, '$1') ?? escaped ?? '',
    ),
  );
}
