/** Runs Terraform for the demo: prints one line for each change of a plan, or all of Terraform's output on request. */
import { run } from '../run.mjs';
import { colored, Refusal, say } from '../say.mjs';
import { during } from '../progress.mjs';

/** Terraform breaks its lines at 78 columns when it does not write to a terminal itself; set in by two, that is 80. */
const indent = (line) => say(line === '' ? '' : `  ${line}`);

/**
 * @param {{ path: string, dir: string, env: NodeJS.ProcessEnv, verbose: boolean }} options `verbose` shows plans and applies as
 * Terraform prints them
 */
export function terraformIn({ path, dir, env, verbose }) {
  const color = colored ? [] : ['-no-color'];
  const terraform = async ([command, ...args], onLine) => {
    const work = () => run(path, [command, ...color, ...args], { cwd: dir, env, onLine });
    if (!onLine) return { ...(await during(`terraform ${command}`, work)), command };
    if (command === 'plan') say();
    const result = await work();
    say();
    return { ...result, command };
  };
  const orRefuse = ({ code, command, output }) => {
    if (code === 0) return;
    const reason = diagnosticsIn(output).join('\n').trim() || output.trim();
    throw new Refusal(`terraform ${command} stopped with an error:\n\n${reason}`);
  };
  const shown = () => (verbose ? quietly(indent) : undefined);
  const show = async (...file) => {
    const result = await during('terraform show', () => run(path, ['show', '-json', ...file], { cwd: dir, env }));
    orRefuse({ ...result, command: 'show' });
    return JSON.parse(result.output);
  };
  return {
    async init() {
      orRefuse(await terraform(['init']));
    },
    /**
     * Saves the plan for `apply`, and prints Terraform's warnings.
     *
     * @returns {Promise<boolean>} true if the plan has changes
     */
    async plan() {
      const result = await terraform(['plan', '-detailed-exitcode', '-out=plan.bin'], shown());
      if (result.code !== 2) orRefuse(result);
      if (!verbose) diagnosticsIn(result.output).forEach(indent);
      return result.code === 2;
    },
    /** @returns {Promise<readonly PlannedChange[]>} the changes of the last plan */
    async changes() {
      return plannedChanges(await show('plan.bin'));
    },
    /** Applies the last plan. */
    async apply() {
      orRefuse(await terraform(['apply', 'plan.bin'], shown()));
    },
    /** The uids of all objects of a type that Terraform manages. */
    async managed(type) {
      const { values } = await show();
      return (values?.root_module.resources ?? [])
        .filter((resource) => resource.mode === 'managed' && resource.type === type)
        .map((resource) => resource.values.uid);
    },
  };
}

/**
 * @typedef {{ address: string, type: string, mark: '+' | '-' | '~', replaced: boolean, uid: string | undefined,
 *   attributes: readonly { name: string, from: string, to: string }[] }} PlannedChange
 */

/** Returns the changes of a plan from `terraform show -json`. */
function plannedChanges({ resource_changes: changes = [] }) {
  return changes
    .filter(({ change: { actions } }) => !actions.every((action) => action === 'no-op' || action === 'read'))
    .map(({ address, type, change }) => {
      const { actions, before, after } = change;
      const replaced = actions.length > 1;
      return {
        address,
        type,
        mark: replaced || actions[0] === 'update' ? '~' : actions[0] === 'delete' ? '-' : '+',
        replaced,
        uid: before?.uid,
        attributes: before !== null && after !== null ? changedAttributes(change, replaced) : [],
      };
    });
}

/** All computed attributes of a new object are unknown: they count only as the reason of a replacement. */
function changedAttributes({ before, after, after_unknown: unknown, replace_paths: reasons = [] }, replaced) {
  return Object.keys({ ...before, ...after, ...unknown }).flatMap((name) => {
    if (unknown[name] !== true) return differences(name, before[name], after[name]);
    if (replaced && !reasons.some(([reason]) => reason === name)) return [];
    return { name, from: JSON.stringify(before[name] ?? null), to: '(known after apply)' };
  });
}

/** Objects are compared attribute by attribute, so that unchanged attributes are omitted. */
function differences(name, before = null, after = null) {
  const [from, to] = [before, after].map((value) => JSON.stringify(value));
  if (from === to) return [];
  if (![before, after].every((value) => value?.constructor === Object)) return { name, from, to };
  return Object.keys({ ...before, ...after }).flatMap((inner) =>
    differences(`${name}.${inner}`, before[inner], after[inner]),
  );
}

/** Terraform's errors and warnings, which come last: with color in boxes, without it as plain lines. */
function diagnosticsIn(output) {
  const lines = output.split('\n');
  const plain = lines.map((line) => line.replace(escapes, ''));
  const start = plain.findIndex((line) => /^(╷|Error: |Warning: )/.test(line));
  if (start === -1) return [];
  const end = plain.findIndex((line, index) => index > start && /^─+$/.test(line));
  return lines.slice(start, end === -1 ? undefined : end);
}

/** Removes the lines about reads and the saved plan, and repeated empty lines. */
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
