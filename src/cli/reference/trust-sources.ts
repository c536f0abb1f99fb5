/**
 * The lists of the trust platforms as source text, which follows from the file of each platform. It is written out because an
 * editor shows the documentation of declared types and methods, not of computed ones.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A platform, as its file declares it. */
interface PlatformSource {
  readonly file: string;
  /** The exported name, which is also the name of the factory. */
  readonly name: string;
  /** The type of its props. */
  readonly props: string;
  /** The docstring of the factory. */
  readonly comment: string;
  readonly place: number;
}

const DECLARATION = /(\/\*\*(?:(?!\*\/)[^])*\*\/)\nexport const (\w+): Platform</;

/** Returns the platforms of a folder, in their order in lists. */
export function readPlatforms(folder: string): readonly PlatformSource[] {
  const found = readdirSync(folder).flatMap((name): PlatformSource[] => {
    const source = readFileSync(join(folder, name), 'utf8');
    const [, comment = '', platform] = DECLARATION.exec(source) ?? [];
    if (platform === undefined) return [];
    const [, props] = /^export (?:type|interface) (\w+TrustProps)\b/m.exec(source) ?? [];
    if (props === undefined) throw new Error(`${name}: no exported type has a name that ends in TrustProps.`);
    const [, place = Infinity] = /^ {2}place: (\d+),$/m.exec(source) ?? [];
    return [{ file: name.replace(/\.ts$/, ''), name: platform, props, comment, place: Number(place) }];
  });
  return found.sort((a, b) => (a.place === b.place ? a.name.localeCompare(b.name, 'en') : a.place - b.place));
}

const HEAD = 'Written by `npm run docs` from the files of this folder: edit the file of a platform instead.';

/** Returns `trust-props.ts`: the types of the props. */
export function propsFile(platforms: readonly PlatformSource[]): string {
  return [
    `/** ${HEAD} */`,
    ...sorted(platforms.map(({ file, props }) => `import type { ${props} } from './${file}';`)),
    '',
    '/** The props of a trust by platform. */',
    'export interface TrustProps {',
    ...platforms.map(({ name, props, comment }) => `  /** ${readSummary(comment)} */\n  readonly ${name}: ${props};`),
    '}',
    '',
    'export type {',
    ...sorted(platforms.map(({ props }) => `  ${props},`)),
    '};',
    '',
  ].join('\n');
}

/** Returns `platforms.ts`: the platforms by the names of their factories. */
export function platformsFile(platforms: readonly PlatformSource[]): string {
  return [
    `/** ${HEAD} */`,
    "import type { Platform } from './platform';",
    ...sorted(platforms.map(({ file, name }) => `import { ${name} } from './${file}';`)),
    "import type { TrustProps } from './trust-props';",
    '',
    '/** Each platform checks the props before it uses them as its own type. */',
    'export const PLATFORMS: Readonly<Record<keyof TrustProps, Platform<never>>> = {',
    ...platforms.map(({ name }) => `  ${name},`),
    '};',
    '',
  ].join('\n');
}

/** Returns the documented factories of `Trust`. */
export function factoriesText(platforms: readonly PlatformSource[]): string {
  const thrown = ' * @throws Error for a prop of a wrong type. Synthesis reports all other problems.\n';
  const factories = platforms.map(({ name, props, comment }) => {
    const documented = comment.replace(/^ \* @example$/m, (example) => `${thrown}${example}`);
    return `${documented}\nstatic ${name}(props: ${props}): Trust {\n  return new Trust('${name}', props);\n}`;
  });
  return factories.join('\n\n').replaceAll(/^(?=.)/gm, '  ');
}

/** Returns the import of the types of the factories. */
export function factoryTypes(platforms: readonly PlatformSource[]): string {
  return [
    'import type {',
    ...sorted(platforms.map(({ props }) => `  ${props},`)),
    "} from '../../src/access/platforms/trust-props';",
  ].join('\n');
}

function sorted(lines: readonly string[]): readonly string[] {
  return [...lines].sort();
}

/** Returns the first sentence of a docstring. */
function readSummary(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\/?\*+\/?\s?/, ''));
  const [sentence = ''] = lines
    .join(' ')
    .trim()
    .split(/(?<=\.)\s/);
  return sentence;
}
