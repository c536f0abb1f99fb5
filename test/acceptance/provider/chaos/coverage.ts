/** Counts the edits and runs of the histories for each kind. */
import { collections, teamLabels, type Collection, type Configuration } from './configuration';

export interface Coverage {
  /** Records an edit, with the configuration before and after it. */
  edited(edit: string, before: Configuration, after: Configuration): void;
  /** Records the run that applied these changes. */
  ran(run: string, kinds: readonly Collection[]): void;
  /** Records duplicates that a message reported. */
  reported(by: string, kinds: readonly Collection[]): void;
  /** Returns a table as text. */
  text(): string;
}

export function createCoverage(): Coverage {
  const counts = new Map<string, Map<Collection, number>>();
  const count = (name: string, kinds: readonly Collection[]): void => {
    const row = counts.get(name) ?? new Map<Collection, number>();
    counts.set(name, row);
    for (const kind of kinds) row.set(kind, (row.get(kind) ?? 0) + 1);
  };
  return {
    edited: (edit, before, after) => count(edit, changedIn(before, after)),
    ran: count,
    reported: (by, kinds) => count(`duplicates that ${by} reported`, kinds),
    text: () =>
      [
        ['', ...collections],
        ...[...counts].map(([name, row]) => [name, ...collections.map((kind) => String(row.get(kind) ?? '.'))]),
      ]
        .map(([name, ...cells]) => [
          name!.padEnd(56),
          ...cells.map((cell, index) => cell.padStart(collections[index]!.length)),
        ])
        .map((cells) => cells.join('  '))
        .join('\n'),
  };
}

/** Returns the kinds with a changed declaration. Teams contain objects of all kinds but one. */
export function changedIn(before: Configuration, after: Configuration): Collection[] {
  const isOther = (name: keyof Configuration): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const hasOtherTeams = Object.keys(before.teams).join() !== Object.keys(after.teams).join();
  return collections.filter(
    (kind) => isOther(kind) || (kind === 'groups' && isOther('teams')) || (hasOtherTeams && kind in teamLabels),
  );
}
