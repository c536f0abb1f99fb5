/** `npm run docs`: writes everything that is derived from the declarations, the table of capabilities, the provider's schemas and the docstrings. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strictTable } from '../../emulator/service/strict';
import { distinctProtoTexts } from '../../emulator/grpc/proto-files';
import { allServicesOf } from '../../emulator/grpc/services';
import { declarations } from '../../model/kinds';
import { rules } from '../conformance';
import { faultsTable, faultTypes } from './fault-types';
import { kindTypeFiles } from './kind-types';
import { factoriesText, factoryTypes, platformsFile, propsFile, readPlatforms } from './trust-sources';
import { apiPages } from './api-pages';
import { capabilitiesPage } from './capabilities-page';
import { dataStacksPage } from './data-stacks-page';
import { compatibilityPage } from './compatibility-page';
import { errorsPage } from './errors-page';
import { guidePages } from './guide-pages';
import { kindsPage } from './kinds-page';
import { platformsTable } from './platforms-table';
import { terraformPages } from './terraform-pages';
import { trustPropsPart } from './trust-props-part';

const root = join(__dirname, '../../..');
const platforms = readPlatforms(join(root, 'src/access/platforms'));
write('src/access/platforms/trust-props.ts', propsFile(platforms));
write('src/access/platforms/platforms.ts', platformsFile(platforms));
writePart('constructs/trust/trust.ts', 'types of the factories', factoryTypes(platforms));
writePart('constructs/trust/trust.ts', 'factories, from src/access/platforms', factoriesText(platforms));
for (const folder of [
  'resources',
  'data-sources',
  'list-resources',
  'ephemeral-resources',
  'functions',
  'guides',
  'api',
])
  rmSync(join(root, 'docs', folder), { recursive: true, force: true });
write('src/emulator/faults/fault.ts', faultTypes());
writePart('docs/emulator.md', 'faults', faultsTable());
writePart('docs/emulator.md', 'strict rules', strictTable());
writePart('docs/review.md', 'platforms', platformsTable());
writePart('docs/trust.md', 'props of the factories', trustPropsPart());
write('docs/kinds.md', kindsPage(declarations));
write('docs/data-stacks.md', dataStacksPage());
write('docs/capabilities.md', capabilitiesPage());
write('docs/errors.md', errorsPage());
write('docs/compatibility.md', compatibilityPage(rules));
for (const [name, text] of [...terraformPages(), ...guidePages(), ...apiPages()]) write(join('docs', name), text);
for (const [name, text] of kindTypeFiles(declarations)) write(join('src/model/kinds/types', name), text);
for (const [name, text] of Object.entries(distinctProtoTexts(allServicesOf(declarations))))
  write(join('src/emulator/grpc/proto', name), text);

/** Writes the generated part of a file that is written by hand. */
function writePart(name: string, title: string, text: string): void {
  const source = readFileSync(join(root, name), 'utf8');
  const [comment, end, gap] = name.endsWith('.md') ? ['<!-- ', ' -->', '\n\n'] : ['// ', '', '\n'];
  const [begin, close] = [`${comment}begin ${title}: npm run docs${end}`, `${comment}end ${title.split(',')[0]}${end}`];
  const [before = '', rest = ''] = source.split(begin);
  const [, after = ''] = rest.split(close);
  const indent = /[ ]*$/.exec(before)?.[0] ?? '';
  write(name, `${before}${begin}${gap}${text}${gap}${indent}${close}${after}`);
}

function write(name: string, text: string): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${name}\n`);
}
