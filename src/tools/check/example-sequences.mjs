/**
 * The programs of each example in the order of their applies, for examples with more than `main.ts`. `env`: the variables of the
 * program. `writes`: the requests to the API that the apply must send, and no others. `errors`: the synthesis must fail, and each
 * line of the program that ends with the comment `// RULE` must be reported with the name of that rule. `database`: the
 * stacks store their states in a PostgreSQL database of this name. Two applies of each stack run at the same time, and send
 * `writes` once, in any order.
 */
export const sequences = {
  // The data in YAML declares the same objects at the same addresses.
  company: [{ program: 'main.ts' }, { program: 'from-yaml.ts', writes: [] }],
  'move-team': [{ program: 'before.ts' }, { program: 'main.ts', writes: [] }],
  rotation: [
    { program: 'main.ts', env: { QUARTER: '2026-q3' } },
    {
      program: 'main.ts',
      env: { QUARTER: '2026-q4' },
      // The successor has its role before the old identity loses it.
      writes: ['POST identities', 'POST roleBindings', 'DELETE roleBindings', 'DELETE identities'],
    },
  ],
  rules: [{ program: 'violations.ts', errors: true }, { program: 'main.ts' }],
  'several-stacks': [
    {
      program: 'main.ts',
      database: 'organization',
      writes: [
        ...['POST groups', 'POST groups', 'POST groups', 'POST roles'],
        ...['POST identities', 'POST identities', 'POST roleBindings', 'POST roleBindings'],
      ],
    },
  ],
};

/** Returns the lines of a program that end with the comment `// RULE`, with the name of the rule. */
export function expectedErrors(text) {
  return text.split('\n').flatMap((line, index) => {
    const [, rule] = / \/\/ (\w+)$/.exec(line) ?? [];
    return rule === undefined ? [] : [{ line: index + 1, rule }];
  });
}

/** Returns the expected errors that the output does not contain. */
export function missingErrors(output, expected) {
  return expected.filter(({ line, rule }) => !output.match(/Rule ".*\n\s+at .*/g)?.some(isAbout(rule, line)));
}

const isAbout = (rule, line) => (message) =>
  message.startsWith(`Rule "${rule}" `) && new RegExp(`:${line}$`).test(message);

/** Returns the writes among requests to the API, in order: `POST identities`. */
export function writesAmong(requests) {
  return requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path.split('/')[3]}`);
}
