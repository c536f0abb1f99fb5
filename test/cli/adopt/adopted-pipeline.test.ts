import { adoptNextSteps } from '../../../src/cli/adopt/next-steps';
import { adoptedPipelineFile } from '../../../src/cli/adopt/adopted-pipeline';
import { projectFiles } from '../../../src/cli/project/new-project';
import { group, groupInvite, identityProvider, roleBinding } from '../../../src/model/kinds';

const root = 'ab'.repeat(20);
const kinds = new Set([group, groupInvite, identityProvider, roleBinding]);

/** Returns the files of a pipeline that depend on the adopted group. */
function written(pipeline: 'github' | 'gitlab', uid: string): Map<string, string> {
  const files = [...projectFiles('cdktn', pipeline, 'helix')];
  return new Map(
    files.flatMap(([path, file]) => {
      const { text } = adoptedPipelineFile(path, file, { uid, kinds });
      return text === file.text ? [] : [[path, text]];
    }),
  );
}

describe.each(['github', 'gitlab'] as const)('the pipeline of an adopted project on %s', (pipeline) => {
  test.each([root, `${root}/0123456789abcdef`])('manages the adopted group, and creates no other: %s', (uid) => {
    const bootstrap = written(pipeline, uid).get('bootstrap.ts') ?? '';
    expect(bootstrap).toContain(`const root = Group.fromUid(stack, 'root', '${root}');`);
    expect(bootstrap).toContain(`const managed = Group.fromUid(stack, 'managed', '${uid}');`);
    expect(bootstrap).toContain('  manages: managed,\n');
    expect(bootstrap).toContain(`'MANAGED_GROUP_UID', { value: managed.uid`);
    expect(bootstrap.match(/new Group\(stack, '(\w+)'/g)).toEqual([`new Group(stack, 'pipeline'`]);
    expect(bootstrap).not.toMatch(/engineering|process\.env\.ROOT_GROUP_UID|organization\.ts/);
    // In the root group, the applier can change its own identity.
    expect(bootstrap.includes('who can merge can change who assumes them')).toBe(uid === root);
  });

  test('applies and reads each adopted kind, with capabilities that exist', () => {
    const files = written(pipeline, root);
    expect([...files.keys()]).toEqual(['bootstrap.ts', 'pipeline-identities.ts', 'pipeline.sh']);
    const identities = files.get('pipeline-identities.ts') ?? '';
    const all = ['groups', 'identity', 'roles', 'role_bindings', 'group_invites', 'identity_providers'];
    expect(/const kinds = \[([^\]]*)\] as const;/.exec(identities)?.[1]?.match(/\w+/g)).toEqual(all);
    expect(identities).toContain("  ...(kind === 'group_invites' ? [] : [`${kind}.update`]),\n");
    expect(files.get('pipeline.sh')).toContain(`READS:=${all.map((kind) => `${kind}.list`).join(',')}}`);
  });
});

test.each([true, false])(
  'with a pipeline, only the pipeline applies, and the imports stay for its first apply: %s',
  (hasPipeline) => {
    const text = adoptNextSteps({
      ...{
        dir: 'acme',
        format: 'constructs',
        hasImports: true,
        isOneStack: true,
        owners: [],
        undeclared: [],
        width: 80,
      },
      hasPipeline,
    });
    expect(text.includes('stacks/organization apply')).toBe(!hasPipeline);
    expect(text.includes('rm imports.json')).toBe(!hasPipeline);
    expect(text.includes('let the pipeline apply')).toBe(hasPipeline);
  },
);
