/** The list of trust platforms in the documentation, from their declarations. */
import { behaves } from '../../model/schema';
import { PLATFORMS, type Issuer, type Platform } from '../../access/trust';
import { bullets, inlineCode } from './markdown';

const TITLES = ['Props', 'Issuers', 'Claims', 'Proof of a review', 'Forks'];

/** Returns a paragraph and a list for each platform. A table with these facts is wider than a page. */
export function platformsList(): string {
  return Object.entries(PLATFORMS)
    .map(([name, platform]) => {
      const facts = getFacts(platform).map((text, index) => (text === '' ? '' : `${TITLES[index]}: ${text}`));
      return `**${inlineCode(`Trust.${name}`)}**\n\n${bullets(facts.filter((fact) => fact !== ''))}`;
    })
    .join('\n\n');
}

/** Returns the platforms with names of owners, as an organization declares them. */
export function ownerPlatforms(): string {
  const issuers = Object.values(PLATFORMS).flatMap((platform) => platform.issuers);
  return listed(issuers.flatMap(({ platform, owner }) => (platform && owner ? [inlineCode(platform)] : [])));
}

function getFacts({ fields, issuers }: Platform<never>): string[] {
  const props = Object.entries(fields).map(([prop, field]) =>
    behaves(field, 'required') ? `**${inlineCode(prop)}**` : inlineCode(prop),
  );
  return [
    props.join(', '),
    listed(issuers.flatMap(addressesIn).map(inlineCode)),
    listed(issuers.flatMap(getClaims).map(inlineCode)),
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
