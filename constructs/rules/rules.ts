/** Rules for all stacks of an App, which are evaluated over the synthesized JSON. */
import { relative, resolve, sep } from 'node:path';
import { AnnotationMetadataEntryType, App } from 'cdktf';
import type { IConstruct } from 'constructs';
import {
  findLine,
  findOrigin,
  readConfiguration,
  requireRules,
  type DeclaredOrganization,
  type RuleConfiguration,
} from '../../src/access/rules';
import { now } from '../base/clock';
import { isNonEmptyText, requireKnownOptions, requireType } from '../base/constructor-arguments';
import { existingGroupIds } from '../base/existing-group-ids';
import { findCallerLine, getSourceLine, formatSourceLine, type SourceLine } from '../base/source-line';
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

/**
 * Evaluates the `invariants` and `assertions` of a review configuration over all stacks of an App, as Terraform sees
 * them. A violation is an error of the synthesis. An invariant with `severity: 'low'` is a warning.
 *
 * Rules at synthesis find mistakes early. A program can avoid them, for example with `skipValidation`. The review of a
 * plan evaluates the same rules and is the boundary.
 *
 * @example
 * new Rules(app, { file: 'review.config.json' });
 */
export class Rules {
  private readonly app: App;
  private readonly props: RulesProps;
  private readonly configuration: RuleConfiguration;
  /** The text of the file, for the lines of rules. */
  private readonly text: string | undefined;
  private readonly source: SourceLine | undefined;
  private readonly printed = new Set<string>();

  /**
   * Adds rules to an App. They are no construct: an App can reject constructs outside of its stacks.
   *
   * @throws Error if the first argument is not the App, or if the configuration cannot be read, is invalid, or has
   *   no settings.
   */
  constructor(app: App, props: RulesProps) {
    const isApp = (value: unknown): value is App => App.isApp(value);
    requireType('Rules', 'the first argument', 'the App, because rules apply to all of its stacks', app, isApp);
    requireKnownOptions('Rules', 'the second argument', props, ['file', 'configuration', 'inconclusive']);
    const { file, configuration, inconclusive = 'warning' } = props;
    const isSeverity = (value: unknown): value is 'error' | 'warning' => severities.includes(value);
    requireType('Rules', 'inconclusive', "'error' or 'warning'", inconclusive, isSeverity);
    if ((file === undefined) === (configuration === undefined))
      throw new Error('Rules: give either file or configuration.');
    this.app = app;
    this.props = props;
    this.text = file === undefined ? undefined : toText(file);
    this.configuration = checked(this.text ?? JSON.stringify(configuration), file ?? 'configuration');
    this.source = findCallerLine(app, Rules);
    register(this, app);
  }

  /**
   * Evaluates the rules. Returns the errors, and prints the warnings.
   *
   * @internal
   */
  check(): string[] {
    const { app } = this;
    const { organization, messages } = evaluateRules(this.configuration, readSynthesizedStacks(app), {
      now: now(app),
      groups: existingGroupIds(app),
    });
    const { inconclusive = 'warning' } = this.props;
    const getPlace = createPlaces(app, organization);
    const errors: string[] = [];
    for (const message of messages) {
      const { severity, key, stack } = message;
      const { path, source } = getPlace(key) ?? { path: stack ?? 'App', source: this.source };
      const text = this.sentence(message);
      const isError = (severity === 'inconclusive' ? inconclusive : severity) === 'error';
      if (isError) errors.push(`[${path}] ${text}${formatSourceLine(source, '      ')}`);
      else this.warn(path, `${text}${formatSourceLine(source)}`);
    }
    return errors;
  }

  private sentence({ severity, rule, name = '', text }: RuleMessage): string {
    const state = severity === 'inconclusive' ? ' is inconclusive' : '';
    if (rule === undefined) return `The rules are inconclusive: ${text}.`;
    const line = this.text === undefined ? undefined : findLine(this.text, rule);
    const place = line === undefined ? '' : ` (${shortPath(this.props.file ?? '')}:${line})`;
    return `Rule "${name}"${place}${state}: ${text}.`;
  }

  /** The CDKTF CLI prints the annotations of the manifest. Nothing prints them for a program that runs without it. */
  private warn(path: string, message: string): void {
    const text = `[${path}] ${message}`;
    if (this.printed.has(text)) return;
    this.printed.add(text);
    const stacks = Object.values(this.app.manifest.stacks);
    const level = AnnotationMetadataEntryType.WARN;
    (stacks.find(({ name }) => path.split('/')[0] === name) ?? stacks[0])?.annotations.push({
      ...{ constructPath: path, level, message },
    });
    if (process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'] === undefined)
      process.stderr.write(`Warning: ${text}\n`);
  }
}

interface Registration {
  readonly rules: Rules[];
  isSynthesizing: boolean;
}

const registrations = new WeakMap<IConstruct, Registration>();

/** The App validates itself after it has written all stacks. Tests validate a stack without its App. */
function register(rules: Rules, app: App): void {
  const known = registrations.get(app);
  const registration = known ?? { rules: [], isSynthesizing: false };
  registration.rules.push(rules);
  app.node.addValidation({ validate: () => rules.check() });
  if (known !== undefined) return;
  registrations.set(app, registration);
  const synth = app.synth.bind(app);
  app.synth = () => {
    registration.isSynthesizing = true;
    try {
      synth();
    } finally {
      registration.isSynthesizing = false;
    }
  };
}

/** Evaluates the rules of an App for a stack that is validated alone, as `Testing.synth` does. */
export function getCheckRules(app: IConstruct): string[] {
  const { rules: all = [], isSynthesizing = false } = registrations.get(app) ?? {};
  return isSynthesizing ? [] : all.flatMap((rules) => rules.check());
}

/** Returns a path in the working directory without it: the same on every machine. */
function shortPath(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  return path.startsWith('..') ? file : path.split(sep).join('/');
}

function toText(file: unknown): string {
  requireType('Rules', 'file', 'a path', file, isNonEmptyText);
  return readTextFile('Rules', { path: file, name: file }, 'Name a review configuration.');
}

function checked(text: string, name: string): RuleConfiguration {
  try {
    return requireRules(readConfiguration(text, name), name);
  } catch (error) {
    throw new Error(`Rules: ${(error as Error).message}`, { cause: error });
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
    const { construct: path, source } = findOrigin(object.attributes) ?? {};
    if (path === undefined) return { path: `${object.stack}/${object.address}`, source: undefined };
    if (source !== undefined) return { path, source };
    constructs ??= new Map(app.node.findAll().map((construct) => [construct.node.path, construct]));
    const around = (constructs.get(path)?.node.scopes ?? []).toReversed();
    return { path, source: around.map(getSourceLine).find((line) => line !== undefined) };
  };
}
