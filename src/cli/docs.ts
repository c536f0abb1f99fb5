/** `npm run docs`: writes everything that is derived from the declarations, the table of capabilities, the provider's schemas and the docstrings. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strictTable } from '../emulator/service/strict';
import { distinctProtoTexts } from '../emulator/grpc/proto-files';
import { allServicesOf } from '../emulator/grpc/services';
import { declarations } from '../resources';
import { rules } from '../conformance';
import { kindTypeFiles } from './kind-types';
import { apiPages } from './reference/api-pages';
import { capabilitiesPage } from './reference/capabilities-page';
import { dataStacksPage } from './reference/data-stacks-page';
import { compatibilityPage } from './reference/compatibility-page';
import { kindsPage } from './reference/kinds-page';
import { terraformPages } from './reference/terraform-pages';

const root = join(__dirname, '../..');
for (const folder of ['resources', 'data-sources', 'list-resources', 'ephemeral-resources', 'functions', 'api'])
  rmSync(join(root, 'docs', folder), { recursive: true, force: true });
writePart('docs/emulator.md', 'strict rules', strictTable());
write('docs/kinds.md', kindsPage(declarations));
write('docs/data-stacks.md', dataStacksPage());
write('docs/capabilities.md', capabilitiesPage());
write('docs/compatibility.md', compatibilityPage(rules));
for (const [name, text] of [...terraformPages(), ...apiPages()]) write(join('docs', name), text);
for (const [name, text] of kindTypeFiles(declarations)) write(join('src/resources/types', name), text);
for (const [name, text] of Object.entries(distinctProtoTexts(allServicesOf(declarations))))
  write(join('src/emulator/grpc/proto', name), text);

/** The generated part of a page that is written by hand. */
function writePart(name: string, title: string, text: string): void {
  const [begin, end] = [`<!-- begin ${title}: npm run docs -->`, `<!-- end ${title} -->`];
  const page = readFileSync(join(root, name), 'utf8');
  const [before = '', rest = ''] = page.split(begin);
  const after = rest.slice(rest.indexOf(end));
  write(name, `${before}${begin}\n\n${text}\n\n${after}`);
}

function write(name: string, text: string): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${name}\n`);
}
