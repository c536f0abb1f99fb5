/** A field to choose one of many options: by typing a part of its text, with arrow keys, or with the pointer. */
import { visible } from '../../base/text/visible';
import { counted, plural } from '../../base/text/words';
import { byId, fill, freshId, h, hidden } from './dom';

export interface Option<T> {
  readonly text: string;
  readonly value: T;
  /** Other names that find it. */
  readonly aliases?: readonly string[];
  /** Shown after the text, for example `removed`. */
  readonly note?: string;
}

export interface ComboboxOptions<T> {
  readonly label: string;
  /** The noun for an option. */
  readonly noun: string;
  /** The meaning of an empty field. */
  readonly placeholder: string;
  readonly options: readonly Option<T>[];
  /** Returns an option for a text that is not in `options`. @default - only `options` can be chosen */
  readonly other?: (text: string) => Option<T>;
  readonly chosen: Option<T> | undefined;
  /** A text of a link that no option matches. The field shows it. @default none */
  readonly unmatched?: string | undefined;
  /** `problem`: a sentence, if no option matches the text. The field keeps the text. */
  readonly onChoose: (option: Option<T> | undefined, problem?: string) => void;
}

/** The maximum number of options in the list. A longer text narrows it. */
const OFFERED = 40;

export function combobox<T>(settings: ComboboxOptions<T>): HTMLElement {
  const { label, noun, placeholder, options, other, chosen, unmatched, onChoose } = settings;
  const [inputId, listId] = [freshId(), freshId()];
  let current = chosen;
  let offered: readonly Option<T>[] = [];
  let active = -1;
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
  input.value = chosen === undefined ? visible(unmatched ?? '') : text(chosen);
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
    const typed = input.value.trim();
    const marked = isOpen() ? offered[active] : undefined;
    const isUnchanged = marked === undefined && typed === text(current) && typed !== '';
    const option = marked ?? (typed === '' ? undefined : (matching(options, typed)[0] ?? other?.(typed)));
    if (!isUnchanged && (option !== undefined || typed === '')) choose(option);
    close();
    if (isUnchanged || option !== undefined || typed === '') return;
    current = undefined;
    clear.hidden = false;
    onChoose(undefined, unmatchedText(noun, typed));
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
    input.setAttribute('aria-expanded', String(isOpen()));
    const more = found.length > OFFERED ? `, ${OFFERED} are shown: type more` : '';
    status.textContent =
      found.length === 0
        ? `No ${noun} matches.`
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
    .sort((one, other) => one.rank - other.rank || one.option.text.length - other.option.text.length)
    .map(({ option }) => option);
}

export function unmatchedText(noun: string, text: string): string {
  return `No ${noun} matches ${text}.`;
}
