/** `npm run docs`: writes the reference of the kinds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarations } from '../resources';
import { referencePage } from './reference-page';

const file = join(__dirname, '../resources/README.md');
writeFileSync(file, referencePage(declarations));
process.stdout.write(`${file}\n`);
