import { resolve } from 'node:path';
import { runModule } from '../child';

const development = [{ name: 'cdx:npm:package:development', value: 'true' }];
const component = (name: string, properties: readonly object[] = []) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  properties,
});
const bill = {
  serialNumber: 'urn:uuid:random',
  metadata: { timestamp: 'now', component: { 'bom-ref': 'mine@2.0.0', name: 'folder' } },
  components: [component('installed'), component('bundled', development), component('tool', development)],
  dependencies: [
    { ref: 'mine@2.0.0', dependsOn: ['installed@1.0.0', 'bundled@1.0.0', 'tool@1.0.0'] },
    { ref: 'bundled@1.0.0', dependsOn: ['tool@1.0.0'] },
    { ref: 'tool@1.0.0', dependsOn: [] },
  ],
};
const notices = `bundled 1.0.0 ((MIT AND ISC))\n\nText (c) 2020\n\n${'-'.repeat(80)}\n\ninstalled 1.0.0 (MIT)\n\nText\n`;

async function components(listed: string) {
  const module = JSON.stringify(resolve('src/tools/release/components.mjs'));
  const pin = JSON.stringify({ version: '26.3.1', sha256: { linux_amd64: 'a'.repeat(64) } });
  const options = `{ name: 'mine', notices: ${JSON.stringify(listed)}, nodes: nodeComponents(${pin}, (name) => 'https://nodejs.org/' + name) }`;
  const program = `
    import { listComponents, nodeComponents } from ${module};
    try { console.log(JSON.stringify(listComponents(${JSON.stringify(bill)}, ${options}))); }
    catch ({ message }) { console.log(JSON.stringify(message)); }`;
  return JSON.parse((await runModule(program)).stdout) as unknown;
}

test('the list has installed and bundled packages, Node with version and checksum, no tool, and nothing that differs in the next build', async () => {
  expect(await components(notices)).toEqual({
    metadata: { component: { 'bom-ref': 'mine@2.0.0', name: 'mine' } },
    components: [
      component('installed'),
      component('bundled'),
      expect.objectContaining({
        ...{ name: 'node', version: '26.3.1', purl: 'pkg:generic/node@26.3.1?platform=linux_amd64' },
        externalReferences: [{ type: 'distribution', url: 'https://nodejs.org/linux_amd64' }],
        hashes: [{ alg: 'SHA-256', content: 'a'.repeat(64) }],
      }),
    ],
    dependencies: [
      { ref: 'mine@2.0.0', dependsOn: ['installed@1.0.0', 'bundled@1.0.0'] },
      { ref: 'bundled@1.0.0', dependsOn: [] },
    ],
  });
});

test('a bundled package that npm does not list is an error', async () => {
  expect(await components(notices.replace('bundled 1.0.0', 'bundled 1.0.1'))).toContain('lacks bundled@1.0.1');
});
