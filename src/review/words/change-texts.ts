/**
 * The sign and the word of each kind of change, the same in text, comment, picture and page. A status is a key in the JSON of
 * reports, which stays the same when the word for readers changes.
 */

export type ChangeStatus =
  | 'added'
  | 'removed'
  | 'changed'
  | 'recreated'
  | 'replaced'
  | 'adopted'
  | 'imported'
  | 'forgotten';

/** The color and the counter of a kind of change. */
export type Tone = 'added' | 'removed' | 'changed';

interface ChangeText {
  readonly sign: string;
  /** A participle: `2 created`. */
  readonly word: string;
  readonly tone: Tone;
}

/** Deletions first, as in every list of counts. */
export const CHANGE_TEXTS: Readonly<Record<ChangeStatus, ChangeText>> = {
  removed: { sign: '-', word: 'deleted', tone: 'removed' },
  recreated: { sign: '↻', word: 'recreated', tone: 'changed' },
  replaced: { sign: '±', word: 'replaced', tone: 'changed' },
  added: { sign: '+', word: 'created', tone: 'added' },
  changed: { sign: '~', word: 'updated', tone: 'changed' },
  adopted: { sign: '⇒', word: 'adopted', tone: 'changed' },
  imported: { sign: '→', word: 'imported', tone: 'changed' },
  forgotten: { sign: '○', word: 'forgotten', tone: 'removed' },
};

export const CHANGE_STATUSES = Object.keys(CHANGE_TEXTS) as readonly ChangeStatus[];
