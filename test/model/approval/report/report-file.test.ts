import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APPROVED_VARIABLE,
  readApprovedWrites,
  DIGEST_VARIABLE,
  createPlaceholder,
  readApprovedFile,
} from '../../../../src/model/approval';
import type { ReportedWrite } from '../../../../src/model/report';
import { search } from '../../../support/search';
import { boundReport } from './bound-report';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const create: ReportedWrite = {
  action: 'create',
  kind: 'Group',
  uid: createPlaceholder(root, 'shop'),
  parent: root,
  path: 'acme/shop',
  key: { name: 'shop' },
  fields: { name: 'shop' },
};
const report = (...approvedWrites: readonly unknown[]) => boundReport(approvedWrites);

test('the approved writes and the digest of a report are read', () => {
  expect(readApprovedWrites(report(create), 'r.json')).toEqual({ digest: report(create).digest, writes: [create] });
  expect(readApprovedWrites(report(), 'r.json').writes).toEqual([]);
  const update: ReportedWrite = { ...create, action: 'update', uid: `${root}/${'1'.repeat(16)}` };
  const { uid: _, ...association } = create;
  const several = [update, update, association, association, create];
  expect(readApprovedWrites(report(...several), 'r.json').writes).toEqual(several);
  expect([APPROVED_VARIABLE, DIGEST_VARIABLE]).toEqual(['PLATFORM_APPROVED_REPORT', 'PLATFORM_APPROVED_DIGEST']);
});

test.each([
  [[], 'it is not a report.'],
  [{}, 'it has no digest, so it approves nothing.'],
  [{ ...report(create), version: 2 }, 'its version is 2 instead of 3.'],
  [{ ...report(create), version: undefined }, 'its version is missing instead of 3.'],
  [{ ...report(create), digest: 'x' }, 'digest is missing or malformed.'],
  [{ ...report(create), checksum: undefined }, 'checksum is missing or malformed.'],
  [{ ...report(create), approvedWrites: {} }, 'approvedWrites is missing or malformed.'],
  [{ ...report(create), effect: {} }, 'effect is missing or malformed.'],
  [{ ...report(create), approvedWrites: [] }, 'it was changed: its digest does not match.'],
  [{ ...report(create), unheard: [] }, 'it was changed: its digest does not match.'],
  [{ ...report(create), findings: [] }, 'it was changed: its checksum does not match.'],
  [report(create, { ...create, kind: 'Galaxy' }), 'this package version does not know the kind "Galaxy".'],
  [report(create, create), 'two creates have the same placeholder.'],
])('a report that approves nothing is an error with the reason (%#)', (wrong: unknown, message) => {
  expect(() => readApprovedWrites(wrong, 'r.json')).toThrow(`Cannot use r.json: ${message}`);
});

test.each([
  ['an unknown action', { ...create, action: 'replace' }],
  ['a kind that is no text', { ...create, kind: 1 }],
  ['a create of an existing uid', { ...create, uid: `${root}/${'1'.repeat(16)}` }],
  ['an update of a placeholder', { ...create, action: 'update' }],
  ['a delete without a uid', { ...create, action: 'delete', uid: undefined }],
  ['a parent that is no uid', { ...create, parent: 'acme' }],
  ['no path', { ...create, path: undefined }],
  ['fields that are no object', { ...create, fields: ['name'] }],
  ['a hash that is no text', { ...create, hashed: { name: 1 } }],
  ['unknown fields that are no texts', { ...create, unknown: [1] }],
])('a write with %s is malformed, also with a matching digest', (_, write) => {
  expect(() => readApprovedWrites(report(create, write), 'r.json')).toThrow(
    'Cannot use r.json: approvedWrites[1] is missing or malformed.',
  );
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'approved-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('may begin with a byte order mark', () => {
    const file = join(folder, 'r.json');
    writeFileSync(file, `\uFEFF${JSON.stringify(report(create))}`);
    expect(readApprovedFile(file).writes).toEqual([create]);
    writeFileSync(file, ` \uFEFF${JSON.stringify(report(create))}`);
    expect(() => readApprovedFile(file)).toThrow('is not JSON');
  });

  test('with another digest than the required one approves nothing', () => {
    const file = join(folder, 'r.json');
    writeFileSync(file, JSON.stringify(report(create)));
    expect(readApprovedFile(file, report(create).digest).writes).toEqual([create]);
    expect(() => readApprovedFile(file, 'a'.repeat(64))).toThrow(
      `${file} has the digest ${report(create).digest}, and PLATFORM_APPROVED_DIGEST requires "${'a'.repeat(64)}".`,
    );
  });

  test('that is missing or truncated is an error with its name', () => {
    const file = join(folder, 'r.json');
    expect(() => readApprovedFile(file)).toThrow(
      expect.objectContaining({
        message: `Cannot read ${file}: no such file.`,
        cause: expect.objectContaining({ code: 'ENOENT' }) as unknown,
      }) as Error,
    );
    expect(() => readApprovedFile(folder)).toThrow(`Cannot read ${folder}: it is a folder.`);
    writeFileSync(file, JSON.stringify(report(create)).slice(0, -1));
    let problem: unknown;
    try {
      readApprovedFile(file);
    } catch (error) {
      problem = error;
    }
    expect(problem).toMatchObject({
      message: `${file} is not JSON, or is truncated. Use a report in the format json.`,
      cause: expect.any(SyntaxError) as unknown,
    });
  });
});

test('a report with any values is read or refused with a reason', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(...Object.values(create), create, [create, create]));
  const write = fc.record({
    action: value,
    kind: value,
    uid: value,
    parent: value,
    path: value,
    key: value,
    fields: value,
  });
  const changed = fc.oneof(
    value,
    write,
    write.map((other) => ({ ...create, fields: other.fields, key: other.key })),
  );
  fc.assert(
    fc.property(fc.array(changed, { maxLength: 3 }), (writes) => {
      try {
        expect(readApprovedWrites(report(...writes), 'r.json').writes).toEqual(writes);
      } catch (error) {
        expect(error).toMatchObject({
          name: 'ApprovedWritesError',
          message: expect.stringMatching(/^Cannot use r\.json: /) as unknown,
        });
      }
    }),
    { numRuns: 500 * search },
  );
});
