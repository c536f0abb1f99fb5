/**
 * Honest changes of a program that uses each kind with each option. Kinds, options and values are derived from the declarations. Each
 * change is proved, needs no review plan, has no finding about its form, and its approval is valid until nothing is left to apply.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformStack, TerraformVariable, Testing, type TerraformResource } from 'cdktf';
import * as constructs from '../../../constructs';
import { camelCase, isObject, type Values } from '../../../src/model/api';
import { parentAttribute } from '../../../src/provider/convert/to-api';
import { containerKind, declarations, DEFAULT_TIMEOUTS, parentKind, resourceSettings } from '../../../src/model/kinds';
import { reasonsAgainst } from '../../../src/review';
import { type Declaration, type Fields, offers, toAttribute } from '../../../src/model/schema';
import { isInRoots } from '../../provider/chaos/organization';
import { type Config, referencesOf, sampleConfig, type Source, unitsOf } from '../../provider/chaos/samples';
import type { Random } from '../../support/random';
import { type Blocks, type Meaning, type Slot, slotAt } from '../drawn-change';
import { APPLIED } from '../tally';
import { createInProcess } from '../world';
import { type Outcome, type Play, REFUSED } from './play';

type ConstructClass = new (scope: TerraformStack, id: string, props: object) => TerraformResource;

const managed = declarations.filter((kind) => kind.terraform?.type !== undefined && offers(kind, 'create'));
/** Objects of all kinds refer to these, or are in them. */
const referable = managed.filter(({ kind }) =>
  managed.some(
    (declaration) =>
      parentKind(declaration).kind === kind || referencesOf(declaration).some(([, name]) => name === kind),
  ),
);
/** A root group contains one object of some kinds: the referable one. */
const repeatable = managed.filter((declaration) => !referable.includes(declaration) || !isInRoots(declaration));
const REPEATED = 4;

/** Findings about the form of a change. Its access can deserve others. */
const FORMAL = /^(not-proved|unresolved|inconclusive|unknown-.*|runs-code|plan-arguments)$/;

interface Member {
  readonly declaration: Declaration;
  readonly id: string;
  /** The values by attribute. A reference is the id of a member, or the name of a built-in role. */
  readonly config: Config;
  /** Time limits and meta-arguments. */
  readonly more: Values;
}

const getId = (kind: string): string => `the-${kind}`;

function drawMember(declaration: Declaration, id: string, source: Source): Member {
  const { random } = source;
  const {
    [parentAttribute(declaration)!]: _,
    deletion_protection: __,
    ...config
  } = sampleConfig(source, declaration, '');
  const limits = Object.keys(DEFAULT_TIMEOUTS).filter(() => random.chance(50));
  const timeouts = Object.fromEntries(limits.map((name) => [name, random.pick(['1m', '90s', '1h30m'])]));
  const ignoreChanges = random.pick(['all', ['description'], undefined]);
  const lifecycle = { createBeforeDestroy: random.chance(50), ...(ignoreChanges && { ignoreChanges }) };
  return {
    ...{ declaration, id, config },
    more: { ...(random.chance(30) && { timeouts }), ...(random.chance(30) && { lifecycle }) },
  };
}

function drawMembers(source: Source): Member[] {
  return [
    ...referable.map((declaration) => drawMember(declaration, getId(declaration.kind), source)),
    ...Array.from({ length: REPEATED }, () =>
      drawMember(source.random.pick(repeatable)!, `one-${source.next()}`, source),
    ),
  ];
}

/** Draws other values of some members, removes some that nothing refers to, and adds others. */
function changeMembers(members: readonly Member[], source: Source): Member[] {
  const { random } = source;
  const changed = members.flatMap((member): Member[] => {
    const isReferable = member.id === getId(member.declaration.kind);
    if (!isReferable && random.chance(20)) return [];
    const values = Object.assign(
      {},
      ...unitsOf(member.declaration).map((unit) => (random.chance(30) ? unit(source) : {})),
    ) as Config;
    const references = referencesOf(member.declaration).map(([name]) =>
      toAttribute(name, member.declaration.fields[name]),
    );
    // To replace what others refer to is a change of all of them, and to refer to another object is one.
    const isKept = (name: string): boolean =>
      // A protected object is never replaced.
      values['deletion_protection'] === true
        ? name === 'deletion_protection'
        : !isReferable || ![...references, 'rotate_on'].includes(name);
    const kept = Object.entries(values).filter(([name]) => isKept(name));
    return [{ ...member, config: { ...member.config, ...Object.fromEntries(kept) } }];
  });
  return random.chance(50)
    ? [...changed, drawMember(random.pick(repeatable)!, `one-${source.next()}`, source)]
    : changed;
}

interface Program {
  readonly blocks: Blocks;
  readonly meanings: Readonly<Record<string, Meaning>>;
}

/** Returns the stack that the program writes, and the values of its variables. */
function synthesize(members: readonly Member[], { root }: Slot, outdir: string, secrets: ReadonlySet<string>): Program {
  const stack = new TerraformStack(Testing.app({ outdir }), 'organization');
  new constructs.PlatformProvider(stack, 'platform', { install: false });
  const organization = constructs.Group.fromUid(stack, 'organization', root);
  const made = new Map<string, unknown>();
  const meanings: Record<string, Meaning> = {};
  const toValue = (value: unknown): unknown => {
    if (typeof value !== 'string' || !secrets.has(value)) return value;
    const variable = made.get(value) ?? new TerraformVariable(stack, value, { type: 'string', sensitive: true });
    made.set(value, variable);
    const text = `\${var.${value}}`;
    meanings[text] = { isKnown: true, applied: value };
    return text;
  };
  const toProps = (fields: Fields, config: Config): Values => {
    const byAttribute = new Map(
      Object.entries(fields).map(([name, field]) => [toAttribute(name, field), { name, type: field.type }]),
    );
    return Object.fromEntries(
      Object.entries(config)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([attribute, value]) => {
          const { name, type } = byAttribute.get(attribute) ?? { name: camelCase(attribute), type: undefined };
          if (type?.is === 'message' && isObject(value)) return [name, toProps(type.fields, value)];
          if (type?.is === 'string' && type.refersTo !== undefined)
            return [name.replace(/Uid$/, ''), made.get(String(value)) ?? value];
          return [name, toValue(value)];
        }),
    );
  };
  for (const { declaration, id, config, more } of members) {
    const { kind, parent, fields, terraform } = declaration;
    const above = parentKind(declaration);
    const home =
      above !== containerKind
        ? made.get(getId(above.kind))
        : isInRoots(declaration) || id === getId(kind)
          ? organization
          : organization.addGroup(`home-${id}`, { name: `home-${id}` });
    const all = { ...fields, ...terraform?.fields, ...resourceSettings(declaration) };
    const construct = (constructs as unknown as Record<string, ConstructClass>)[kind]!;
    const props = { ...toProps(all, config), ...more, [parent!.name.replace(/Uid$/, '')]: home };
    made.set(id, new construct(stack, id, props));
  }
  return { blocks: JSON.parse(Testing.synth(stack, true)) as Blocks, meanings };
}

async function play(random: Random): Promise<Outcome> {
  const slot = slotAt(random.below(200), '');
  const outdir = mkdtempSync(join(tmpdir(), 'attack-options-'));
  const world = await createInProcess(slot);
  const secrets = new Set<string>();
  let count = 0;
  const source: Source = {
    ...{ random, now: Date.now(), next: () => (count += 1) },
    referable: (kind) => [getId(kind), ...(kind === 'Role' ? ['viewer', 'editor'] : [])],
    secret: (text) => void secrets.add(text),
  };
  try {
    const first = drawMembers(source);
    const second = changeMembers(first, source);
    const [before, after] = [first, second].map((members) => synthesize(members, slot, outdir, secrets)) as [
      Program,
      Program,
    ];
    const inputOf = ({ blocks, meanings }: Program) => world.input({ before: blocks, after: blocks, meanings }, blocks);
    const failed = await world.apply(inputOf(before));
    for (const [address, error] of failed) throw new Error(`Cannot prepare ${address}: ${error.message}`);
    const input = inputOf(after);
    // Another kind of trust policy replaces the identity, and that can be protected.
    const reviewed = await world.review(input, 'seed').catch((error: unknown) => {
      if (String(error).includes('deletion_protection is true')) return undefined;
      throw error;
    });
    if (reviewed === undefined) return { result: REFUSED, beyond: [] };
    const { report, text, review } = reviewed;
    const blamed = report.findings.filter(({ id, severity }) => severity === 'high' && FORMAL.test(id));
    const problems = [
      ...report.verdict.problems,
      ...(report.proof?.proved === true ? [] : [`Not proved: ${JSON.stringify(report.proof?.places)}`]),
      ...blamed.map(({ id, subject }) => `False finding: ${id} ${subject}`),
      ...(report.plans.some(({ reviewPlans = [] }) => reviewPlans.length > 0)
        ? [`It needs a review plan: ${JSON.stringify(report.effect.unresolved)}`]
        : []),
      ...(await reasonsAgainst(report, review, world.client)),
    ];
    const reproduction = `  before: ${JSON.stringify(before.blocks)}\n  after: ${JSON.stringify(after.blocks)}`;
    // An import in this process loses the version of a secret, so the apply would send it again.
    if (Object.keys(after.meanings).length > 0) return { result: 'proved', beyond: problems, reproduction };
    const errors = await world.apply(input, text);
    const refused = [...errors].map(([address, { message }]) => `Refused: ${address}: ${message}`);
    const left = (await world.review(input, 'seed')).report.approvedWrites;
    return {
      result: APPLIED,
      beyond: [...problems, ...refused, ...left.map(({ action, path }) => `Left over: ${action} ${path}`)],
      reproduction,
    };
  } finally {
    await world.close();
    rmSync(outdir, { recursive: true });
  }
}

export const declaredOptions: readonly Play[] = [{ name: 'a program with each option changes', play }];
