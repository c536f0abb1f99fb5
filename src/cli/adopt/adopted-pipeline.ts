/** The bootstrap of an adopted project: its pipeline manages the adopted group. That of a new project creates a new one. */
import type { Declaration } from '../../model/schema';
import { isKnownCapability, parentUid, rootUid } from '../../model/api';
import type { ProjectFile } from '../project/new-project';
import { quoted } from '../../base/text/typescript';

export interface ManagedGroup {
  readonly uid: string;
  /** The kinds of the adopted objects. */
  readonly kinds: ReadonlySet<Declaration>;
}

/** Returns a file of the pipeline for the group. */
export function adoptedPipelineFile(path: string, file: ProjectFile, { uid, kinds }: ManagedGroup): ProjectFile {
  const added = [...new Set([...kinds].map(({ capability }) => capability))].filter(
    (capability) => !OF_TEMPLATE.includes(capability),
  );
  switch (path) {
    case 'bootstrap.ts':
      return { ...file, text: adoptedBootstrap(file.text, uid) };
    case 'pipeline-identities.ts':
      return { ...file, text: withKinds(file.text, added) };
    case 'pipeline.sh':
      return { ...file, text: file.text.replace(READS, [READS, ...added.map((kind) => `${kind}.list`)].join(',')) };
    default:
      return file;
  }
}

/** The kinds that the identities of the template apply. */
const OF_TEMPLATE: readonly string[] = ['groups', 'identity', 'roles', 'role_bindings'];
const READS = OF_TEMPLATE.map((kind) => `${kind}.list`).join(',');

function adoptedBootstrap(text: string, uid: string): string {
  const inItself =
    parentUid(uid) === undefined
      ? ['// It contains the identities of the pipeline: those who can merge can change who assumes them.']
      : [];
  const managed = [
    `const root = Group.fromUid(stack, 'root', ${quoted(rootUid(uid))});`,
    '// The adopted group, which the pipeline manages.',
    ...inItself,
    `const managed = Group.fromUid(stack, 'managed', ${quoted(uid)});`,
  ];
  return text
    .replace('Declares the group that the pipeline manages, the identities', 'Declares the identities')
    .replace(/^const root = [^]*?^const engineering = [^]*?^\}\);$/m, () => managed.join('\n'))
    .replace(/\bengineering\b/g, 'managed')
    .replace(
      'The capabilities of the role viewer, which organization.ts grants.',
      'The capabilities that the project grants: now those of the role viewer. Add those of each other role that it grants.',
    );
}

function withKinds(text: string, added: readonly string[]): string {
  if (added.length === 0) return text;
  // No object of such a kind ever changes, and the API rejects an unknown capability.
  const fixed = added.filter((kind) => !isKnownCapability(`${kind}.update`));
  const isFixed = fixed.map((kind) => `kind === ${quoted(kind)}`).join(' || ');
  const names = [...OF_TEMPLATE, ...added].map(quoted).join(', ');
  return text
    .replace(/^const kinds = \[.*\]/m, () => `const kinds = [${names}]`)
    .replace('  `${kind}.update`,\n', (line) =>
      fixed.length === 0 ? line : `  ...(${isFixed} ? [] : [\`\${kind}.update\`]),\n`,
    );
}
