import { conditional, Fn, Op, propertyAccess, type TerraformStack, TerraformVariable, Testing, Token } from 'cdktf';
import fc from 'fast-check';
import { Group, Identity, Role, Rotation, Trust } from '../../../constructs';
import { emptyStack, rootUid } from '../synthesized';

const issuer = 'https://x.example';

function newStack() {
  const stack = emptyStack();
  const number = new TerraformVariable(stack, 'number', { type: 'number' }).numberValue;
  const acme = Group.fromUid(stack, 'acme', rootUid);
  return { stack, number, acme };
}

const problem = (place: string) => `${place} contains a number token; use Token.asString to put the number into a text`;
const synthesisOf =
  ({ stack }: { readonly stack: TerraformStack }) =>
  (): string =>
    Testing.synth(stack, true);

describe('a number token in a text', () => {
  type Part = (text: (prefix: string, suffix?: string) => string, group: Group) => unknown;
  const places: readonly (readonly [place: string, declare: Part])[] = [
    ['name', (text, group) => group.addGroup('a', { name: text('svc-') })],
    ['description', (text, group) => group.addGroup('a', { description: text('team ') })],
    ['claimMatch.subject', (text, group) => group.addIdentity('a', { claimMatch: { issuer, subject: text('svc-') } })],
    [
      'claimMatch.subjectPattern',
      (text, group) => group.addIdentity('a', { claimMatch: { issuer, subjectPattern: text('^svc-', '$') } }),
    ],
    [
      'claimMatch.claims.team',
      (text, group) => group.addIdentity('a', { claimMatch: { issuer, subject: 'a', claims: { team: text('|') } } }),
    ],
    [
      'claimMatch.claims',
      (text, group) =>
        group.addIdentity('a', { claimMatch: { issuer, subject: 'a', claims: { [text('c')]: 'payments' } } }),
    ],
    [
      'assumedBy.repository',
      (text, group) =>
        group.addIdentity('a', {
          assumedBy: Trust.gitHubActions({
            repository: text('acme/svc-'),
            branch: 'main',
            ids: { owner: 1, repository: 2 },
          }),
        }),
    ],
    ['capabilities[0]', (text, group) => group.addRole('a', { capabilities: [text('groups.list')] })],
    ['subject', (text, group) => Identity.person(group, 'a', { issuer, subject: text('u-') })],
  ];

  it.each(places)('is an error for %s, with the line of the construct', (place, declare) => {
    const declared = newStack();
    const root = declared.acme.addGroup('team');
    declare((prefix, suffix = '') => `${prefix}${declared.number}${suffix}`, root);
    expect(synthesisOf(declared)).toThrow(problem(place));
  });

  const expressions: readonly (readonly [string, (text: string) => string])[] = [
    ['Fn.upper', (text) => Fn.upper(text)],
    ['Fn.format', (text) => Fn.format('%s', [text])],
    ['Fn.join', (text) => Fn.join('-', ['a', text])],
    ['a list', (text) => Token.asString(Fn.element(Fn.split(' ', text), 0))],
    ['a nested call', (text) => `x ${Fn.lower(Fn.trimspace(text))}`],
    ['a number of a text', (text) => Fn.upper(Token.asString(Fn.lengthOf(text)))],
    ['a condition', (text) => Token.asString(conditional(true, text, 'b'))],
    ['a comparison', (text) => Token.asString(conditional(Op.eq(text, 'a'), 'a', 'b'))],
    ['an access', (text) => Token.asString(propertyAccess(Fn.split(' ', text), [0]))],
    ['a map', (text) => Token.asString(Fn.lookup({ a: text }, 'a', 'b'))],
  ];

  it.each(expressions)('is an error in the arguments of %s', (_, expression) => {
    const declared = newStack();
    declared.acme.addGroup('a', { description: expression(`svc-${declared.number}-x`) });
    expect(synthesisOf(declared)).toThrow(problem('description'));
  });

  it.each(expressions)('a text with Token.asString is accepted in the arguments of %s', (_, expression) => {
    // The CDK warns of any text in nested calls.
    jest.spyOn(console, 'warn').mockReturnValue();
    const declared = newStack();
    declared.acme.addGroup('a', { description: expression(`svc-${Token.asString(declared.number)}-x`) });
    expect(JSON.stringify(JSON.parse(synthesisOf(declared)()))).not.toMatch(/e\+\d{3}/);
  });

  it('is an error in a former path, with and without an expression', () => {
    const { acme, number } = newStack();
    const group = acme.addGroup('a');
    const place = `the former path contains a number token; use Token.asString to put the number into a text`;
    expect(() => group.wasAt(`acme/team-${number}`)).toThrow(place);
  });

  it('is an error for each neighbor, also where CDKTF resolves it', () => {
    const neighbors = fc.string({
      unit: fc.constantFrom('-', '+', '.', '|', '0', '9', 'e', 'E', 'a', '_', ' ', '$', '{', '}', '\\', '^', 'é'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(neighbors, neighbors, (before, after) => {
        const declared = newStack();
        new Group(declared.stack, 'a', {
          parent: declared.acme,
          name: 'a',
          description: `${before}${declared.number}${after}`,
        });
        expect(synthesisOf(declared)).toThrow(problem('description'));
      }),
      { numRuns: 60 },
    );
  });

  it('replaces the other problems of the text', () => {
    const declared = newStack();
    declared.acme.addIdentity('a', { claimMatch: { issuer: `ftp://${declared.number}`, subject: 'a' } });
    let message = '';
    try {
      synthesisOf(declared)();
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(problem('claimMatch.issuer'));
    expect(message).not.toContain('e+298');
  });

  it('is no error as a whole value, with Token.asString, or as a literal', () => {
    const declared = newStack();
    const { acme, number } = declared;
    acme.addGroup('a', { description: `svc-${Token.asString(number)}` });
    acme.addGroup('b', { description: number as unknown as string });
    acme.addGroup('c', { description: 'At most 1e308, at least -1e+300 and -4.2e+298.' });
    expect(JSON.parse(synthesisOf(declared)())).toMatchObject({
      resource: {
        platform_group: { acme_a: { description: 'svc-${var.number}' }, acme_b: { description: '${var.number}' } },
      },
    });
  });

  it('is an error when an anchor, an import or an id is created', () => {
    const { stack, number, acme } = newStack();
    expect(() => new Rotation(stack, 'r', { rotateOn: { quarter: `q-${number}` } })).toThrow(
      `Rotation "org/r": ${problem('rotateOn.quarter')}.`,
    );
    expect(() => acme.addGroup('a').importFrom(`acme/${number}`)).toThrow(
      'the argument of importFrom contains a number',
    );
    const inId = 'its id, the second argument, contains a number token. Pass a text that is known at synthesis.';
    expect(() => acme.addGroup(`g-${number}`)).toThrow(inId);
    expect(() => Role.named(stack, `role-${number}`)).toThrow(inId);
  });
});

describe('HCL', () => {
  const written = (description: string, claims: Readonly<Record<string, string>> = {}) => {
    const { stack, acme } = newStack();
    acme.addIdentity('a', { description, claimMatch: { issuer, subject: 'a', claims } });
    return stack.toHclTerraform().hcl;
  };
  const refusal = (attribute: string) =>
    `Cannot write ${attribute} of "org/acme/a": CDKTF does not escape quotes, backslashes and line breaks in HCL. ` +
    'Synthesize JSON instead.';

  it.each(['say "${var.who}"', '${"}"}"', 'a\\b ${var.who}'])('is refused for the text %j', (text) => {
    expect(() => written(text)).toThrow(refusal('description'));
    expect(() => written('', { a: text })).toThrow(refusal('claim_match.claims.a'));
  });

  it.each([
    ['say "hi"', '"say \\"hi\\""'],
    ['a\\.b', '"a\\\\.b"'],
    ['a\nb\r', '"a\\nb\\r"'],
    ['$${"a"}', '"\\u0024{\\"a\\"}"'],
    ['[file("a")]', '"[file(\\"a\\")]"'],
  ])('contains the known text %j as text, also in a key', (text, hcl) => {
    expect(written(text)).toContain(`description = ${hcl}\n`);
    expect(written('', { [`${text} `]: text })).toContain(`${hcl.slice(0, -1)} " = ${hcl}\n`);
  });

  it('contains any other text, and quotes in expressions', () => {
    for (const text of [
      "Ada's team",
      '50 % of $5',
      '${replace(var.who, "a", "b")}',
      '%{ if true }a%{ endif }',
      'é {b}',
    ])
      expect(written(text)).toContain(`description = "${text}"`);
  });

  it('is refused for values of an anchor', () => {
    const { stack, acme } = newStack();
    const rotation = new Rotation(stack, 'r', { rotateOn: { quarter: '"q4"' }, anchor: 'terraform_data' });
    acme.addGroup('a', { lifecycle: rotation.lifecycle });
    expect(() => stack.toHclTerraform()).toThrow('Cannot write triggers.quarter of "org/r": CDKTF does not escape');
  });
});
