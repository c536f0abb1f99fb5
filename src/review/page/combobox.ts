/** A field to choose one of many options: by typing a part of its text, with arrow keys, or with the pointer. */
import { QuestionError, UnknownNameError } from '../../access/names';
import { visible } from '../../base/text/visible';
import { counted, plural } from '../../base/text/words';
import type { Option } from './choices';
import { byId, fill, freshId, h, hidden } from './dom';

export interface ComboboxOptions<T> {
  readonly label: string;
  /** The noun for an option. */
  readonly noun: string;
  /** The meaning of an empty field. */
  readonly placeholder: string;
  readonly options: readonly Option<T>[];
  /** Returns the option of a whole name. Throws a {@link QuestionError} for an unknown or ambiguous name. */
  readonly named: (text: string) => Option<T>;
  readonly chosen: Option<T> | undefined;
  /** The text of a link that names nothing. The field shows it. @default none */
  readonly typed?: string | undefined;
  /** `problem`: a sentence, if the text names nothing. The field keeps the text. */
  readonly onChoose: (option: Option<T> | undefined, problem?: string) => void;
}

/** The maximum number of options in the list. A longer text narrows it. */
const OFFERED = 40;

export function combobox<T>(settings: ComboboxOptions<T>): HTMLElement {
  const { label, noun, placeholder, options, chosen, typed = '', onChoose } = settings;
  const [inputId, listId] = [freshId(), freshId()];
  let current = chosen;
  let offered: readonly Option<T>[] = [];
  let active = -1;
  /** True if the reader chose the marked option, instead of the list. */
  let isMarked = false;
  const text = (option: Option<T> | undefined) => (option === undefined ? '' : visible(option.text));
  const input = h('input', {
    id: inputId,
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
  });
  input.value = current === undefined ? visible(typed) : text(current);
  const list = h('div', { id: listId, role: 'listbox', class: 'options', 'aria-label': label, hidden: true });
  const status = h('span', { class: 'hidden', role: 'status' });
  const clear = h(
    'button',
    { type: 'button', class: 'clear' },
    h('span', { 'aria-hidden': 'true' }, '×'),
    hidden(`${placeholder}: clear ${label}`),
  );

  const isOpen = () => !list.hidden;
  const close = () => {
    list.hidden = true;
    status.className = 'hidden';
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const choose = (option: Option<T> | undefined) => {
    current = option;
    input.value = text(option);
    clear.hidden = option === undefined;
    close();
    onChoose(option);
  };
  /** Chooses the marked option, or the one that the text means. No answer to another text stays. */
  const commit = () => {
    const whole = input.value.trim();
    const marked = isOpen() && isMarked ? offered[active] : undefined;
    const found = marked ?? (whole === '' ? undefined : whole === text(current) ? current : findNamed(settings, whole));
    // A part of a name means the first option, but never one of several objects with this name.
    const option = found instanceof UnknownNameError ? (matching(options, whole)[0] ?? found) : found;
    close();
    if (option !== undefined && option === current) return;
    if (!(option instanceof QuestionError)) {
      choose(option);
      return;
    }
    current = undefined;
    clear.hidden = false;
    onChoose(undefined, option.message);
  };
  const setActive = (index: number) => {
    active = index;
    [...list.children].forEach((child, at) => child.setAttribute('aria-selected', String(at === index)));
    const child = list.children[index];
    if (child === undefined) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', child.id);
      child.scrollIntoView({ block: 'nearest' });
    }
  };
  const open = () => {
    // The text of the chosen option is not a search: the list shows all options then.
    const found = matching(options, input.value === text(current) ? '' : input.value);
    offered = found.slice(0, OFFERED);
    fill(
      list,
      offered.map((option, index) => {
        const element = h(
          'div',
          { id: freshId(), role: 'option', 'aria-selected': 'false', class: 'option' },
          h('bdi', {}, option.text),
          option.note !== undefined && h('small', {}, ` ${option.note}`),
        );
        // `click` comes too late: the field loses the focus first, and the list closes.
        element.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          choose(offered[index]);
        });
        return element;
      }),
    );
    list.hidden = offered.length === 0;
    isMarked = false;
    input.setAttribute('aria-expanded', String(isOpen()));
    const more = found.length > OFFERED ? `, ${OFFERED} are shown: type more` : '';
    const isPattern = found.length === 0 && input.value.includes('*');
    const isNothing =
      found.length === 0 && !(isPattern && !(findNamed(settings, input.value) instanceof QuestionError));
    status.className = isNothing ? 'options no-match' : 'hidden';
    status.textContent = isNothing
      ? `No ${noun} matches.`
      : found.length === 0
        ? ''
        : `${counted(found.length, `${noun} matches`, `${plural(noun)} match`)}${more}.`;
    setActive(input.value !== '' && input.value !== text(current) && offered.length > 0 ? 0 : -1);
  };

  input.addEventListener('input', open);
  input.addEventListener('click', open);
  input.addEventListener('focus', () => input.select());
  input.addEventListener('blur', () => {
    // Another view replaces a field with the focus.
    if (input.isConnected && (input.value !== '' || current !== undefined || !clear.hidden)) commit();
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen()) open();
      isMarked = true;
      if (offered.length > 0)
        setActive((active + step + offered.length + (active < 0 && step < 0 ? 1 : 0)) % offered.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      commit();
    } else if (event.key === 'Escape') {
      if (isOpen()) {
        input.value = text(current);
        close();
      } else choose(undefined);
      event.preventDefault();
    }
  });
  clear.addEventListener('click', () => {
    choose(undefined);
    byId(inputId).focus();
  });
  clear.hidden = input.value === '';
  return h(
    'div',
    { class: 'field' },
    h('label', { for: inputId }, label),
    h('div', { class: 'combobox' }, input, clear, list, status),
  );
}

/** Returns the option of a whole name, or the error that refuses it. */
function findNamed<T>({ named }: ComboboxOptions<T>, text: string): Option<T> | QuestionError {
  try {
    return named(text);
  } catch (error) {
    if (error instanceof QuestionError) return error;
    throw error;
  }
}

/** Returns the options that contain every word. Matches in the last name of a path come first, then shorter texts. */
function matching<T>(options: readonly Option<T>[], typed: string): Option<T>[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const last = words.join(' ');
  const rank = ({ text }: Option<T>) => {
    const name = text.slice(text.lastIndexOf('/') + 1).toLowerCase();
    return name === last || text.toLowerCase() === last ? 0 : name.startsWith(last) ? 1 : name.includes(last) ? 2 : 3;
  };
  return options
    .filter((option) => {
      const text = [option.text, ...(option.aliases ?? [])].map(visible).join('\n').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((option) => ({ option, rank: rank(option) }))
    .sort((a, b) => a.rank - b.rank || a.option.text.length - b.option.text.length)
    .map(({ option }) => option);
}
