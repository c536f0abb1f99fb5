/** Where a command writes: what was asked for on `out`, everything said about it on `err`. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}
