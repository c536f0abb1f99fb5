/** Generated files in HCL: the reader returns the generated blocks and values, and the tree of the scan has the same ones. */
import fc from 'fast-check';
import { readHcl } from '../../../../src/review/input/plan/hcl';
import { escapeTemplates, hclQuoted } from '../../../../src/base/text/write-hcl';
import { type HclBodyTree, readHclBody, readHclTree } from '../../../../src/base/text/hcl-tree';

/** A value as HCL writes it, and as the JSON syntax of Terraform does. */
interface Written {
  readonly hcl: string;
  readonly json: unknown;
}
interface Body {
  readonly values: readonly (readonly [name: string, value: Written])[];
  readonly blocks: readonly { readonly labels: readonly string[]; readonly body: Body }[];
}

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/);
const text = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '$', '%', '{', '}', '#', '/', '*', '\n', '=', ' ', 'é', '<', '['),
});
const opaque = fc
  .constantFrom(
    'lower("}")',
    'a.b == "x" ? [1] : {}',
    '1 + 2',
    '[for x in a.b : "${x}#"]',
    '{for k, v in a.b : k => v}',
    '<<EOT\n } " ${x} #\nEOT',
  )
  .map((hcl): Written => ({ hcl, json: hcl.startsWith('<<') ? '${<<…}' : `\${${hcl}}` }));
const space = fc.constantFrom('', ' ', '\t', ' /* } " */ ');
const gap = fc.constantFrom('', '\n', '# } " {\n', '// /* "\n', '/* \n } */ ');
const end = fc.constantFrom('\n', ' # } "\n', ' // {\n', '\r\n');

const value = fc.letrec<{ value: Written; list: Written; map: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer().map((json): Written => ({ hcl: String(json), json })),
    fc.constantFrom(true, false, null).map((json): Written => ({ hcl: String(json), json })),
    text.map((json): Written => ({ hcl: hclQuoted(json), json: escapeTemplates(json) })),
    fc
      .constantFrom('a.b', 'a.b["x y"].c', 'a[0].b', 'data.a.b[*].c')
      .map((hcl): Written => ({ hcl, json: `\${${hcl}}` })),
    opaque.filter(({ hcl }) => !hcl.startsWith('<<')),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(fc.tuple(gap, tie('value')), { maxLength: 3 }).map((parts): Written => ({
    hcl: `[${parts.map(([before, { hcl }]) => `${before}${hcl}`).join(',')}]`,
    json: parts.map(([, { json }]) => json),
  })),
  map: fc
    .uniqueArray(fc.tuple(name, tie('value'), fc.constantFrom(',', '\n', ' ,\n'), fc.boolean()), {
      maxLength: 3,
      selector: ([key]) => key,
    })
    .map((parts): Written => ({
      hcl: `{${parts.map(([key, { hcl }, mark, isQuoted]) => ` ${isQuoted ? `"${key}"` : key} = ${hcl}${mark}`).join('')}}`,
      json: Object.fromEntries(parts.map(([key, { json }]) => [key, json])),
    })),
})).value;

const body = fc.letrec<{ body: Body }>((tie) => ({
  body: fc.record({
    values: fc.uniqueArray(
      fc.tuple(
        name.map((one) => `a_${one}`),
        fc.oneof({ weight: 5, arbitrary: value }, opaque),
      ),
      { maxLength: 3, selector: ([one]) => one },
    ),
    blocks: fc.oneof(
      { maxDepth: 2 },
      fc.constant([]),
      fc.array(fc.record({ labels: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }), body: tie('body') }), {
        maxLength: 3,
      }),
    ),
  }),
})).body;

/** The type of a block has as many labels as its digit. */
const typeOf = (labels: readonly string[]): string => `b${labels.length}`;

/** Returns the text of a body. The draws decide where comments and spaces are. */
function toText({ values, blocks }: Body, draw: <T>(from: fc.Arbitrary<T>) => T): string {
  const items = [
    ...values.map(([one, { hcl }]) => {
      // The end of a heredoc is a line of its own.
      return `${one}${draw(space)}=${draw(space)}${hcl}${hcl.startsWith('<<') ? '\n' : draw(end)}`;
    }),
    ...blocks.map(({ labels, body: inner }) => {
      const written = labels.map((label) => (draw(fc.boolean()) ? ` "${label}"` : ` ${label}`)).join('');
      return `${typeOf(labels)}${written}${draw(space)} {${draw(fc.constantFrom('\n', ' # "\n'))}${toText(inner, draw)}}${draw(end)}`;
    }),
  ];
  return items.map((item) => `${draw(gap)}${item}`).join('');
}

/** Returns the body in JSON syntax. A block that occurs several times is a list. */
function toJson({ values, blocks }: Body): Record<string, unknown> {
  const json: Record<string, unknown> = Object.fromEntries(values.map(([one, { json: inner }]) => [one, inner]));
  const grouped = new Map<string, Body[]>();
  for (const { labels, body: inner } of blocks) {
    const path = [typeOf(labels), ...labels].join(' ');
    grouped.set(path, [...(grouped.get(path) ?? []), inner]);
  }
  for (const [path, some] of grouped) {
    const names = path.split(' ');
    const parent = names.slice(0, -1).reduce((inner, key) => (inner[key] ??= {}) as Record<string, unknown>, json);
    const bodies = some.map(toJson);
    parent[names.at(-1) ?? ''] = bodies.length === 1 ? bodies[0] : bodies;
  }
  return json;
}

interface Shape {
  readonly names: readonly string[];
  readonly blocks: readonly (readonly [head: string, shape: Shape])[];
}
const shapeOf = ({ values, blocks }: Body): Shape => ({
  names: values.map(([one]) => one),
  blocks: blocks.map(({ labels, body: inner }) => [[typeOf(labels), ...labels].join(' '), shapeOf(inner)]),
});
const treeShape = (tree: HclBodyTree): Shape => ({
  names: tree.arguments.map((argument) => argument.name),
  blocks: tree.blocks.map((block) => [[block.type, ...block.labels].join(' '), treeShape(block.body)]),
});

test('a generated file has its blocks and values, for the grammar and for the scan', () => {
  fc.assert(
    fc.property(body, fc.gen(), (generated, gen) => {
      const source = toText(generated, (from) => gen(() => from));
      expect(readHcl(source)).toEqual(toJson(generated));
      expect(treeShape(readHclBody(readHclTree(source)))).toEqual(shapeOf(generated));
    }),
    { numRuns: 300 },
  );
});
