/** Finds the line of an element in the text of a JSON document. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;

/**
 * Returns the line, counted from 1, on which the element at the path begins, such as that of `['assertions', 2]`; `undefined`
 * if there is none. The text must be valid JSON.
 */
export function lineOf(text: string, path: readonly (string | number)[]): number | undefined {
  // The steps to the value that is read; the last one is replaced at each element or member.
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
