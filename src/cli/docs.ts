/** `npm run docs`: writes what the declarations alone say: the reference of the kinds, their types, the gRPC files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { protoTexts } from '../emulator/grpc/methods';
import { declarations } from '../resources';
import { kindTypeFiles } from './kind-types';
import { referencePage } from './reference-page';

const sources = join(__dirname, '..');
write('resources/README.md', referencePage(declarations));
for (const [name, text] of kindTypeFiles(declarations)) write(join('resources/types', name), text);
for (const [name, text] of Object.entries(protoTexts(declarations))) write(join('emulator/grpc', name), text);

function write(name: string, text: string): void {
  const file = join(sources, name);
  writeFileSync(file, text);
  process.stdout.write(`${file}\n`);
}
