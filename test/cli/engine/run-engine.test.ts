/** The environment that the engine gets from a command. In these tests, Node is the engine. */
import { startEngineAt } from '../../../src/cli/engine/run-engine';

const chosen = process.env['TERRAFORM_BINARY_NAME'];
beforeAll(() => void (process.env['TERRAFORM_BINARY_NAME'] = process.execPath));
afterAll(() => {
  if (chosen === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
  else process.env['TERRAFORM_BINARY_NAME'] = chosen;
});

test.each([
  ['collects garbage less often than Go does by default', {}, {}, '200'],
  ['keeps the setting of the environment', { GOGC: '50' }, {}, '50'],
  ['keeps the setting of a run', { GOGC: '50' }, { GOGC: 'off' }, 'off'],
])('an engine %s', async (_, place, env, expected) => {
  const engine = startEngineAt(() => ({ dir: '.', env: place }));
  try {
    const { code, stdout } = await engine.run(['-p', 'process.env.GOGC'], { env });
    expect([code, stdout.trim()]).toEqual([0, expected]);
  } finally {
    engine.close();
  }
});
