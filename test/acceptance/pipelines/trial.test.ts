/** The trial on a laptop: `trial.sh` in a copy of the example. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleRepository, type Repository } from './repository';

jest.setTimeout(300_000);

let repository: Repository;
beforeAll(() => {
  repository = exampleRepository();
});
afterAll(() => repository?.close());

test('the trial applies an organization, and the gate refuses the dangerous change', async () => {
  const clone = repository.clone();
  const before = clone.read('organization.ts');
  const { code, said } = await clone.run(['./trial.sh'], { OPEN: 'no' });
  expect({ code, said }).toEqual({ code: 0, said: expect.any(String) });
  for (const finding of ['owner-gained', 'claim-widened', 'invariant-broken']) expect(said).toContain(finding);
  const [, page = ''] = /The page of this review: (.*)$/m.exec(said) ?? [];
  expect(page).toBe(join(clone.dir, 'trial/report.html'));
  expect(existsSync(page) && readFileSync(page, 'utf8')).toContain('<!doctype html>');
  expect(clone.read('organization.ts')).toBe(before);
  expect(said).not.toContain('CLI configuration');
});
