/** The text of a data file is literal: Terraform evaluates nothing in it, wherever it is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack, Testing } from 'cdktf';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { Group, Organization, PlatformProvider, Team, type GroupContents } from '../../../constructs';
import { declaredProps } from '../../../constructs/base/declared-props';
import { constructKey } from '../../../constructs/imports/construct-keys';
import { createSearchLog, search } from '../../support/search';
import { emptyStack, outdir, rootUid } from '../synthesized';

jest.setTimeout(120_000 * search);

const log = createSearchLog('texts of data files');
const scratch = mkdtempSync(join(tmpdir(), 'literal-text-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const TEMPLATES = [
  '${file("/etc/passwd")}',
  'Costs ${amount}',
  '100%{x}',
  '%{ if true }x%{ endif }',
  '$${x}',
  '$$${x}',
  '%%{x}',
  '${',
  '$',
  '"}${"',
  '${"${1}"}',
  '\\${x}',
  '${var.x}',
];
const text = fc
  .array(
    fc.oneof(fc.constantFrom(...TEMPLATES), fc.constantFrom('"', '\\', "'", ' ', '{', '}', '$', '%', 'ä', '🫖', 'x')),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

/** A file with the texts in every place that takes any text. */
const dataWith = ([description, subject, claim, key, person, invite]: readonly string[]) => ({
  groups: {
    payments: {
      description,
      roles: { auditor: { description: claim, capabilities: ['groups.list'] } },
      identities: {
        ci: {
          description: key,
          claimMatch: { issuer: 'https://issuer.example.com', subject, claims: { [`k${key}`]: claim } },
          roles: ['auditor'],
        },
      },
      people: {
        viewer: [
          { issuer: 'https://login.example.com', subject: person },
          `a${invite!.replaceAll(/[\s@]/g, '')}@example.com`,
        ],
      },
    },
  },
});

type Json = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** Returns the value that Terraform gives a template without expressions; undefined if it contains one. */
function evaluated(template: string): string | undefined {
  if (/(?<!\$)\$\{|(?<!%)%\{/.test(template)) return undefined;
  return template.replaceAll(/\$\$\{|%%\{/g, (escape) => escape.slice(1));
}

function evaluatedIn(value: unknown): unknown {
  if (typeof value === 'string') return evaluated(value);
  if (Array.isArray(value)) return value.map(evaluatedIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [evaluated(key), evaluatedIn(inner)]));
}

function stacksByPlan(data: object, format: 'yaml' | 'json') {
  const file = join(scratch, `organization.${format}`);
  writeFileSync(file, format === 'yaml' ? stringify(data) : JSON.stringify(data));
  const stack = new TerraformStack(new App({ outdir }), 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  const organization = Organization.fromFile(stack, 'acme', file, { root: rootUid });
  return { stack, organization };
}

test.each(['yaml', 'json'] as const)(
  'every text of a file in %s is literal in the stack, and plain in the props',
  (format) => {
    fc.assert(
      fc.property(fc.tuple(text, text, text, text, text, text), (texts) => {
        const { stack, organization } = stacksByPlan(dataWith(texts), format);
        const synthesized = log.run(texts, () => Testing.synth(stack, true));
        const { resource, data } = JSON.parse(synthesized) as { resource: Json; data: Json };
        const [description, subject, claim, key, person, invite] = texts;
        const values = (of: Json, type: string) =>
          Object.values(of[type] ?? {}).map((one) => evaluatedIn({ ...one, '//': undefined }));
        expect(values(resource, 'platform_group')).toMatchObject([{ name: 'payments', description }]);
        expect(values(resource, 'platform_role')).toMatchObject([{ description: claim }]);
        expect(values(resource, 'platform_identity')).toMatchObject([
          { description: key, claim_match: { subject, claims: { [`k${key}`]: claim } } },
        ]);
        expect(values(data, 'platform_identity')).toMatchObject([{ subject: person }]);
        expect(values(resource, 'platform_group_invite')).toMatchObject([
          { email: `a${invite.replaceAll(/[\s@]/g, '')}@example.com` },
        ]);
        const ci = organization.identity('payments/ci');
        expect(declaredProps(ci)?.props).toMatchObject({ description: key, claimMatch: { subject } });
        expect(constructKey(organization, ci)).toEqual({ key: 'payments/ci' });
      }),
      { numRuns: 40 * search },
    );
  },
);

test('HCL contains the same text', () => {
  fc.assert(
    fc.property(fc.tuple(text, text, text, text, text, text), (texts) => {
      const { stack } = stacksByPlan(dataWith(texts), 'yaml');
      const { hcl } = stack.toHclTerraform() as { hcl: string };
      expect(literalsIn(hcl)).toEqual(expect.arrayContaining([...new Set(texts.slice(0, 5))]));
      expect(expressionsIn(hcl)).toEqual([]);
    }),
    { numRuns: 40 * search },
  );
});

/** Returns the quoted texts of a configuration without expressions. */
function literalsIn(hcl: string): string[] {
  return quotedIn(hcl).flatMap((one) => evaluated(one) ?? []);
}

function expressionsIn(hcl: string): string[] {
  const reference = /^\$\{(data\.)?platform_\w+\.[\w-]+\.uid\}$/;
  return quotedIn(hcl).filter((one) => evaluated(one) === undefined && !reference.test(one));
}

function quotedIn(hcl: string): string[] {
  return (hcl.match(/"(?:\\.|[^"\\\n])*"/g) ?? []).map(
    (quoted) =>
      // HCL reads templates before escapes.
      JSON.parse(quoted.replaceAll(/\\u002([45])/g, (_, digit) => (digit === '4' ? '$$' : '%%'))) as string,
  );
}

test('the text of a program keeps its expressions, also next to a file with the same text', () => {
  const { stack, organization } = stacksByPlan(dataWith(['${var.a}', '${var.b}', 'c', 'd', '${var.e}', 'f']), 'yaml');
  const contents: GroupContents = {
    people: { viewer: [{ issuer: 'https://login.example.com', subject: '${var.e}' }] },
  };
  new Team(organization, 'shop', { description: '${var.a}', ...contents });
  const { resource, data } = JSON.parse(Testing.synth(stack, true)) as { resource: Json; data: Json };
  const descriptions = Object.values(resource['platform_group'] ?? {}).map(({ description }) => description);
  expect(descriptions).toEqual(['$${var.a}', '${var.a}']);
  const subjects = Object.values(data['platform_identity'] ?? {}).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(['$${var.e}', '${var.e}']);
});

test('HCL of a program contains text as text, also if it begins like code', () => {
  const stack = emptyStack();
  const texts = ['[file("/etc/passwd")]', '{ a = 1 }', '"quoted"', 'a\\b', '12', 'say "$${x("y")}"', '100%%{x}'];
  for (const [index, description] of texts.entries()) Group.root(stack, `g${index}`, { name: 'a', description });
  Group.root(stack, 'expression', { name: 'a', description: 'the ${upper("x")}' });
  const { hcl } = stack.toHclTerraform() as { hcl: string };
  const written = [...hcl.matchAll(/^description = (.*)$/gm)].map(([, text = '']) => text);
  expect(written.slice(0, -1).map((text) => literalsIn(text)[0])).toEqual([
    ...texts.slice(0, 5),
    ...['say "${x("y")}"', '100%{x}'],
  ]);
  expect(written.at(-1)).toBe('"the ${upper("x")}"');
});

test('the root of a file can be an expression of the program', () => {
  const file = join(scratch, 'root.yaml');
  writeFileSync(file, 'groups: { payments: {} }\n');
  const stack = new TerraformStack(new App({ outdir }), 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  Organization.fromFile(stack, 'acme', file, { root: '${var.root}' });
  const { resource } = JSON.parse(Testing.synth(stack, true)) as { resource: Json };
  expect(resource['platform_group']?.['acme_payments']).toMatchObject({ parent_uid: '${var.root}' });
});
