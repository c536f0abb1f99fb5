/** Holes in the access of people who sign in. */
import { hole, type Hole } from './hole';

export const signInHoles: readonly Hole[] = [
  hole(
    'another issuer admits the same people',
    'src/review/organization/objects/sign-in.ts',
    "people: textOfAll(all.filter(([, { decidesPeople }]) => decidesPeople !== 'groups')),",
    'people: textOfAll([]),',
  ),
  hole(
    'another groups claim means the same external groups',
    'src/review/organization/objects/sign-in.ts',
    'groups: textOfAll(all),',
    'groups: textOfAll([]),',
  ),
];
