/** The program of the project. */
import { quoted } from '../../base/text/typescript';
import { importLine } from '../formats/typescript/source-file';

/** Returns `main.ts`. The imports are a file next to it, which users delete after the first apply. */
export function mainFile(options: { readonly rootUid: string; readonly hasImports: boolean }): string {
  const { rootUid, hasImports } = options;
  const head = [
    '/** Synthesizes the organization: `npm run synth` runs this program, and so does the pipeline. */',
    ...(hasImports ? [importLine(['existsSync', 'readFileSync'], 'node:fs'), importLine(['join'], 'node:path')] : []),
    importLine(['App'], 'cdktf'),
    ...(hasImports ? [importLine(['importExisting', 'type Imports'], 'cdktf-provider-platform')] : []),
    importLine(['organization'], './organization/organization'),
  ];
  const group = [
    '// Not a variable of the environment: with another group, Terraform would move or replace every object.',
    `const group = ${quoted(rootUid)};`,
  ];
  const body = hasImports
    ? [
        'const app = new App();',
        'const root = organization(app, group);',
        '// The first apply imports the existing objects. Delete imports.json after it.',
        `const imports = join(__dirname, 'imports.json');`,
        `if (existsSync(imports)) importExisting(root, JSON.parse(readFileSync(imports, 'utf8')) as Imports);`,
        'app.synth();',
      ]
    : ['const app = new App();', 'organization(app, group);', 'app.synth();'];
  return `${head.join('\n')}\n\n${group.join('\n')}\n${body.join('\n')}\n`;
}
