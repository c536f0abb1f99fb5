/** The table of trust platforms in the documentation, from their declarations. */
import { behaves } from '../../model/schema';
import { PLATFORMS, type Issuer, type Platform } from '../../access/trust';
import { code, table } from './markdown';

/** Returns one row for each platform. */
export function platformsTable(): string {
  const rows = Object.entries(PLATFORMS).map(([name, platform]) => row(name, platform));
  return table(['Trust', 'Props', 'Issuers', 'Claims', 'Proof of a review', 'Forks'], rows);
}

/** Returns the platforms with names of owners, as an organization declares them. */
export function ownerPlatforms(): string {
  const issuers = Object.values(PLATFORMS).flatMap((platform) => platform.issuers);
  return listed(issuers.flatMap(({ platform, owner }) => (platform && owner ? [code(platform)] : [])));
}

function row(name: string, { fields, issuers }: Platform<never>): string[] {
  const props = Object.entries(fields).map(([prop, field]) =>
    behaves(field, 'required') ? `**${code(prop)}**` : code(prop),
  );
  return [
    code(`Trust.${name}`),
    props.join(', '),
    listed(issuers.flatMap(addressesIn).map(code)),
    listed(issuers.flatMap(getClaims).map(code)),
    listed(
      issuers.flatMap(({ review }) => (review === undefined ? [] : `${review}.`)),
      ' ',
    ),
    listed(issuers.flatMap(getForks)),
  ];
}

function listed(texts: readonly string[], separator = ', '): string {
  return [...new Set(texts)].join(separator);
}

/** Returns the values of the claim `iss`, with variables in capital letters. */
function addressesIn({ shapes }: Issuer): readonly string[] {
  return Object.values(shapes).map(({ iss = '' }) =>
    iss.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase()),
  );
}

function getClaims({ shapes }: Issuer): readonly string[] {
  return Object.values(shapes).flatMap((shape) => Object.keys(shape).filter((claim) => claim !== 'iss'));
}

/** Returns the users who can obtain a token from a fork. */
function getForks({ reaches }: Issuer): readonly string[] {
  return reaches.flatMap(({ id, who }) => (id === 'fork-pull-request' ? [who] : []));
}
