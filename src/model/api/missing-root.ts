/** The message about a root group that is not found, for every command that reads an organization. */
import { nearest } from './nearest';
import { visible } from '../../base/text/visible';
import { few } from '../../base/text/words';

/** Returns `Cannot find root group "acm". Did you mean "acme"? Visible: acme, globex.` */
export function missingRootText(text: string, names: readonly string[]): string {
  const meant = nearest(text, names);
  const question = meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
  return `Cannot find root group ${JSON.stringify(text)}.${question} Visible: ${few(names.map(visible))}.`;
}
