/** Versions of the example for the demo. They are in `.demo/`; the example itself is not changed. */

/**
 * Each version changes a line of the example. It is undefined if a reader has removed that line.
 *
 * @param {string} source the example's text
 */
export function readVersions(source) {
  // A copy in another folder could not import its neighbours.
  const movable = !/from '\.\.?\//.test(source);
  return movable ? { withOneFieldChanged: changed(source), withOneGroupMore: grown(source) } : {};
}

/** Changes the first description. */
function changed(source) {
  const [line] = /^.*\bdescription: '[^']*'.*$/m.exec(source) ?? [];
  if (line === undefined) return undefined;
  const edited = line.replace(/description: '[^']*'/, `description: 'Changed by one line.'`);
  return { from: line.trim(), to: edited.trim(), program: source.replace(line, () => edited) };
}

/** Adds a group to the root group. */
function grown(source) {
  const name = 'sales';
  const end = '\napp.synth();';
  const [, root, stack] = /^const (\w+) = Group\.fromUid\((\w+), /m.exec(source) ?? [];
  if (root === undefined || !source.includes(end) || source.includes(`'${name}'`)) return undefined;
  const text = `new Group(${stack}, '${name}', { parent: ${root}, name: '${name}' });`;
  return { name, text, program: source.replace(end, () => `\n${text}\n${end}`) };
}
