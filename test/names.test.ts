/** A name that two rooms export means two things: a search finds both, and an editor imports the wrong one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');

/** The names that several rooms export, by the reason. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'A construct has the name of its kind.': [
    ...['AccountAssociation', 'ExternalGroupRoleMapping', 'Group', 'GroupInvite', 'Identity', 'IdentityProvider'],
    ...['Role', 'RoleBinding'],
  ],
  'Words of separate exports of the package: users import them from ./client, ./plugin or ./plugin/testing.': [
    ...['FoundObject', 'ListOptions', 'Resource', 'Values'],
  ],
  'Builders of a vocabulary that each file imports alone: fields of a kind, messages of protobuf, attributes of Terraform, TypeScript code.':
    ['bool', 'enumeration', 'json', 'list', 'map', 'message', 'optional', 'string', 'text'],
};

describe('exported names', () => {
  const exported = ['src', 'constructs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.m?ts$|\.mjs$/.test(path))
      .flatMap((path) =>
        readNames(readFileSync(join(root, path), 'utf8')).map((name) => [name, getRoom(path)] as const),
      ),
  );

  it('each belongs to one room, or to several for a reason', () => {
    expect(sharedNames(exported)).toEqual(Object.values(allowed).flat().sort());
  });

  it('finds a name of two rooms', () => {
    const declared = [
      ...readNames('export const table = 1;\nexport function block() {}\nconst own = 2;\n'),
      ...readNames('export class Table {}\nexport interface Block {}\n'),
    ];
    expect(declared).toEqual(['table', 'block', 'Table', 'Block']);
    const places = [
      ['table', 'src/base'],
      ['table', 'src/cli'],
      ['block', 'src/cli'],
      ['block', 'src/cli'],
    ] as const;
    expect(sharedNames(places)).toEqual(['table']);
  });
});

function sharedNames(exported: readonly (readonly [name: string, room: string])[]): string[] {
  const rooms = new Map<string, Set<string>>();
  for (const [name, room] of exported) rooms.set(name, (rooms.get(name) ?? new Set()).add(room));
  return [...rooms]
    .filter(([, { size }]) => size > 1)
    .map(([name]) => name)
    .sort();
}

function getRoom(path: string): string {
  const [folder = '', room = ''] = path.split('/');
  return folder === 'src' ? `${folder}/${room}` : folder;
}

/** Returns the names that a file declares and exports. */
function readNames(text: string): string[] {
  return ts.createSourceFile('', text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    return declared.flatMap((declaration) => {
      const { name } = declaration as { readonly name?: ts.Node };
      return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
    });
  });
}
