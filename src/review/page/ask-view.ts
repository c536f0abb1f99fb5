/** The form for questions about access. The answer lists the values of the empty fields. */
import { CAPABILITIES } from '../../model/api';
import { EVERY_OTHER_CAPABILITY } from '../../access/graph';
import { fullNames, shortNames } from '../../access/graph/identity-names';
import { answer, type Question } from './answers';
import { answerView } from './answer-view';
import { combobox, unmatchedText, type Option } from './combobox';
import { fill, h, type Child } from './dom';
import type { Model, PageNode } from './model';
import { linkTo } from './route';
import { counted } from './signs';
import { visible } from '../../base/text/visible';

/** The options of the fields, created once. */
export interface Choices {
  readonly who: readonly Option<PageNode>[];
  readonly what: readonly Option<string>[];
  readonly where: readonly Option<PageNode>[];
}

export function createChoices(model: Model): Choices {
  const named = model.sides.flatMap(({ graph }) => graph.roles.flatMap(({ capabilities }) => capabilities));
  const names = [...new Set([...CAPABILITIES, ...named])].sort();
  return {
    who: nodeOptions(model, 'identity'),
    what: [
      ...names.map((name) => ({ text: name, value: name })),
      { text: EVERY_OTHER_CAPABILITY, value: EVERY_OTHER_CAPABILITY, note: 'every other capability' },
    ],
    where: nodeOptions(model, 'group'),
  };
}

function nodeOptions(model: Model, what: 'identity' | 'group'): Option<PageNode>[] {
  const found = new Map<PageNode, Option<PageNode>>();
  // The side after the change first, so that a renamed object has its new path.
  for (const { name, graph } of model.sides.toReversed())
    for (const one of what === 'group' ? graph.groups : graph.identities) {
      const { key, path } = one;
      const node = model.find(name, what, key);
      if (node === undefined || found.has(node)) continue;
      const isGone = model.sides.length > 1 && name === 'before';
      const aliases = 'children' in one || one.group !== undefined ? [] : [...fullNames(one), ...shortNames(one)];
      found.set(node, { text: path, value: node, aliases, ...(isGone && { note: 'removed' }) });
    }
  return [...found.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** Returns the options for a question with paths, for example from a link. */
export function getChosen(choices: Choices, asked: Readonly<Partial<Record<keyof Choices, string>>>) {
  const find = <T>(options: readonly Option<T>[], text: string | undefined) =>
    options.find((option) => option.text === text);
  const [who, where] = [find(choices.who, asked.who), find(choices.where, asked.where)];
  return {
    ...{ who, where },
    unmatched: {
      ...(who === undefined && asked.who !== undefined && { who: asked.who }),
      ...(where === undefined && asked.where !== undefined && { where: asked.where }),
    },
    what: find(choices.what, asked.what) ?? (asked.what === undefined ? undefined : otherCapability(asked.what)),
  };
}

/** Returns an option for any name, because capabilities are an open set. */
function otherCapability(name: string): Option<string> {
  return { text: name, value: name };
}

const NOUNS = { who: 'identity', where: 'group' } as const;

export type Chosen = ReturnType<typeof getChosen>;

/** Returns the form and its answer. Calls `onAsk` with each new question. */
export function askView(model: Model, choices: Choices, first: Chosen, onAsk: (chosen: Chosen) => void): HTMLElement {
  const { unmatched } = first;
  let chosen = first;
  const problems = new Map(
    (['who', 'where'] as const).map((field) => {
      const name = unmatched[field];
      return [field as string, name === undefined ? undefined : unmatchedText(NOUNS[field], visible(name))];
    }),
  );
  const result = h('div', { class: 'result' });
  const show = () => {
    const [problem] = [...problems.values()].filter((text) => text !== undefined);
    fill(
      result,
      problem === undefined ? renderResult(model, chosen) : h('p', { class: 'summary', role: 'status' }, problem),
    );
  };
  const set = (more: Partial<Chosen>, problem: string | undefined) => {
    chosen = { ...chosen, ...more };
    for (const field of Object.keys(more)) problems.set(field, problem);
    onAsk(chosen);
    show();
  };
  show();
  return h(
    'section',
    { class: 'ask', 'aria-labelledby': 'view-title' },
    h('h2', { id: 'view-title', tabindex: -1 }, 'Access'),
    h('p', { class: 'hint' }, 'Fill in one, two or three fields. The answer lists the matches for the empty ones.'),
    h(
      'div',
      { class: 'form', role: 'group', 'aria-label': 'Question' },
      combobox({
        label: 'Who',
        noun: NOUNS.who,
        unmatched: unmatched.who,
        placeholder: 'anybody',
        options: choices.who,
        chosen: chosen.who,
        onChoose: (who, problem) => set({ who }, problem),
      }),
      combobox({
        label: 'can do what',
        noun: 'capability',
        placeholder: 'anything',
        options: choices.what,
        other: otherCapability,
        chosen: chosen.what,
        onChoose: (what, problem) => set({ what }, problem),
      }),
      combobox({
        label: 'where',
        noun: NOUNS.where,
        unmatched: unmatched.where,
        placeholder: 'anywhere',
        options: choices.where,
        chosen: chosen.where,
        onChoose: (where, problem) => set({ where }, problem),
      }),
    ),
    result,
  );
}

function renderResult(model: Model, chosen: Chosen): Child {
  const question: Question = { who: chosen.who?.value, what: chosen.what?.value, where: chosen.where?.value };
  const found = answer(model, question);
  if (found === undefined) return examples(model);
  const { who, what, where } = chosen;
  const asked = [who?.text ?? 'any identity', what?.text ?? 'any capability', where?.text ?? 'any group'];
  return answerView(model, found, `Access: ${asked.join(', ')}`);
}

/** Returns links to common questions: who has administrative access to the root groups. */
export function examples({ roots, data }: Model): Child {
  const top = roots.filter(({ node }) => node === 'group').slice(0, 3);
  const links = top.flatMap(({ path }) => [
    ['grant roles', 'role_bindings.create', path] as const,
    ['change how identities are assumed', 'identity.update', path] as const,
    ['delete groups', 'groups.delete', path] as const,
  ]);
  return h(
    'div',
    { class: 'examples' },
    h('p', {}, `This organization has ${counted(data.objects.length, 'object')}. Examples:`),
    h(
      'ul',
      {},
      links.map(([words, what, where]) =>
        h('li', {}, h('a', { href: linkTo({ view: 'ask', what, where }) }, `Who can ${words} in ${where}?`)),
      ),
    ),
  );
}
