/**
 * The addresses that resources had while constructs were at other paths. An address follows from the path of its
 * construct, or from the paths of the constructs that a grant connects.
 */
import type { TerraformStack } from 'cdktf';
import type { Construct, IConstruct, Node } from 'constructs';
import { PROVIDER_NAME } from '../../src/model/api';
import {
  getAddress,
  addressPrefix,
  isAddressed,
  pathIn,
  readableName,
  type Addressed,
  type ConstructPath,
  type GetPath,
} from './addresses';

/** A place of a construct in an earlier program. */
export interface FormerPlace {
  /** For an address, its name: the readable addresses in the scope of the construct begin with it. */
  readonly path: ConstructPath;
  /** The address, if it was given instead of a path. */
  readonly address: string | undefined;
}

/** A move from an address to another. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** A former path of a construct. */
interface FormerPath {
  readonly path: ConstructPath;
  /** True for the construct that the call names. Its address may have had another form. */
  readonly isOwn: boolean;
  readonly isName: boolean;
}

interface DerivedName {
  readonly parts: readonly Construct[];
  readonly nameWith: (toPath: GetPath) => string;
}

const derivedNames = new WeakMap<Construct, DerivedName>();

/** Remembers that the name of a resource follows from the paths of `parts`. */
export function rememberDerivedName(resource: Construct, derived: DerivedName): void {
  derivedNames.set(resource, derived);
}

/** Returns both forms of the address that an element had at a path: with CDKTF's hash, and without. */
export function addressesAt(element: Addressed, stack: TerraformStack, path: ConstructPath): string[] {
  const names = [hashedName(stack, path), ...(hasReadableForm(element) ? [readableName(path)] : [])];
  return [...new Set(names)].map((name) => `${addressPrefix(element)}${name}`);
}

/**
 * Returns the moves of all resources and modules of a stack. At most one of the former addresses of a resource exists. Terraform
 * allows one origin for each address, so several are a chain.
 */
export function movesIn(stack: TerraformStack, formerPlaces: ReadonlyMap<IConstruct, readonly FormerPlace[]>): Move[] {
  const elements = stack.node.findAll().filter((node) => isAddressed(node));
  // Terraform rejects a move from an address that is declared.
  const taken = new Set(elements.map(getAddress));
  const getFormerPaths = formerPaths(formerPlaces);
  const free = (addresses: readonly string[]): string[] => {
    const found = [...new Set(addresses)].filter((address) => !taken.has(address));
    for (const address of found) taken.add(address);
    return found;
  };
  const own = new Map(
    elements.map((element) => [element, free(ownAddresses(element, stack, formerPlaces.get(element) ?? []))] as const),
  );
  return elements.flatMap((element) => {
    const chain = [
      ...(own.get(element) ?? []),
      ...free(derivedAddresses(element, stack, getFormerPaths)),
      getAddress(element),
    ];
    return chain.slice(1).map((to, index) => ({ from: chain[index] ?? '', to }));
  });
}

function ownAddresses(element: Addressed, stack: TerraformStack, places: readonly FormerPlace[]): string[] {
  return places.flatMap(({ path, address }) => (address === undefined ? addressesAt(element, stack, path) : [address]));
}

type GetFormerPaths = (construct: IConstruct) => readonly FormerPath[];

/** Returns the addresses that follow from former paths of the scopes of an element, or of the constructs that it connects. */
function derivedAddresses(element: Addressed, stack: TerraformStack, getFormerPaths: GetFormerPaths): string[] {
  const name = element.friendlyUniqueId;
  const derived = derivedNames.get(element);
  if (derived?.nameWith(pathIn) === name)
    return getDerivedNames(derived, getFormerPaths).map((old) => `${addressPrefix(element)}${old}`);
  const today = pathIn(element);
  const isReadable = hasReadableForm(element) && readableName(today) === name;
  const isHashed = hashedName(stack, today) === name;
  return getFormerPaths(element)
    .filter(({ isOwn }) => !isOwn)
    .flatMap(({ path, isName }) => [
      ...(isReadable ? [readableName(path)] : []),
      ...(isHashed && !isName ? [hashedName(stack, path)] : []),
    ])
    .map((old) => `${addressPrefix(element)}${old}`);
}

/** Returns the names for each combination of today's and former paths of the parts. */
function getDerivedNames({ parts, nameWith }: DerivedName, getFormerPaths: GetFormerPaths): string[] {
  const combinations = parts.reduce<ReadonlyMap<Construct, ConstructPath>[]>(
    (found, part) =>
      [pathIn(part), ...getFormerPaths(part).map(({ path }) => path)].flatMap((path) =>
        found.map((paths) => new Map([...paths, [part, path]])),
      ),
    [new Map()],
  );
  return combinations.map((paths) => nameWith((part) => paths.get(part) ?? pathIn(part)));
}

/** Returns the former paths of a construct: its own, and those that follow from its scope. */
function formerPaths(formerPlaces: ReadonlyMap<IConstruct, readonly FormerPlace[]>): GetFormerPaths {
  const claimed = new Map<string, IConstruct>();
  for (const [construct, places] of formerPlaces)
    for (const { path, address } of places) if (address === undefined) claimed.set(getKey(path), construct);
  const known = new Map<IConstruct, readonly FormerPath[]>();
  const find: GetFormerPaths = (construct) => {
    const found = known.get(construct) ?? [...ownPaths(construct), ...inherited(construct)];
    known.set(construct, found);
    return found;
  };
  const ownPaths = (construct: IConstruct): FormerPath[] =>
    (formerPlaces.get(construct) ?? []).map(({ path, address }) => ({
      path,
      isOwn: true,
      isName: address !== undefined,
    }));
  const inherited = (construct: IConstruct): FormerPath[] => {
    const { scope, id } = construct.node;
    if (scope === undefined || pathIn(construct).length < 2) return [];
    return (
      find(scope)
        .map(({ path, isName }) => ({ path: [...path, id], isOwn: false, isName }))
        // Another construct had this path.
        .filter(({ path, isName }) => isName || (claimed.get(getKey(path)) ?? construct) === construct)
    );
  };
  return find;
}

function getKey(path: ConstructPath): string {
  return path.join('/');
}

/** Returns true for the resources of this package. They have an address without a hash if their scope is their group. */
function hasReadableForm(element: Addressed): boolean {
  return addressPrefix(element).startsWith(`${PROVIDER_NAME}_`);
}

/** Returns the name that CDKTF gives an element at a path. */
function hashedName(stack: TerraformStack, path: ConstructPath): string {
  const scopes = [stack, ...path.map((id) => ({ node: { id } }))];
  return stack.getLogicalId({ scopes } as unknown as Node);
}
