/** The form for questions about access. The answer lists the values of the empty fields. */
import { visible } from '../../base/text/visible';
import { answerQuestion, type PageQuestion } from './answers';
import { answerView } from './answer-view';
import { getChosen, type Asked, type Choices, type Chosen } from './choices';
import { combobox } from './combobox';
import { fill, h, type Child } from './dom';
import type { Model } from './model';
import { askedOnSides } from './named';
import { linkTo } from './route';
import { countText } from './signs';

/** Returns the form and its answer. Calls `onAsk` with each new question. */
export function askView(model: Model, choices: Choices, asked: Asked, onAsk: (chosen: Chosen) => void): HTMLElement {
  let chosen = getChosen(choices, asked);
  const result = h('div', { class: 'result' });
  const show = () => {
    const problems = Object.values(chosen.problems).filter((text) => text !== undefined);
    fill(
      result,
      problems.length === 0
        ? renderResult(model, chosen)
        : problems.map((problem) => h('p', { class: 'summary', role: 'status' }, visible(problem))),
    );
  };
  const set = (more: Omit<Chosen, 'problems'>, problem: string | undefined) => {
    const problems = Object.fromEntries(Object.keys(more).map((field) => [field, problem]));
    chosen = { ...chosen, ...more, problems: { ...chosen.problems, ...problems } };
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
        noun: 'identity',
        placeholder: 'anybody',
        ...choices.who,
        chosen: chosen.who,
        typed: asked.who,
        onChoose: (who, problem) => set({ who }, problem),
      }),
      combobox({
        label: 'can do what',
        noun: 'capability',
        placeholder: 'anything',
        ...choices.what,
        chosen: chosen.what,
        typed: asked.what,
        onChoose: (what, problem) => set({ what }, problem),
      }),
      combobox({
        label: 'where',
        noun: 'group',
        placeholder: 'anywhere',
        ...choices.where,
        chosen: chosen.where,
        typed: asked.where,
        onChoose: (where, problem) => set({ where }, problem),
      }),
    ),
    result,
  );
}

function renderResult(model: Model, chosen: Chosen): Child {
  const question: PageQuestion = { who: chosen.who?.value, what: chosen.what?.value, where: chosen.where?.value };
  const found = answerQuestion(model, question);
  if (found === undefined) return examples(model);
  const { who, what, where } = chosen;
  const isRole = what !== undefined && askedOnSides(model, what.value).some(({ kind }) => kind === 'role');
  const whatText = isRole ? `all capabilities of ${what.text}` : (what?.text ?? 'any capability');
  const asked = [who?.text ?? 'any identity', whatText, where?.text ?? 'any group'];
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
    h('p', {}, `This organization has ${countText(data.objects.length, 'object')}. Examples:`),
    h(
      'ul',
      {},
      links.map(([words, what, where]) =>
        h('li', {}, h('a', { href: linkTo({ view: 'ask', what, where }) }, `Who can ${words} in ${where}?`)),
      ),
    ),
  );
}
