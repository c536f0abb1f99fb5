/** The engine's text of a plan, without the lines about reads and the advice on the saved plan. */

const NOISE = /: (Refreshing( state)?\.\.\.|Reading\.\.\.|Read complete after |Still reading\.\.\. )/;
/** The text from here on explains how to apply the file, which may be temporary. */
const END = /^\u2500{20,}$/;
const COLOURS = /\u001b\[[\d;]*m/g;

/** Passes on complete lines, and an incomplete last line with `end`. */
export function withoutNoise(write: (text: string) => void): {
  readonly write: (text: string) => void;
  readonly end: () => void;
} {
  let rest = '';
  let isOver = false;
  let isEmpty = true;
  const line = (text: string, end = '\n'): void => {
    const plain = text.replace(COLOURS, '');
    isOver ||= END.test(plain.trim());
    if (isOver || NOISE.test(plain) || (isEmpty && plain.trim() === '')) return;
    isEmpty = false;
    write(text + end);
  };
  return {
    write(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const one of lines) line(one);
    },
    end() {
      if (rest !== '') line(rest, '');
      rest = '';
    },
  };
}
