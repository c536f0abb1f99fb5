/** `npm run docs`: writes what is said by the declarations alone: the reference of the kinds, and their types. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarations } from '../resources';
import { kindTypeFiles } from './kind-types';
import { referencePage } from './reference-page';

const folder = join(__dirname, '../resources');
write('README.md', referencePage(declarations));
for (const [name, text] of kindTypeFiles(declarations)) write(join('types', name), text);

function write(name: string, text: string): void {
  const file = join(folder, name);
  writeFileSync(file, text);
  process.stdout.write(`${file}\n`);
}
