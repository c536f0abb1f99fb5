/** The files of an adopted project: those of a new project, with the program of the organization. */
import type { AdoptedProject } from '../../adopt';
import { type Cdk, forCdk, type Pipeline, projectFiles, type ProjectFiles } from '../new-project';

/** Returns all files by path. */
export function adoptedFiles({ files }: AdoptedProject, cdk: Cdk, pipeline: Pipeline): ProjectFiles {
  const base = [...projectFiles(cdk, pipeline)].filter(([path]) => !path.startsWith('organization/'));
  const own = [...files].map(([path, text]): [string, { text: string }] => [
    path,
    { text: path.endsWith('.ts') ? forCdk(cdk, text) : text },
  ]);
  const all = new Map([...base, ...own]);
  const readme = all.get('README.md');
  if (readme !== undefined) all.set('README.md', { text: adoptedReadme(readme.text, files.has('imports.json')) });
  return new Map([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the README of a new project with the files and the steps of an adopted one. */
function adoptedReadme(text: string, hasImports: boolean): string {
  const rows = [
    ...(hasImports ? ['| `imports.json` | The uids of the existing objects, which the first apply imports |'] : []),
    '| `NOT-ADOPTED.md` | The objects that the project does not declare, with the reasons |',
  ];
  const first = [
    '## First apply',
    '',
    '1. Read `NOT-ADOPTED.md`.',
    '2. Run `npm install` and `npm run plan`. The plan imports every object and changes nothing.',
    '3. Apply the plan: `terraform -chdir=cdktf.out/stacks/organization apply`.',
    '4. Delete `imports.json`, and the call of `importExisting` in `main.ts`.',
    '',
  ];
  return (
    text
      .split('\n')
      // The objects to import do not exist in an emulator.
      .filter((line) => !line.includes('platform-iac emulator'))
      .flatMap((line) => {
        if (line.startsWith('| `main.ts`')) return [line, ...rows];
        if (line.startsWith('The stack has local state')) return [...(hasImports ? first : []), line];
        return [line];
      })
      .join('\n')
  );
}
