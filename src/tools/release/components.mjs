/** The components of the package, among all packages that npm lists, and the Node of the executables. */
import { Refusal } from '../say.mjs';

const development = 'cdx:npm:package:development';

/**
 * Returns the bill of materials without development packages, except for those that dist/ contains.
 *
 * @param {object} bill a CycloneDX document of npm
 * @param {{ name: string, notices: string, nodes: readonly object[] }} options the name of the package, because npm takes the name
 *   of the folder; THIRD-PARTY-NOTICES.txt, which lists what dist/ contains; the components of `nodeComponents`
 * @throws {Refusal} if the document lacks a package that dist/ contains
 */
export function listComponents(bill, { name, notices, nodes }) {
  const bundled = new Set(
    [...notices.matchAll(/(?:^|-{80}\n\n?)(\S+) (\S+) \(.*\)\n/g)].map(([, of, at]) => `${of}@${at}`),
  );
  const known = new Set(bill.components.map((component) => component['bom-ref']));
  const missing = [...bundled].filter((ref) => !known.has(ref));
  if (missing.length > 0)
    throw new Refusal(`The list of components lacks ${missing.join(', ')}: dist/ contains it. Run "npm run build".`);

  const isDevelopment = ({ properties = [] }) => properties.some((property) => property.name === development);
  const kept = bill.components.filter((one) => bundled.has(one['bom-ref']) || !isDevelopment(one));
  const packages = kept.map(({ properties = [], ...component }) => ({
    ...component,
    // A bundled package is part of the product, even if npm does not install it.
    properties: properties.filter((property) => property.name !== development),
  }));
  const components = [...packages, ...nodes];
  const own = bill.metadata.component['bom-ref'];
  const refs = new Set([own, ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  // Two builds of a release are compared, byte by byte.
  const { serialNumber: _random, metadata, ...reproducible } = bill;
  const { timestamp: _now, ...described } = metadata;
  return {
    ...reproducible,
    metadata: { ...described, component: { ...metadata.component, name } },
    components,
    dependencies,
  };
}

/**
 * Returns the Node of the executables, one component for each platform.
 *
 * @param {{ version: string, sha256: Record<string, string> }} pin the checksums by the name of the platform
 * @param {(platform: string) => string} toUrl the address of the file that has the checksum
 */
export function nodeComponents({ version, sha256 }, toUrl) {
  return Object.entries(sha256).map(([platform, content]) => ({
    'bom-ref': `node@${version}?platform=${platform}`,
    type: 'application',
    name: 'node',
    version,
    scope: 'required',
    // Scanners find advisories of Node by this name.
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/node@${version}?platform=${platform}`,
    externalReferences: [{ type: 'distribution', url: toUrl(platform) }],
    hashes: [{ alg: 'SHA-256', content }],
    licenses: [{ license: { id: 'MIT' } }],
  }));
}
