/** Names of existing groups. A plan or a program often contains only the uid of such a group, above all of the root. */

/** Names by uid. */
type Names = Readonly<Record<string, string>>;

/** The sources of names in addition to the group itself. */
export interface GroupNames {
  /** `names` of the configuration. */
  readonly configured?: Names | undefined;
  /** The ids of constructs. The first construct for a group counts. */
  readonly constructs?: Names | undefined;
}

/** Returns all uids with a name, in the order that applies everywhere: the configuration, then constructs. */
export function knownGroupNames({ configured = {}, constructs = {} }: GroupNames): Names {
  return { ...constructs, ...configured };
}

/**
 * Returns the name of a group that nobody manages here: a known name, else the name in the state or the API. Without any,
 * formats show the first eight digits of the uid.
 */
export function existingGroupName(uid: string, stored: string, known: ReadonlyMap<string, string>): string {
  return known.get(uid) ?? stored;
}
