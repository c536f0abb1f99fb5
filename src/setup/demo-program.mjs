/** Versions of the example for the demonstration. They are in `.demo/`; the example itself is not changed. */

/**
 * Each version needs something to take hold of, which a reader may have removed: then it is undefined.
 *
 * @param {string} source the example's text
 */
export function versionsOf(source) {
  // A copy in another folder could not import its neighbours.
  const movable = !/from '\.\.?\//.test(source);
  return movable ? { withOneFieldChanged: changed(source), withOneGroupMore: grown(source) } : {};
}

/** With another description, wherever there is one. */
function changed(source) {
  const [line] = /^.*\bdescription: '[^']*'.*$/m.exec(source) ?? [];
  if (line === undefined) return undefined;
  const edited = line.replace(/description: '[^']*'/, `description: 'Changed by one line.'`);
  return { from: line.trim(), to: edited.trim(), program: source.replace(line, () => edited) };
}

/** With a group more, directly in the root group. */
function grown(source) {
  const name = 'sales';
  const end = '\napp.synth();';
  const [, root, stack] = /^const (\w+) = Group\.fromUid\((\w+), /m.exec(source) ?? [];
  if (root === undefined || !source.includes(end) || source.includes(`'${name}'`)) return undefined;
  const text = `new Group(${stack}, '${name}', { parent: ${root}, name: '${name}' });`;
  return { name, text, program: source.replace(end, () => `\n${text}\n${end}`) };
}
