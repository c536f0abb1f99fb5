import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerPlatforms, platformsList } from '../../../src/cli/reference/platforms-list';
import { trustPropsPart } from '../../../src/cli/reference/trust-props-part';
import { PLATFORMS } from '../../../src/access/trust';
import {
  factoriesText,
  factoryTypes,
  platformsFile,
  propsFile,
  readPlatforms,
} from '../../../src/cli/reference/trust-sources';

const root = join(__dirname, '../../..');
const folder = join(root, 'src/access/platforms');

test('the lists of platforms, the factories and the table of the documentation are up to date; otherwise run `npm run docs`', () => {
  const platforms = readPlatforms(folder);
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  expect(read('src/access/platforms/trust-props.ts')).toBe(propsFile(platforms));
  expect(read('src/access/platforms/platforms.ts')).toBe(platformsFile(platforms));
  expect(read('constructs/trust/trust.ts')).toContain(`npm run docs\n${factoryTypes(platforms)}\n// end`);
  expect(read('constructs/trust/trust.ts')).toContain(`npm run docs\n${factoriesText(platforms)}\n  // end`);
  expect(read('docs/unreviewed-code.md')).toContain(`npm run docs -->\n\n${platformsList()}\n\n<!-- end`);
  expect(read('docs/review-configuration.md')).toContain(`npm run docs -->${ownerPlatforms()}<!-- end`);
});

test('the page of trusts lists every prop of every factory', () => {
  const part = trustPropsPart();
  expect(readFileSync(join(root, 'docs/trust.md'), 'utf8')).toContain(`npm run docs -->\n\n${part}\n\n<!-- end`);
  const sections = part.split(/^### Trust\./m).slice(1);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(Object.keys(PLATFORMS));
  for (const [index, { fields }] of Object.values(PLATFORMS).entries()) {
    const listed = [...(sections[index] ?? '').matchAll(/^- `(\w+)`/gm)].map(([, name = '']) => name);
    expect(listed.sort()).toEqual(Object.keys(fields).sort());
  }
});

test('a new platform is one file: the lists and the factories follow from it', () => {
  const copy = mkdtempSync(join(tmpdir(), 'platforms-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const source = `
export interface AcmeRunnerTrustProps { readonly job: string }

/**
 * Accepts jobs of Acme. They have names.
 *
 * @example
 * Trust.acmeRunner({ job: 'deploy' });
 */
export const acmeRunner: Platform<Checked> = {`;
    writeFileSync(join(copy, 'acme-runner.ts'), source);
    const platforms = readPlatforms(copy);
    const names = platforms.map(({ name }) => name);
    expect(names.filter((name) => name !== 'acmeRunner')).toEqual(readPlatforms(folder).map(({ name }) => name));
    expect(names.indexOf('acmeRunner')).toBeGreaterThan(names.indexOf('buildkite'));
    expect(platformsFile(platforms)).toContain("import { acmeRunner } from './acme-runner';");
    expect(propsFile(platforms)).toContain(
      '  /** Accepts jobs of Acme. */\n  readonly acmeRunner: AcmeRunnerTrustProps;\n',
    );
    expect(factoriesText(platforms)).toContain(
      [
        '   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.',
        '   * @example',
        "   * Trust.acmeRunner({ job: 'deploy' });",
        '   */',
        '  static acmeRunner(props: AcmeRunnerTrustProps): Trust {',
        "    return new Trust('acmeRunner', props);",
        '  }',
      ].join('\n'),
    );
    writeFileSync(join(copy, 'acme-runner.ts'), source.replace('AcmeRunnerTrustProps {', 'Props {'));
    expect(() => readPlatforms(copy)).toThrow('acme-runner.ts: no exported type has a name that ends in TrustProps.');
  } finally {
    rmSync(copy, { recursive: true });
  }
});
