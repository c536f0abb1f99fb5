/** A value that is not what its type demands; `path` says where inside it. */
export class ValueError extends Error {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.name = 'ValueError';
    this.path = path;
  }
}
