/** The values that the fields of a question accept: their options, and the names that the command accepts. */
import { compareNames } from '../../base/text/compare-names';
import { CAPABILITIES, capabilityEnumName } from '../../model/api';
import { fullNames, shortNames } from '../../access/graph/identity-names';
import { QuestionError, ROLE_NAMES } from '../../access/names';
import type { Model, PageNode } from './model';
import { askedOnSides, nodeNamed } from './named';

export interface Option<T> {
  readonly text: string;
  readonly value: T;
  /** Other names that find it. */
  readonly aliases?: readonly string[];
  /** Shown after the text, for example `removed`. */
  readonly note?: string;
}

/** A field: its options, created once, and the meaning of a whole name, which can be none of them. */
interface Field<T> {
  readonly options: readonly Option<T>[];
  readonly named: (text: string) => Option<T>;
}

export interface Choices {
  readonly who: Field<PageNode>;
  readonly what: Field<string>;
  readonly where: Field<PageNode>;
}

export function createChoices(model: Model): Choices {
  const roles = model.sides.flatMap(({ graph }) => graph.roles);
  const capabilities = new Set([...CAPABILITIES, ...roles.flatMap((role) => role.capabilities)]);
  const custom = roles.filter(({ name }) => !ROLE_NAMES.includes(name)).map(({ path }) => path);
  return {
    who: nodeField(model, 'identity'),
    what: {
      options: [
        ...[...ROLE_NAMES, ...new Set(custom)].map((name) => ({
          text: name,
          value: name,
          note: 'all its capabilities',
        })),
        ...[...capabilities].sort().map((name) => ({ text: name, value: name, aliases: [capabilityEnumName(name)] })),
      ],
      named: (text) => {
        askedOnSides(model, text);
        return { text, value: text };
      },
    },
    where: nodeField(model, 'group'),
  };
}

function nodeField(model: Model, what: 'identity' | 'group'): Field<PageNode> {
  const options = nodeOptions(model, what);
  const texts = new Map(options.map((option) => [option.text, option]));
  const nodes = new Map(options.map((option) => [option.value, option]));
  return {
    options,
    named: (text) => {
      const node = texts.get(text)?.value ?? nodeNamed(model, what, text);
      return nodes.get(node) ?? { text: node.path, value: node };
    },
  };
}

function nodeOptions(model: Model, what: 'identity' | 'group'): Option<PageNode>[] {
  const found = new Map<PageNode, Option<PageNode>>();
  // The side after the change first, so that a renamed object has its new path.
  for (const { name, graph } of model.sides.toReversed())
    for (const object of what === 'group' ? graph.groups : graph.identities) {
      const { key, path } = object;
      const node = model.find(name, what, key);
      if (node === undefined || found.has(node)) continue;
      const isGone = model.sides.length > 1 && name === 'before';
      const aliases =
        'children' in object || object.group !== undefined ? [] : [...fullNames(object), ...shortNames(object)];
      found.set(node, { text: path, value: node, aliases, ...(isGone && { note: 'removed' }) });
    }
  return [...found.values()].sort((a, b) => compareNames(a.text, b.text));
}

export type Asked = Readonly<Partial<Record<keyof Choices, string | undefined>>>;

/** A question, and the reasons why some of its fields name nothing. */
export interface Chosen {
  readonly who?: Option<PageNode> | undefined;
  readonly what?: Option<string> | undefined;
  readonly where?: Option<PageNode> | undefined;
  readonly problems: Asked;
}

/** Returns the options for a question with names, for example from a link. */
export function getChosen(choices: Choices, asked: Asked): Chosen {
  const problems: Partial<Record<keyof Choices, string>> = {};
  const find = <T>(name: keyof Choices, { named }: Field<T>): Option<T> | undefined => {
    try {
      return asked[name] === undefined || asked[name] === '' ? undefined : named(asked[name]);
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      problems[name] = error.message;
      return undefined;
    }
  };
  const { who, what, where } = choices;
  return { who: find('who', who), what: find('what', what), where: find('where', where), problems };
}
