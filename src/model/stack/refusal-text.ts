/** The sentences about places of a stack that are not data. */
import { isObject, PROVIDER_NAME } from '../api';
import { type JsonPath, type NotData, readReference, type RefusalCode, type StackDocument } from '../approval/grammar';
import { findOrigin, type Origin } from './origin';

interface Sentences {
  /** A noun with the value, unless the value can be a secret. */
  readonly what: string;
  /** A sentence without its final period. */
  readonly why: string;
  /** A sentence in the imperative, without its final period. */
  readonly remedy: string;
}

/** Returns the refusal in words: the place, the construct with its line, the value, the reason, and the next step. */
export function refusalText(place: NotData, origin?: Origin): string {
  const { file, path } = place;
  const { what, why, remedy } = describeRefusal(place);
  const { construct, source } = origin ?? {};
  const line = source === undefined ? '' : `, ${source.file}:${source.line}`;
  const words = `${file}${path.length === 0 ? '' : `: ${jsonPathText(path)}`}${construct === undefined ? '' : ` (${construct}${line})`}`;
  return `${words}: not data: ${what}. ${why}. ${remedy}.`;
}

/** Returns the construct of the block at a place, and the line of the program. */
export function findRefusedOrigin(documents: readonly StackDocument[], { file, path }: NotData): Origin | undefined {
  const json = documents.find((document) => document.file === file)?.json;
  return findOrigin(path.slice(0, 3).reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), json));
}

/** Returns the place as text: `resource.platform_group.shop.timeouts.update`. */
export function jsonPathText(path: JsonPath): string {
  return path
    .map((step) =>
      typeof step === 'number' ? `[${step}]` : /^[\w-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
    )
    .join('')
    .replace(/^\./, '');
}

/** Returns the value, the reason and the next step. */
export function describeRefusal({ code, subject, path }: Pick<NotData, 'code' | 'subject' | 'path'>): Sentences {
  if (code === 'member') return memberSentences(String(subject), path.slice(0, -1));
  const [what, why, remedy] = texts[code];
  const [noun, reason, step] = [what, why, remedy].map((text) => (typeof text === 'string' ? text : text(subject)));
  return { what: noun ?? '', why: reason ?? '', remedy: step ?? '' };
}

type Text = string | ((subject: unknown) => string);

const WHOLE = 'Write a literal, or refer to an attribute as a whole';
const REMOVE_FILE = 'Remove the file from the folder of the stack';
const reference = (text: unknown): string => `the reference ${referenceName(text)}`;

const texts: Readonly<Record<Exclude<RefusalCode, 'member'>, readonly [what: Text, why: Text, remedy: Text]>> = {
  ambiguous: [String, 'Terraform and other readers understand it differently', 'Write each key once'],
  unreadable: ['a text that is no JSON', String, 'Synthesize the stack again'],
  'no-block': [valueWords, 'A block is one object', 'Write one object'],
  'no-name': [
    (name) => `the name ${JSON.stringify(name)}`,
    'It is no name of Terraform',
    'Use letters, digits, "_" and "-"',
  ],
  'no-list': [valueWords, 'Only a list is data here', 'Write a list'],
  'no-flag': ['a value that is neither true nor false', 'Only true and false are data here', 'Write true or false'],
  'no-id': [valueWords, 'An id is a text', 'Write a uid'],
  'no-address': ['a value that is no address', 'Only the address of a resource is data here', 'Write TYPE.NAME'],
  'undeclared-address': [
    'a value that is no address of this stack',
    'Only the address of a resource of this stack is data here',
    'Write TYPE.NAME of a resource of this stack',
  ],
  'other-provider': [
    'another provider',
    'Another provider would get the objects',
    `Write "${PROVIDER_NAME}" or "${PROVIDER_NAME}.ALIAS"`,
  ],
  'no-count': ['a value that is no number', 'The apply could make another number of objects', 'Write a number'],
  'no-type': ['a value that is no type', 'Only a type is data here', 'Write a type, such as "string"'],
  'short-timeout': ['a time limit below one minute', 'It could end an apply between two writes', 'Write "1m" or more'],
  'no-argument': [
    'a value that is no name of an argument',
    'Only names of arguments are data here',
    'Write the name of an argument',
  ],
  'foreign-type': [
    String,
    'It belongs to another provider, which is a program that runs with the token',
    'Move it to another stack, or require its provider in the settings of the main branch',
  ],
  'managed-uid': [
    (address) => `the uid of ${String(address)}`,
    'This stack manages the object, and can replace it',
    (address) => `Refer to it: \${${String(address)}.uid}`,
  ],
  'foreign-source': sourceTexts(),
  'other-source': sourceTexts(),
  'configured-provider': [
    (name) => `settings of the provider ${String(name)}`,
    'The pipeline sets the provider, from the environment',
    'Remove the settings',
  ],
  'no-sibling': [
    (name) => `terraform_remote_state.${String(name)}`,
    'It is not the state of a sibling stack',
    'Refer to a construct of that stack',
  ],
  'no-literal': [expressionWords, 'Only a literal is data here', 'Write the value itself'],
  directive: [
    'a directive, or an open brace',
    'A directive or an open brace is a program',
    'Write "%%{" or "$${" for the characters',
  ],
  computed: [expressionWords, 'It is computed, and its result at apply can differ from the plan', WHOLE],
  undeclared: undeclaredTexts(),
  planned: undeclaredTexts(),
  'list-reference': [
    (text) => `the list ${referenceName(text)}`,
    'Only an output can contain "[*]"',
    'Refer to one element, by its index',
  ],
  'anchor-reference': [
    reference,
    'Only an output or another anchor can contain a value of an anchor',
    'Use depends_on or replace_triggered_by',
  ],
  'apply-value': [
    reference,
    'Only the apply knows this value',
    'Put it into an output, or refer to an argument of the resource',
  ],
  'no-variable': [reference, 'It is no declared variable', 'Declare the variable'],
  'no-sibling-output': [reference, 'It is no output of a sibling stack', 'Refer to a construct of the other stack'],
  'foreign-value': [
    reference,
    'It is a value of another provider, which the apply can decide',
    `Use resources of the provider ${PROVIDER_NAME} only`,
  ],
  override: ['an override', 'It changes blocks of other files', REMOVE_FILE],
  'hcl-file': ['a file in HCL', 'Only JSON can be checked as data', REMOVE_FILE],
  'tofu-file': ['a file for OpenTofu alone', 'Each engine would plan another stack', REMOVE_FILE],
  'variables-file': ['a file of variables', 'It sets variables unseen', REMOVE_FILE],
  'tests-file': ['a file of tests', 'It contains conditions and programs', REMOVE_FILE],
  'queries-file': ['a file of queries', 'It contains expressions', REMOVE_FILE],
  'migrations-file': ['a file of migrations', 'It moves the state', REMOVE_FILE],
};

function sourceTexts(): readonly [Text, Text, Text] {
  const provider = (subject: unknown): string => {
    const { name, source } = isObject(subject) ? subject : {};
    return `the provider ${String(name)}${typeof source === 'string' ? ` from ${source}` : ' without a source of this provider'}`;
  };
  return [
    provider,
    'A provider is a program that runs with the token',
    `Require only ${PROVIDER_NAME} and null, from their own sources`,
  ];
}

function undeclaredTexts(): readonly [Text, Text, Text] {
  return [
    reference,
    (text) => `The stack does not declare ${readReference(expressionIn(text))?.address ?? ''}`,
    'Refer to a resource, a data source or a variable of this stack',
  ];
}

function valueWords(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Returns an expression in words: the names of its functions or of its value alone, because its texts can be secrets. */
function expressionWords(text: unknown): string {
  const code = String(text)
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/<<[^]*/, '');
  const functions = [...new Set([...code.matchAll(/[A-Za-z_][\w:-]*(?=\()/g)].map(([name]) => `${name}()`))];
  const [value] = /[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+/.exec(code) ?? [];
  if (functions.length > 0) return `an expression with ${functions.slice(0, MAX_NAMES).join(', ')}`;
  return value === undefined ? 'an expression' : `an expression with ${value}`;
}

const MAX_NAMES = 3;

/** Returns the names of a reference, without its keys. */
function referenceName(text: unknown): string {
  const { address = '', steps = [] } = readReference(expressionIn(text)) ?? {};
  const names = steps.map((step) => (typeof step === 'string' && step !== '*' ? `.${step}` : ''));
  return `${address}${names.join('')}`;
}

function expressionIn(text: unknown): string {
  return String(text).replace(/^\$\{([^]*)\}$/, '$1');
}

const CONDITION = [
  'It is a condition, which can stop an apply between two writes',
  'Remove it, and use an invariant or an assertion of review.config.json',
] as const;
const PROGRAM = [
  'It runs a program with the token of the apply',
  'Run the program in a step of the pipeline, or use depends_on',
] as const;
const EXPRESSIONS = [
  'It consists of expressions',
  'Compute the value in the program that synthesizes the stack',
] as const;

const members: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
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

/** Describes a member of a block. A member without a text of its own is refused as well. */
function memberSentences(name: string, block: JsonPath): Sentences {
  const own = Object.hasOwn(members, name) ? members[name] : undefined;
  const [why, remedy] = own ?? ['No production has this member', 'Remove it'];
  return { what: `the member ${name} of ${block.length === 0 ? 'a stack' : block.slice(0, 2).join('.')}`, why, remedy };
}
