/** Fits the help of commands to the width of the terminal. */
import { Help } from 'commander';

/** The flags of the option that shows the help. */
export const HELP_OPTION: readonly string[] = ['-h', '--help'];

/** The width of a file, a pipe, and a terminal that reports none. */
const DEFAULT_WIDTH = 80;

/** A longer term has its description in the next lines. A column for the longest term would leave too little space. */
const LONGEST_TERM = 24;

/** Returns the settings of commander for the help of all commands. */
export function helpFormat(width: number = DEFAULT_WIDTH): Partial<Help> {
  const format = new Help();
  return {
    helpWidth: width,
    padWidth: (command, helper) => Math.min(Help.prototype.padWidth.call(format, command, helper), LONGEST_TERM),
    formatItem: (term, termWidth, description) => {
      const indent = ' '.repeat(termWidth + 4);
      const text = wrapWords(description, width - indent.length).join(`\n${indent}`);
      return term.length > termWidth ? `  ${term}\n${indent}${text}` : `  ${term.padEnd(termWidth)}  ${text}`;
    },
  };
}

/** Wraps the text around the lists of a help. A command keeps its meaning when it is pasted: its lines end with a backslash. */
export function wrapHelp(text: string, width: number = DEFAULT_WIDTH): string {
  const wrapLine = (line: string): string => {
    if (line.length <= width) return line;
    const isCommand = /^(Example[^:]*:)? /.test(line);
    const [, indent = ''] = /^( *)/.exec(line) ?? [];
    return isCommand
      ? `${indent}${wrapWords(line.trimStart(), width - indent.length - 4).join(` \\\n${indent}  `)}`
      : wrapWords(line, width).join('\n');
  };
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
