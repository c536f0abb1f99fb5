/**
 * `npm run docs`: writes what the declarations and the provider's schemas say: the references of the API's kinds and of the
 * provider, the kinds' types, the gRPC files.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { protoTexts } from '../emulator/grpc/methods';
import { declarations } from '../resources';
import { kindTypeFiles } from './kind-types';
import { kindsPage } from './reference/kinds-page';
import { withKindsTable } from './reference/kinds-table';
import { terraformPages } from './reference/terraform-pages';

const sources = join(__dirname, '..');
write('resources/README.md', kindsPage(declarations));
rmSync(join(sources, 'resources/docs'), { recursive: true, force: true });
for (const [name, text] of terraformPages()) write(join('resources/docs', name), text);
for (const [name, text] of kindTypeFiles(declarations)) write(join('resources/types', name), text);
for (const [name, text] of Object.entries(protoTexts(declarations))) write(join('emulator/grpc', name), text);

const readme = join(sources, '../README.md');
writeFileSync(readme, withKindsTable(readFileSync(readme, 'utf8')));

function write(name: string, text: string): void {
  const file = join(sources, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${file}\n`);
}
