/** Names of files from the names of groups. */

/** Names that Windows reserves. */
const RESERVED = new Set(['con', 'prn', 'aux', 'nul', ...numbered('com'), ...numbered('lpt')]);

/** Returns a name for each text: lower case, without an extension, and different from all others and the `reserved` ones. */
export function fileNames(names: readonly string[], reserved: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    const first =
      plain === '' || RESERVED.has(plain) || reserved.includes(plain) ? `group-${plain}`.replace(/-$/, '') : plain;
    let free = first;
    for (let number = 2; taken.has(free); number++) free = `${first}-${number}`;
    taken.add(free);
    return free;
  });
}

function numbered(name: string): string[] {
  return Array.from({ length: 9 }, (_, index) => `${name}${index + 1}`);
}
