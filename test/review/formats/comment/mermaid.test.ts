import fc from 'fast-check';
import { formatMarkdown, type Report, type ReportedLine } from '../../../../src/review';
import { drawMermaid } from '../../../../src/review/formats/comment/mermaid';
import { reviewOf } from '../../corpus';

const report = reviewOf('owner-added');
const [line] = report.access.lines.gained;

const withLines = (gained: readonly Partial<ReportedLine>[], lost: readonly Partial<ReportedLine>[] = []): Report => {
  const whole = (some: readonly Partial<ReportedLine>[]) => some.map((one) => ({ ...line!, beneath: 0, ...one }));
  return {
    ...report,
    access: { ...report.access, lines: { ...report.access.lines, gained: whole(gained), lost: whole(lost) } },
  };
};

const linesFor = (shown: Report) => drawMermaid(shown).lines;
const countNodes = (lines: readonly string[]) => lines.filter((one) => /^ {2}\w+\(?\["/.test(one)).length;

test('without access that changes there is no graph', () => {
  expect(linesFor(withLines([]))).toEqual([]);
  expect(linesFor(withLines([{ cause: 'inherited in a created group' }]))).toEqual([]);
});

test('gained and lost access have different edges and colors', () => {
  const lines = linesFor(
    withLines(
      [{ identity: 'acme/ci', group: 'acme', roles: ['owner'] }],
      [{ identity: 'acme/old', group: 'acme', roles: ['owner'] }],
    ),
  );
  expect(lines[0]).toBe('flowchart LR');
  expect(lines.filter((one) => one.includes('==>'))).toEqual(['  n0 ==> n1']);
  expect(lines.filter((one) => one.includes('-.->'))).toEqual(['  n2 -.-> n1']);
  expect(lines).toContain('  n0(["acme/ci"])');
  expect(lines.slice(-2)).toEqual([
    '  linkStyle 0 stroke:#2da44e,stroke-width:3px',
    '  linkStyle 1 stroke:#cf222e,stroke-width:2px',
  ]);
});

test('names cannot break out of their labels', () => {
  const text = linesFor(withLines([{ identity: 'acme/"]; click n0 "javascript:x', group: 'a<b>#1\u202e' }])).join('\n');
  expect(text).not.toMatch(/\["[^"\n]*"[^\])]/);
  expect(text).not.toContain('\u202e');
  expect(text).toContain('acme/#34;#93;#59; click n0 #34;javascript:x');
});

test('many identities are drawn together, with their number', () => {
  const many = Array.from({ length: 40 }, (_, index) => ({
    identity: `acme/team/ci ${index}`,
    group: 'acme/shop',
    roles: ['viewer'],
  }));
  const lines = linesFor(withLines(many));
  expect(lines.filter((one) => one.includes('==>'))).toHaveLength(1);
  expect(lines.join('\n')).toContain('40 identities of acme/team');
});

test('a graph with too many roots is cut, and counts the rest', () => {
  const many = Array.from({ length: 90 }, (_, index) => ({
    identity: `org ${index}/ci`,
    group: `org ${index}/shop`,
    roles: ['viewer'],
  }));
  const lines = linesFor(withLines(many));
  expect(countNodes(lines)).toBe(15);
  expect(lines.filter((one) => one.includes('==>'))).toHaveLength(7);
  expect(lines.at(-1)).toBe('  more["and 83 more"]');
});

test('long names leave room for the rest of a comment', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    identity: `${'"'.repeat(300)} ${index}/ci`,
    group: `org ${index}/shop`,
  }));
  const lines = linesFor(withLines(many));
  expect(lines.join('\n').length).toBeLessThanOrEqual(15_000);
  expect(lines.at(-1)).toMatch(/^ {2}more\["and \d+ more"\]$/);
});

test('a merged end counts only those who gain the role of its edge there', () => {
  const drawn = fc.record({
    identity: fc.tuple(fc.constantFrom('a', 'b'), fc.nat({ max: 30 })).map(([team, n]) => `org/${team}/ci-${n}`),
    group: fc.tuple(fc.constantFrom('x', 'y'), fc.nat({ max: 5 })).map(([team, n]) => `org/${team}/shop-${n}`),
    roles: fc.constantFrom(['viewer'], ['editor'], ['owner']),
  });
  let merged = 0;
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 26, maxLength: 60 }), (some) => {
      const lines = linesFor(withLines(some));
      const nodes = new Map(
        lines.flatMap((one) => {
          const [, id = '', text = ''] = /^ {2}(n\d+)\(?\["(.*)"\]\)?$/.exec(one) ?? [];
          return id === '' ? [] : [[id, text] as const];
        }),
      );
      for (const one of lines) {
        const [, from = '', to = ''] = /^ {2}(n\d+) ==> (n\d+)$/.exec(one) ?? [];
        const [, count, place = ''] = /^(\d+) identities of (.+)$/.exec(nodes.get(from) ?? '') ?? [];
        const [, role = '', where = ''] = /^(\w+) in (?:\d+ groups of )?(\S+)/.exec(nodes.get(to) ?? '') ?? [];
        if (count === undefined) continue;
        merged++;
        const matching = some.filter(
          ({ identity, group, roles }) =>
            identity.startsWith(`${place}/`) && roles[0] === role && `${group}/`.startsWith(`${where}/`),
        );
        expect([one, new Set(matching.map(({ identity }) => identity)).size]).toEqual([one, Number(count)]);
      }
    }),
    { numRuns: 300 },
  );
  expect(merged).toBeGreaterThan(100);
});

test('people with different roles are different nodes, also if their texts are equal', () => {
  const some = ['viewer', 'editor'].flatMap((role) =>
    Array.from({ length: 20 }, (_, n) => ({ identity: `org/a/${role}-${n}`, group: `org/x/shop-${n}`, roles: [role] })),
  );
  const nodes = linesFor(withLines(some)).filter((line) => line.includes('20 identities of org/a'));
  expect(nodes).toHaveLength(2);
});

test('a large graph names the identities of high findings, merges all others, and counts them', () => {
  const some = Array.from({ length: 40 }, (_, n) => ({
    ...{ identity: `org/team-${n}/ci`, group: `org/team-${n}`, roles: [n % 2 === 0 ? 'viewer' : 'editor'] },
  }));
  const [finding] = report.findings;
  const strange = ['org/team-7/ci', 'org/team-11/ci'].map((identity) => ({
    ...{ ...finding!, id: 'undeclared-owner' as const, severity: 'high' as const, subject: identity, identity },
  }));
  const large = { ...withLines(some), findings: strange };
  const { lines, merged } = drawMermaid(large);
  expect(countNodes(lines)).toBeLessThanOrEqual(15);
  expect(lines.slice(1, 3)).toEqual(['  n0(["org/team-7/ci"])', '  n1["editor in org/team-7"]']);
  expect(lines.join('\n')).toContain('"org/team-11/ci"');
  expect(lines.join('\n')).toContain('20 other identities of org');
  expect(merged).toBe(38);
  expect(formatMarkdown(large)).toContain('The graph does not name 38 identities.');
});
