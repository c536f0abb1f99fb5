import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdentityChanges } from '../../../src/provider/configuration/identity-changes';

const baseUrl = 'https://api.example.com';
const uid = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00/0123456789abcdef';

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identity-changes-'));
  now = Date.now();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the records for one process. */
const inProcess = (url = baseUrl) => createIdentityChanges(url, { clock: () => now, folder });

/** Returns the file of the only record. */
function file(): string {
  const names = readdirSync(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0]!);
}

it('reports a change to another process for one minute', () => {
  expect(inProcess().isRecent(uid)).toBe(false);
  inProcess().changed(uid);
  expect(inProcess().isRecent(uid)).toBe(true);
  now += 60_000;
  expect(inProcess().isRecent(uid)).toBe(true);
  now += 1;
  expect(inProcess().isRecent(uid)).toBe(false);
});

it('reports a change to the same process for the whole run', () => {
  const changes = inProcess();
  changes.changed(uid);
  now += 3_600_000;
  expect(changes.isRecent(uid)).toBe(true);
});

it('applies to one identity in one service', () => {
  inProcess().changed(uid);
  expect(inProcess().isRecent(`${uid.slice(0, -1)}0`)).toBe(false);
  expect(inProcess('https://other.example.com').isRecent(uid)).toBe(false);
});

it('contains only the time, readable only by this user', () => {
  inProcess().changed(uid);
  expect(readFileSync(file(), 'utf8')).toBe(String(now));
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(file()).not.toContain('c0ffee');
});

it('replaces a link instead of writing through it', () => {
  inProcess().changed(uid);
  const record = file();
  const target = join(folder, 'precious');
  writeFileSync(target, 'precious');
  rmSync(record);
  symlinkSync(target, record);
  inProcess().changed(uid);
  expect(readFileSync(target, 'utf8')).toBe('precious');
  expect(lstatSync(record).isFile()).toBe(true);
});

it('does not read through a link', () => {
  inProcess().changed(uid);
  const record = file();
  const target = join(folder, 'time');
  writeFileSync(target, String(now));
  rmSync(record);
  symlinkSync(target, record);
  expect(inProcess().isRecent(uid)).toBe(false);
});

it('does not wait for a named pipe', () => {
  inProcess().changed(uid);
  const record = file();
  rmSync(record);
  execFileSync('mkfifo', [record]);
  expect(inProcess().isRecent(uid)).toBe(false);
});

it.each(['', 'soon', '-1', '1e99', '9'.repeat(16), '9'.repeat(5000), `${Date.now() + 3_600_000}`])(
  'ignores a record that contains %j',
  (content) => {
    inProcess().changed(uid);
    writeFileSync(file(), content);
    expect(inProcess().isRecent(uid)).toBe(false);
  },
);

it('removes expired records, and no other files', () => {
  inProcess().changed(uid);
  const expired = file();
  const hourAgo = new Date(now - 3_600_000);
  utimesSync(expired, hourAgo, hourAgo);
  writeFileSync(join(folder, 'another-program'), '');
  utimesSync(join(folder, 'another-program'), hourAgo, hourAgo);
  inProcess('https://other.example.com').changed(uid);
  expect(readdirSync(folder)).toContain('another-program');
  expect(readdirSync(folder)).toHaveLength(2);
  expect(readdirSync(folder)).not.toContain(expired.slice(folder.length + 1));
});

it('is not an error if no file can be written', () => {
  const changes = createIdentityChanges(baseUrl, { clock: () => now, folder: join(folder, 'missing') });
  changes.changed(uid);
  expect(changes.isRecent(uid)).toBe(true);
});
