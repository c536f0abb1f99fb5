/** A text as an attacker writes one into a name: it recolours the terminal, overwrites a line, turns the writing around. */
export const hostile = 'a\u001b[2J\u001b]0;title\u0007\r\u0008\u0000\u007f\u009b31m\u202eb\u2066c\u061c';

/** The control characters in a text that may not reach a terminal, by their ranges. */
export function controlsIn(text: string): string[] {
  return text.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu) ?? [];
}
