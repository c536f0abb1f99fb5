import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const proto = `
  CAP_ROOTS_LIST   = 3 [(name) = "roots.list", (bit) = 2];
  CAP_IAM_LEAVES_CREATE = 2 [(name) = "leaves.create", (bit) = 1, (internal_only) = true];
  // CAP_GONE = 9 [(name) = "gone.list"];
  reserved 4; // CAP_GONE
`;
const roles = `
var (
\t// A comment (with brackets).
\tOneCaps = SortCaps([]Capability{
\t\tCapability_CAP_ROOTS_LIST, // Capability_CAP_NEVER
\t})

\tBothCaps = SortCaps([]Capability{
\t\tCapability_CAP_IAM_LEAVES_CREATE,
\t}, OneCaps)
)`;

test('the script reads names, numbers and sets from the public files', () => {
  const program = `
    import { readCapabilities, readSet } from './src/tools/docs/capability-table.mjs';
    const [proto, roles] = JSON.parse(process.argv[1]);
    console.log(JSON.stringify([readCapabilities(proto), [...readSet(roles, 'BothCaps')].sort()]));`;
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', program, JSON.stringify([proto, roles])],
    { cwd: root, encoding: 'utf8' },
  );
  expect(JSON.parse(output)).toEqual([
    [
      { number: 2, enumName: 'CAP_IAM_LEAVES_CREATE', name: 'leaves.create', isInternal: true },
      { number: 3, enumName: 'CAP_ROOTS_LIST', name: 'roots.list', isInternal: false },
    ],
    ['CAP_IAM_LEAVES_CREATE', 'CAP_ROOTS_LIST'],
  ]);
});

test.each(['capability-table', 'capability-descriptions', 'public-roles'])('%s names its source', (name) => {
  const [head = ''] = readFileSync(join(root, `src/model/api/${name}.ts`), 'utf8').split('export const');
  expect(head).toMatch(/github\.com\/chainguard-dev\/sdk.* commit [0-9a-f]{40} of \d{4}-\d{2}-\d{2}/s);
});
