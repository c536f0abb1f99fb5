/** Rules for all stacks of an App, which are evaluated over the synthesized JSON. */
import { AnnotationMetadataEntryType, App } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { PACKAGE_NAME } from '../../src/api';
import {
  lineOf,
  originOf,
  readConfiguration,
  requireRules,
  type DeclaredOrganization,
  type RuleConfiguration,
} from '../../src/rules';
import { now } from '../base/clock';
import { isText, requireConstruct, requireOnly, requireType } from '../base/constructor-arguments';
import { requireFreeId } from '../base/free-id';
import { knownSource, sourceLine, sourceText, type SourceLine } from '../base/source-line';
import { readTextFile } from '../base/text-file';
import { evaluateRules, type RuleMessage } from './evaluate-rules';
import { readSynthesizedStacks } from './synthesized-stacks';

/** The props of `Rules`. Set either `file` or `configuration`. */
export interface RulesProps {
  /**
   * The path of the file with the rules, relative to the working directory: the `review.config.json` of the review.
   *
   * @default - `configuration`
   */
  readonly file?: string;
  /**
   * The contents of such a file as an object.
   *
   * @default - the contents of `file`
   */
  readonly configuration?: RuleConfiguration;
  /**
   * The severity of an inconclusive result: a rule needs a value that only Terraform knows, or a part of the stack
   * that it cannot read. `error` stops the synthesis.
   *
   * @default 'warning'
   */
  readonly inconclusive?: 'error' | 'warning';
}

const severities: readonly unknown[] = ['error', 'warning'];

const mark = Symbol.for(`${PACKAGE_NAME}/rules`);

/**
 * Evaluates the `invariants` and `assertions` of a review configuration over all stacks of an App, as Terraform sees
 * them. A violation is an error of the synthesis. An invariant with `severity: 'low'` is a warning.
 *
 * Rules at synthesis find mistakes early. A program can avoid them, for example with `skipValidation`. The review of a
 * plan evaluates the same rules and is the boundary.
 *
 * @example
 * new Rules(app, 'rules', { file: 'review.config.json' });
 */
export class Rules extends Construct {
  private readonly props: RulesProps;
  private readonly configuration: RuleConfiguration;
  /** The text of the file, for the lines of rules. */
  private readonly text: string | undefined;
  private readonly source: SourceLine | undefined;
  private readonly printed = new Set<string>();

  /**
   * Adds rules to an App.
   *
   * @throws Error if the scope is not the App, or if the configuration cannot be read, is invalid, or has neither
   *   invariants nor assertions.
   */
  constructor(scope: Construct, id: string, props: RulesProps) {
    const subject = requireConstruct('Rules', scope, id);
    requireType(
      subject,
      'its scope, the first argument,',
      'the App, because rules apply to all of its stacks',
      scope,
      (value) => App.isApp(value),
    );
    requireFreeId(subject, scope, id);
    requireOnly(subject, 'the third argument', props, ['file', 'configuration', 'inconclusive']);
    const { file, configuration, inconclusive = 'warning' } = props;
    requireType(subject, 'inconclusive', "'error' or 'warning'", inconclusive, (value): value is 'error' | 'warning' =>
      severities.includes(value),
    );
    if ((file === undefined) === (configuration === undefined))
      throw new Error(`${subject}: give either file or configuration.`);
    super(scope, id);
    this.props = props;
    this.text = file === undefined ? undefined : textOf(subject, file);
    this.configuration = checked(subject, this.text ?? JSON.stringify(configuration), file ?? 'configuration');
    this.source = sourceLine(this, new.target, Rules);
    Object.defineProperty(this, mark, { value: true });
    scope.node.addValidation({ validate: () => this.check() });
  }

  /** Evaluates the rules. Returns the errors, and prints the warnings. */
  private check(): string[] {
    const app = App.of(this);
    const { organization, messages } = evaluateRules(this.configuration, readSynthesizedStacks(app), now(this));
    const { inconclusive = 'warning' } = this.props;
    const placeOf = createPlaces(app, organization);
    const errors: string[] = [];
    for (const message of messages) {
      const { severity, key, stack } = message;
      const { path, source } = placeOf(key) ?? { path: stack ?? this.node.path, source: this.source };
      const text = this.sentence(message);
      const isError = (severity === 'inconclusive' ? inconclusive : severity) === 'error';
      if (isError) errors.push(`[${path}] ${text}${sourceText(source, '      ')}`);
      else this.warn(app, path, `${text}${sourceText(source)}`);
    }
    return errors;
  }

  private sentence({ severity, rule, name = '', text }: RuleMessage): string {
    const state = severity === 'inconclusive' ? ' is inconclusive' : '';
    if (rule === undefined) return `The rules are inconclusive: ${text}.`;
    const line = this.text === undefined ? undefined : lineOf(this.text, rule);
    const place = line === undefined ? '' : ` (${this.props.file ?? ''}:${line})`;
    return `Rule "${name}"${place}${state}: ${text}.`;
  }

  /** The CDKTF CLI prints the annotations of the manifest. Nothing prints them for a program that runs without it. */
  private warn(app: App, path: string, message: string): void {
    const text = `[${path}] ${message}`;
    if (this.printed.has(text)) return;
    this.printed.add(text);
    const stacks = Object.values(app.manifest.stacks);
    const level = AnnotationMetadataEntryType.WARN;
    (stacks.find(({ name }) => path.split('/')[0] === name) ?? stacks[0])?.annotations.push({
      ...{ constructPath: path, level, message },
    });
    if (process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'] === undefined) process.stderr.write(`${text}\n`);
  }
}

/** Evaluates the rules of the App for a stack that `Testing.synth` validates alone. */
export function checkRulesOf(construct: IConstruct): string[] {
  return construct.node.root.node.children.flatMap((child) => (isRules(child) ? child.check() : []));
}

function isRules(construct: IConstruct): construct is IConstruct & { check(): string[] } {
  return mark in construct;
}

function textOf(subject: string, file: unknown): string {
  requireType(subject, 'file', 'a path', file, isText);
  return readTextFile(subject, { path: file, name: file }, 'Name a review configuration.');
}

function checked(subject: string, text: string, name: string): RuleConfiguration {
  try {
    return requireRules(readConfiguration(text, name), name);
  } catch (error) {
    throw new Error(`${subject}: ${(error as Error).message}`, { cause: error });
  }
}

interface Place {
  readonly path: string;
  readonly source: SourceLine | undefined;
}

/** Returns a function that finds the construct of an object and the line that creates it, or a construct around it. */
function createPlaces(app: App, { declared }: DeclaredOrganization): (key: string | undefined) => Place | undefined {
  let constructs: ReadonlyMap<string, IConstruct> | undefined;
  return (key) => {
    const object = key === undefined ? undefined : declared.get(key);
    if (object === undefined) return undefined;
    const { construct: path, source } = originOf(object.attributes) ?? {};
    if (path === undefined) return { path: `${object.stack}/${object.address}`, source: undefined };
    if (source !== undefined) return { path, source };
    constructs ??= new Map(app.node.findAll().map((construct) => [construct.node.path, construct]));
    const around = (constructs.get(path)?.node.scopes ?? []).toReversed();
    return { path, source: around.map(knownSource).find((line) => line !== undefined) };
  };
}
