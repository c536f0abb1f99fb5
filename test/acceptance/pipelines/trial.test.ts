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

test('the trial applies an organization, and the gate rejects the dangerous change', async () => {
  const clone = repository.clone();
  const before = clone.read('organization.ts');
  const { code, printed } = await clone.run(['./trial.sh'], { OPEN: 'no' });
  expect({ code, printed }).toEqual({ code: 0, printed: expect.any(String) });
  for (const finding of ['owner-gained', 'claim-widened', 'invariant-broken']) expect(printed).toContain(finding);
  const [, page = ''] = /The page of this review: (.*)$/m.exec(printed) ?? [];
  expect(page).toBe(join(clone.dir, 'trial/report.html'));
  expect(existsSync(page) && readFileSync(page, 'utf8')).toContain('<!doctype html>');
  expect(clone.read('organization.ts')).toBe(before);
  expect(printed).not.toContain('CLI configuration');
});
