/**
 * `release-notes.mjs TAG`: prints the changelog of this version. Fails if the tag has another version than the package.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { main, Refusal, say } from '../say.mjs';

await main(() => {
  const [tag = ''] = process.argv.slice(2);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (tag !== `v${version}`)
    throw new Refusal(
      `The tag is ${tag || 'missing'}, the version in package.json ${version}: v${version} is expected.`,
    );
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const notes = section
    ?.replace(/^.*\n/, '')
    .replace(/^\[\S+\]: .*\n/gm, '')
    .trim();
  if (!notes) throw new Refusal(`CHANGELOG.md does not describe ${version}: a section "## [${version}]" is expected.`);
  say(notes);
});
