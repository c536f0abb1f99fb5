/** Terraform's commands as the demonstration shows them: what Terraform prints, set in a little. */
import { run } from './run.mjs';
import { coloured, Refusal, say } from './say.mjs';

/** Terraform breaks its lines at 78 columns when it does not write to a terminal itself; set in by two, that is 80. */
const indent = (line) => say(line === '' ? '' : `  ${line}`);

/**
 * @param {{ path: string, dir: string, env: NodeJS.ProcessEnv }} options
 */
export function terraformIn({ path, dir, env }) {
  const colour = coloured ? [] : ['-no-color'];
  const terraform = async ([command, ...args], onLine) => {
    const result = await run(path, [command, ...colour, ...args], { cwd: dir, env, onLine });
    return { ...result, command };
  };
  const orRefuse = ({ code, command, output }, alreadyShown) => {
    if (code === 0) return;
    throw new Refusal(
      `terraform ${command} stopped with an error${alreadyShown ? '; it is above.' : `:\n\n${output}`}`,
    );
  };
  return {
    async init() {
      orRefuse(await terraform(['init'], (line) => line.startsWith('- Installed') && indent(line)));
    },
    /** Shows the plan and keeps it for `apply`. @returns whether it changes anything */
    async plan() {
      const shown = quietly(indent);
      const result = await terraform(['plan', '-detailed-exitcode', '-out=plan.bin'], shown);
      if (result.code !== 2) orRefuse(result, true);
      return result.code === 2;
    },
    /** Applies the plan last shown. */
    async apply() {
      orRefuse(await terraform(['apply', 'plan.bin'], quietly(indent)), true);
    },
    /** Applies without showing the plan: for what has been seen already. */
    async applyQuietly() {
      orRefuse(
        await terraform(['apply', '-auto-approve'], (line) => /^.{0,9}Apply complete/.test(line) && indent(line)),
      );
    },
  };
}

/** Leaves out what was read on the way and where the plan was saved, and empty lines at the start and in a row. */
function quietly(print) {
  let started = false;
  let blank = false;
  return (line) => {
    const text = line.replace(escapes, '').trim();
    if (text === '') blank = started;
    if (text === '' || leftOut.test(text)) return;
    if (blank) print('');
    blank = false;
    started = true;
    print(line);
  };
}

const escapes = /\u001b\[[0-9;]*m/g;
const leftOut = /^(Saved the plan to|─+$)|: (Reading\.\.\.|Read complete|Still reading|Refreshing state)/;
