// @slow
import { spawnSync } from 'node:child_process';
import { generateSigningKey, publicJwk } from '../../../src/emulator/auth/keys';

jest.setTimeout(300_000);

test('a key signs, and of it anybody may know what verifies', async () => {
  const { jwtVerify, importJWK, SignJWT } = await import('jose');
  const key = generateSigningKey();
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(await importJWK(key, 'ES256'));
  const known = publicJwk(key);
  await expect(jwtVerify(token, await importJWK(known, 'ES256'))).resolves.toMatchObject({ payload: {} });
  expect([known.kid, known.d]).toEqual([key.kid, undefined]);
});

test('thousands of keys are made while every garbage collection is a whole one', () => {
  const rounds = 6000;
  const program = `
    const { generateSigningKey } = require('./src/emulator/auth/keys.ts');
    for (let round = 0; round < ${rounds}; round++) generateSigningKey();
    console.log('done');`;
  // With key objects of the generated pair, most runs hang after some two thousand.
  const flags = ['--gc-global', '--min-semi-space-size=1', '--max-semi-space-size=1', '--require', 'tsx/cjs'];
  const { signal, stdout } = spawnSync(process.execPath, [...flags, '-e', program], {
    timeout: 240_000,
    killSignal: 'SIGKILL',
  });
  expect({ signal, out: stdout.toString() }).toEqual({ signal: null, out: 'done\n' });
});
