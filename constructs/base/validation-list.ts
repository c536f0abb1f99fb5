/** CDKTF's list of validation errors, for readers: one error for each line of the program. */
import { few } from '../../src/base/text/words';

/** An error of CDKTF's list: the path of the construct, the text, and the line of the program. */
const LISTED_ERROR = /^ {2}\[([^\]]*)\] ([^]*)(\n +at [^\n]+)$/;

/** Returns CDKTF's list with one error for all constructs that a loop creates: they have one line of the program. */
export function mergeErrorsOfOneLine(message: string): string {
  const more = new Map<string, string[]>();
  const shown = message.split(/\n(?= {2}\[)/).flatMap((entry) => {
    const [, path = '', text = '', line = ''] = LISTED_ERROR.exec(entry) ?? [];
    const key = line === '' ? entry : withoutNames(text, path) + line;
    const others = more.get(key);
    others?.push(path);
    if (others !== undefined) return [];
    more.set(key, []);
    return [{ entry, key }];
  });
  const lines = shown.map(({ entry, key }) => {
    const others = more.get(key) ?? [];
    return others.length === 0 ? entry : `${entry}\n      and ${others.length} more at this line: ${few(others)}`;
  });
  return lines.join('\n');
}

/** Returns the text of an error without the names of its construct: equal errors have different names. */
function withoutNames(text: string, path: string): string {
  const names = new Set(path.split('/'));
  return text.replaceAll(/(?<=["'`/])[^"'`/]+(?=["'`/])/g, (name) => (names.has(name) ? '*' : name));
}
