/** Finds the line of an element in the text of a JSON document. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;

/**
 * Returns the line (from 1) where the element at the path begins, for example `['assertions', 2]`. Returns `undefined` if the
 * element does not exist. The text must be valid JSON.
 */
export function findLine(text: string, path: readonly (string | number)[]): number | undefined {
  // The path of the current value. Each element or member replaces the last step.
  const at: (string | number)[] = [];
  const containers: ('array' | 'object')[] = [];
  let isKey = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const container = containers.at(-1);
    if (token === ']' || token === '}') {
      containers.pop();
      at.pop();
      isKey = false;
    } else if (token === ',') {
      if (container === 'array') at.push(Number(at.pop()) + 1);
      isKey = container === 'object';
    } else if (isKey) {
      if (token === ':') isKey = false;
      else at.splice(-1, 1, JSON.parse(token) as string);
    } else if (token !== ':') {
      if (at.length === path.length && at.every((step, depth) => step === path[depth]))
        return text.slice(0, index).split('\n').length;
      if (token === '[') {
        containers.push('array');
        at.push(0);
      } else if (token === '{') {
        containers.push('object');
        at.push('');
        isKey = true;
      }
    }
  }
  return undefined;
}
