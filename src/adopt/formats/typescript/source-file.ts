/** A file of TypeScript: imports what its code uses. */
import { quoted } from '../../../base/text/typescript';
import { WIDTH } from '../../code/printer';

/** The exports of a module that generated code may use, as values or as types. */
const MODULES: readonly { readonly from: string; readonly names: readonly string[] }[] = [
  { from: 'constructs', names: ['Construct'] },
  { from: 'cdktf', names: ['App', 'TerraformStack', 'TerraformVariable'] },
  {
    from: 'cdktf-provider-platform',
    names: [
      ...['AccountAssociation', 'ExternalGroupRoleMapping', 'Group', 'GroupData', 'GroupInvite', 'IGroup', 'IIdentity'],
      ...['Identity', 'IdentityData', 'IdentityProvider', 'Organization', 'PlatformProvider', 'Role', 'RoleBinding'],
      ...['Team', 'Trust'],
    ],
  },
];

export interface LocalImport {
  readonly from: string;
  readonly names: readonly string[];
}

/** Returns the file: its imports, and its parts with an empty line between them. */
export function sourceFile(parts: readonly string[], locals: readonly LocalImport[] = []): string {
  const body = parts.filter((part) => part !== '').join('\n\n');
  const bare = withoutTexts(body);
  const imports = MODULES.flatMap(({ from, names }) => {
    const used = names.filter((name) => mentions(bare, name));
    return used.length === 0
      ? []
      : [
          importLine(
            used.map((name) => (isValue(bare, name) ? name : `type ${name}`)),
            from,
          ),
        ];
  });
  const own = locals.flatMap(({ from, names }) => {
    const used = names.filter((name) => mentions(bare, name));
    return used.length === 0 ? [] : [importLine(used, from)];
  });
  return `${[...imports, ...own].join('\n')}\n\n${body}\n`.replace(/^\n+/, '');
}

/** Returns true if code refers to a variable or a type. Keys of objects and members do not count. */
export function mentions(bareCode: string, name: string): boolean {
  return new RegExp(`(?<![.\\w$])${name.replaceAll('$', '\\$')}(?![\\w$]|:)`).test(bareCode);
}

/** Returns code without texts and comments; expressions in templates stay. */
export function withoutTexts(source: string): string {
  return source.replace(
    /\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    (found) =>
      found.startsWith('`')
        ? [...found.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => ` ${inner ?? ''} `).join('')
        : "''",
  );
}

function isValue(bareCode: string, name: string): boolean {
  return new RegExp(`(?<![.\\w$])(?:new ${name}\\b|${name}\\.)`).test(bareCode);
}

/** Returns the import of names from a module, types last. */
export function importLine(names: readonly string[], from: string): string {
  const sorted = [...names].sort((a, b) => order(a) - order(b) || (plain(a) < plain(b) ? -1 : 1));
  const line = `import { ${sorted.join(', ')} } from ${quoted(from)};`;
  return line.length <= WIDTH
    ? line
    : `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from ${quoted(from)};`;
}

function order(name: string): number {
  return name.startsWith('type ') ? 1 : 0;
}

function plain(name: string): string {
  return name.replace('type ', '');
}
