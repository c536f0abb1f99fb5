/** `npm run docs`: writes everything that is derived from the declarations, the table of capabilities, the provider's schemas and the docstrings. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { strictTable } from '../../emulator/service/strict';
import { distinctProtoTexts } from '../../emulator/grpc/proto-files';
import { createAllServices } from '../../emulator/grpc/services';
import { declarations } from '../../model/kinds';
import { PRODUCTIONS } from '../../model/stack';
import { rules } from '../conformance';
import { faultsTable, faultTypes } from './fault-types';
import { kindTypeFiles } from './kind-types';
import { apiPages } from './api-pages';
import { capabilitiesTable, capabilityCount, rolesTable } from './capabilities-page';
import { compatibilityPage } from './compatibility-page';
import { apiCodesTable, providerCodesTable } from './errors-page';
import { findingsPage } from './findings-page';
import { guidePages } from './guide-pages';
import { kindsPage } from './kinds-page';
import { markdownTable } from './markdown';
import { ownerPlatforms, platformsList } from './platforms-list';
import { terraformPages } from './terraform-pages';
import { trustPropsPart } from './trust-props-part';
import { checkoutRoot, write, writePart } from './write';

for (const folder of [
  'resources',
  'data-sources',
  'list-resources',
  'ephemeral-resources',
  'functions',
  'guides',
  'api',
])
  rmSync(join(checkoutRoot, 'docs', folder), { recursive: true, force: true });
write('src/emulator/faults/fault.ts', faultTypes());
writePart('docs/emulator.md', 'faults', faultsTable());
writePart('docs/emulator.md', 'strict rules', strictTable());
writePart('docs/unreviewed-code.md', 'platforms', platformsList());
writePart('docs/review-configuration.md', 'platforms of owners', ownerPlatforms());
writePart('docs/trust.md', 'props of the factories', trustPropsPart());
const grammar = PRODUCTIONS.map(({ name, form, reason }) => [name, form, reason]);
writePart('docs/data-stacks.md', 'grammar', markdownTable(['Form', 'Accepted', 'Reason'], grammar));
writePart('docs/capabilities.md', 'number of capabilities', capabilityCount());
writePart('docs/capabilities.md', 'built-in roles', rolesTable());
writePart('docs/capabilities.md', 'capabilities', capabilitiesTable());
writePart('docs/errors.md', 'codes of the provider', providerCodesTable());
writePart('docs/errors.md', 'codes of the API', apiCodesTable());
write('docs/kinds.md', kindsPage(declarations));
write('docs/findings.md', findingsPage());
write('docs/compatibility.md', compatibilityPage(rules));
for (const [name, text] of [...terraformPages(), ...guidePages(), ...apiPages()]) write(join('docs', name), text);
for (const [name, text] of kindTypeFiles(declarations)) write(join('src/model/kinds/types', name), text);
for (const [name, text] of Object.entries(distinctProtoTexts(createAllServices(declarations))))
  write(join('src/emulator/grpc/proto', name), text);
