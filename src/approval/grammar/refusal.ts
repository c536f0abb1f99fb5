/** A place of a stack that is not data. */
import type { JsonPath } from './json-text';
import type { Origin } from './origin';
import type { ProductionName } from './productions';

export interface Refusal {
  /** The production that the place would have to be. Absent for a part that no production has. */
  readonly production?: ProductionName;
  /** A noun with the value, unless the value can be a secret. */
  readonly what: string;
  /** A sentence without its final period. */
  readonly why: string;
  /** A sentence in the imperative, without its final period. */
  readonly remedy: string;
  /** True if the review shows all effects of it on this provider's objects. @default false */
  readonly isReviewed?: boolean;
  /** True for a value of an iterator, a local value or a module, which a plan can know. @default false */
  readonly isPlanned?: boolean;
}

export interface NotData extends Refusal {
  /** The name of the file. */
  readonly file: string;
  readonly path: JsonPath;
  /** The construct of the block, and the line of the program. */
  readonly origin?: Origin | undefined;
  /** True if the place decides access, or which object a resource manages. */
  readonly decides: boolean;
}

/** Returns the refusal in words: the place, the construct with its line, the value, the reason, and the next step. */
export function refusalText({ file, path, origin, what, why, remedy }: NotData): string {
  const { construct, source } = origin ?? {};
  const line = source === undefined ? '' : `, ${source.file}:${source.line}`;
  const place = `${file}${path.length === 0 ? '' : `: ${pathText(path)}`}${construct === undefined ? '' : ` (${construct}${line})`}`;
  return `${place}: not data: ${what}. ${why}. ${remedy}.`;
}

/** Returns the place as text: `resource.platform_group.shop.timeouts.update`. */
export function pathText(path: JsonPath): string {
  return path
    .map((step) =>
      typeof step === 'number' ? `[${step}]` : /^[\w-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
    )
    .join('')
    .replace(/^\./, '');
}

/** Members whose effects a review shows in the values, or with findings of their own. */
const REVIEWED = ['check', 'precondition', 'postcondition', 'validation', 'locals', 'for_each', 'module', 'ephemeral'];

const CONDITION = [
  'It is a condition, which can stop an apply between two writes',
  'Remove it, and use an invariant or an assertion of review.config.json',
];
const PROGRAM = [
  'It runs a program with the token of the apply',
  'Run the program in a step of the pipeline, or use depends_on',
];
const EXPRESSIONS = ['It consists of expressions', 'Compute the value in the program that synthesizes the stack'];

const texts: Readonly<Record<string, readonly string[]>> = {
  provisioner: PROGRAM,
  connection: PROGRAM,
  action: PROGRAM,
  action_trigger: PROGRAM,
  check: CONDITION,
  precondition: CONDITION,
  postcondition: CONDITION,
  validation: CONDITION,
  locals: EXPRESSIONS,
  for_each: ['Its elements are expressions', 'Declare each object in the program that synthesizes the stack'],
  module: ['It loads other files', 'Declare the objects in this stack'],
  ephemeral: ['Its value can be another one at apply', 'Use a variable, or the environment of the provider'],
};

/** Returns the refusal of a member of a block. A member without a text of its own is refused as well. */
export function refusalOfMember(name: string, path: JsonPath): Refusal {
  const [why, remedy] = (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? [
    'No production has this member',
    'Remove it',
  ];
  const block = path.length === 0 ? 'a stack' : path.slice(0, 2).join('.');
  return {
    what: `the member ${name} of ${block}`,
    why: why ?? '',
    remedy: remedy ?? '',
    isReviewed: REVIEWED.includes(name),
  };
}
