import { resolve } from 'node:path';
import { runModule } from '../child';

test('each stack follows those that it depends on', async () => {
  const stacks = Object.fromEntries(
    Object.entries({ access: ['structure', 'roles'], roles: ['structure'], structure: [] }).map(
      ([name, dependencies]) => [name, { name, dependencies }],
    ),
  );
  const { code, stdout, stderr } = await runModule(
    `import { inOrder } from ${JSON.stringify(resolve('src/tools/terraform/synth.mjs'))};
    console.log(inOrder(${JSON.stringify(stacks)}).map(({ name }) => name).join(' '));`,
  );
  expect({ code, stdout: stdout.trim(), stderr }).toEqual({ code: 0, stdout: 'structure roles access', stderr: '' });
});
