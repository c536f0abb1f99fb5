/**
 * `set-version.mjs TAG`: writes the version of a tag, such as v0.2.0, to every file that contains the version of the package.
 * `npm run release:tag` runs it before everything else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { main, Refusal, say } from '../say.mjs';

/** The files, with the text before the version. */
const places = {
  'package.json': [/^ {2}"version": "/m],
  'package-lock.json': [/^ {2}"version": "/m, /^ {6}"version": "/m],
  'src/model/api/product.ts': [/^export const VERSION = '/m],
  'examples/emulator-service/Containerfile': [/^ARG PACKAGE=cdktf-provider-platform@/m],
  'examples/gitlab-component/templates/review.yml': [/^ {6}default: /m],
  'examples/own-provider/README.md': [/\.\/cdktf-provider-platform-/],
  'examples/pipelines/README.md': [/\.\/cdktf-provider-platform-/g],
  'README.md': [
    /\bcdktf-provider-platform-/g,
    /\/releases\/download\/v/g,
    /--source-ref refs\/tags\/v/,
    /^unzip terraform-provider-platform_/m,
    /^ln -s terraform-provider-platform_v/m,
  ],
  'docs/adopt.md': [/\/cdktf-provider-platform-/g],
  'docs/cli.md': [/\/cdktf-provider-platform-/g],
  'docs/compatibility.md': [/\/cdktf-provider-platform-/],
  'docs/emulator.md': [/\/cdktf-provider-platform-/g],
  'docs/errors.md': [/terraform-provider-platform_v/],
  'docs/guides/provider.md': [/\/cdktf-provider-platform-/g],
  'docs/provider.md': [/\/cdktf-provider-platform-/g],
  'docs/pipelines.md': [/\/cdktf-provider-platform-/g],
  'docs/integrations.md': [/\/actions\/review@v/, /\/platform-iac\/review@/],
};

const version = /\d+\.\d+\.\d+(?:-[0-9a-z]+(?:\.[0-9a-z]+)*)?/;
const current = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version.replaceAll('.', '\\.');

await main(() => {
  const [tag = ''] = process.argv.slice(2);
  if (!new RegExp(`^v${version.source}$`).test(tag))
    throw new Refusal(`The tag ${tag || '(missing)'} is no version. A tag is such as v0.2.0 or v0.2.0-rc.1.`);
  for (const [file, befores] of Object.entries(places)) {
    const path = join(root, file);
    let text = readFileSync(path, 'utf8');
    for (const before of befores) {
      const place = new RegExp(`(${before.source})${current}`, before.flags);
      if (!place.test(text)) throw new Refusal(`Cannot set the version in ${file}: ${before.source} is not found.`);
      text = text.replace(place, `$1${tag.slice(1)}`);
    }
    writeFileSync(path, text);
  }
  say(`The version is ${tag.slice(1)}.`);
});
