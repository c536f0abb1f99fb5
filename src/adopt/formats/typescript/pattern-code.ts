/** The code of patterns: functions for data, and loops over a table of teams. */
import { call, code, list, toRecord, type Expression, type RecordExpression } from '../../code/expressions';
import { printedStatement, WIDTH } from '../../code/printer';
import { isPositional, getRow, type Pattern } from '../../patterns/extract';
import { optionsName, type Generalized, type HelperParameter } from '../../patterns/generalize';

/** Returns the declaration of a function for data. `prefix`: `export ` for a shared one. */
export function patternCode(pattern: Pattern, prefix = ''): string {
  const { name, type, parameters, body } = pattern;
  if (isPositional(pattern)) {
    const signature = signatureText(
      `${prefix}const ${name} = `,
      parameters.map((parameter) => `${parameter.name}: ${parameter.type}`),
      {
        ...{ open: '(', close: `): ${type}`, end: ' => ({' },
      },
    );
    return printedStatement(`${prefix}const ${name} = `, arrow(signature, body), 0);
  }
  const options = optionsName(name);
  const fields = parameters.map(
    (parameter) => `  readonly ${parameter.name}${parameter.isOptional ? '?' : ''}: ${parameter.type};\n`,
  );
  const start = `${prefix}const ${name} = `;
  const names = parameters.map((parameter) => parameter.name);
  const around = { open: '({', close: `}: ${options}): ${type}`, end: ' => ({', gap: ' ' };
  const statement = printedStatement(start, arrow(signatureText(start, names, around), body), 0);
  return `${prefix}interface ${options} {\n${fields.join('')}}\n\n${statement}`;
}

/** Returns a table of teams and the loop that declares them. */
export function loopCode(
  pattern: Generalized,
  options: { readonly table: string; readonly parent: string; readonly groups: readonly string[] },
): string {
  const { table, parent, groups } = options;
  const others = pattern.parameters.filter(({ name }) => name !== 'name');
  const name: HelperParameter = { name: 'name', type: 'string', isOptional: false, values: groups };
  const complete = { ...pattern, parameters: [name, ...others] };
  const rows = groups.map((_, index): RecordExpression => {
    const row = getRow(complete, index);
    const missing = others.filter((parameter) => parameter.values[index] === undefined);
    // All rows have the same keys, so that the compiler knows them.
    return toRecord([
      ...row.entries,
      ...missing.map((parameter) => ({ key: parameter.name, value: code('undefined') })),
    ]);
  });
  const names = complete.parameters.map((parameter) => parameter.name);
  const head = signatureText('  for ', names, { open: '(const {', close: `} of ${table})`, end: ' {', gap: ' ' });
  const statement = printedStatement('', call('new Team', code(parent), code('name'), pattern.body), 4);
  return `${printedStatement(`const ${table} = `, list(rows), 2)}\n  for ${head} {\n${statement}\n  }`;
}

function arrow(parameters: string, body: Expression): Expression {
  return { is: 'function', parameters, body };
}

/** Returns the helper for people who sign in with one issuer. */
export function personCode(name: string, issuer: Expression, prefix = ''): string {
  const body = toRecord([
    { key: 'issuer', value: issuer },
    { key: 'subject', value: code('subject') },
  ]);
  return printedStatement(`${prefix}const ${name} = `, arrow('(subject: string)', body), 0);
}

interface Around {
  readonly open: string;
  readonly close: string;
  /** Follows the names on their last line. */
  readonly end: string;
  /** Separates the names from `open` and `close` on one line. @default none */
  readonly gap?: string;
}

/** Returns names on the line that `start` begins; if they do not fit, each on its own line. */
export function signatureText(start: string, names: readonly string[], { open, close, end, gap = '' }: Around): string {
  const flat = `${open}${gap}${names.join(', ')}${gap}${close}`;
  if (start.length + flat.length + end.length <= WIDTH) return flat;
  const indent = ' '.repeat(start.length - start.trimStart().length);
  return `${open}\n${names.map((name) => `${indent}  ${name},\n`).join('')}${indent}${close}`;
}

/** Returns the number of lines of code. */
export function countLines(text: string): number {
  return text.split('\n').length;
}
