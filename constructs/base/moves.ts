/** Moves constructs to other paths and ids, and keeps their objects. The moves of CDKTF start a child process each. */
import { TerraformElement, TerraformResource, TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { PROVIDER_NAME } from '../../src/model/api';
import { getAddress, addressPrefix, isAddressed, type ConstructPath } from './addresses';
import { isNonEmptyText, requireType } from './constructor-arguments';
import { addressesAt, movesIn, type FormerPlace } from './former-addresses';
import { findCallerLine, appendSourceLine } from './source-line';
import { hasNumberToken, USE_AS_STRING } from './texts';

/**
 * Declares a former path of a construct. Terraform then moves the construct and everything in its scope to the new
 * addresses, and recreates nothing. Resources of this package have the method `wasAt` for this.
 *
 * Keep the call until every state of the stack has been applied with it.
 *
 * @param place The former path below the stack: `old/team`. For a resource also its former address:
 *   `platform_group.old_team`.
 * @returns the construct
 * @throws Error outside of a stack, or if the place is not text. Synthesis reports all other problems: a construct that
 *   is still at the former path, a path that two constructs claim, and a path in another stack.
 * @example
 * moved(new PaymentsTeam(stack, 'payments'), 'teams/payments');
 */
export function moved<T extends Construct>(construct: T, place: string): T {
  return declareMove(construct, place);
}

/** Declares a move for functions of this package. */
export function declareMove<T extends Construct>(construct: T, place: string): T {
  requireType('moved', 'its first argument', 'a construct', construct, (value): value is T =>
    Construct.isConstruct(value),
  );
  const subject = `Move of "${construct.node.path}"`;
  requireType(subject, 'the former path', 'text', place, isNonEmptyText);
  const stack = construct.node.scopes.slice(0, -1).find((scope) => TerraformStack.isStack(scope));
  if (stack === undefined)
    throw new Error(`${subject}: only a construct in a TerraformStack can move. Pass each construct of the stack.`);
  if (hasNumberToken(place)) throw new Error(`${subject}: the former path ${USE_AS_STRING}.`);
  const former = formerPlace(place);
  const moves = Moves.of(stack);
  moves.add(construct, former);
  const source = findCallerLine(construct, declareMove);
  const from = `cannot move ${construct.node.path} from ${JSON.stringify(place)}`;
  construct.node.addValidation({
    validate: () =>
      appendSourceLine(
        moves.problems(construct, former).map((problem) => `${from}: ${problem}`),
        source,
      ),
  });
  return construct;
}

/** An address of a resource: `platform_group.a`, `module.b.platform_group.a["c"]`. */
const addressPattern =
  /^(?:module\.[\w-]+(?:\[[^\]]+\])?\.)*([a-z][a-z0-9]*_\w+\.)([A-Za-z_][\w-]*)((?:\[(?:\d+|"[^"]*")\])?)$/;

function formerPlace(place: string): FormerPlace {
  const [, , name] = addressPattern.exec(place) ?? [];
  return name === undefined ? { path: place.split('/'), address: undefined } : { path: [name], address: place };
}

/** The moves of a stack, as one element that is synthesized to `moved` blocks. */
class Moves extends TerraformElement {
  static of(stack: TerraformStack): Moves {
    const found = known.get(stack) ?? new Moves(stack, 'platform-moves');
    known.set(stack, found);
    return found;
  }

  private readonly places = new Map<Construct, FormerPlace[]>();

  add(construct: Construct, place: FormerPlace): void {
    const places = this.places.get(construct) ?? [];
    if (!places.some((one) => toText(one) === toText(place))) this.places.set(construct, [...places, place]);
  }

  /** Returns the problems of one call. */
  problems(construct: Construct, former: FormerPlace): string[] {
    const [other] =
      [...this.places].find(
        ([one, places]) => one !== construct && places.some((place) => toText(place) === toText(former)),
      ) ?? [];
    if (other !== undefined) return [`${other.node.path} has the same former place. Remove one of the two calls`];
    return former.address === undefined
      ? this.problemsOfPath(construct, former.path)
      : this.problemsOfAddress(construct, former.address);
  }

  override toTerraform(): unknown {
    const moves = movesIn(this.cdktfStack, this.places);
    return moves.length === 0 ? {} : { moved: moves };
  }

  override toHclTerraform(): unknown {
    const reference = (value: string) => ({ value, type: 'simple', storageClassType: 'reference' });
    const moves = movesIn(this.cdktfStack, this.places);
    if (moves.length === 0) return {};
    return { moved: moves.map(({ from, to }) => ({ from: reference(from), to: reference(to) })) };
  }

  private problemsOfPath(construct: Construct, path: ConstructPath): string[] {
    if (path.includes('')) return ['an id in the path is empty. Write the path from the stack: "team/ci"'];
    const stack = this.cdktfStack;
    const named = this.stackNamedIn(path);
    if (named === stack) return [`the path begins with the stack. Write it without: "${path.slice(1).join('/')}"`];
    if (named !== undefined)
      return [
        `the path is in the stack ${named.node.path}, and Terraform moves nothing between stacks. ` +
          'Run platform-iac addresses --since: it prints the removed and import blocks',
      ];
    const there = findIn(stack, path);
    const isAround = there !== undefined && construct.node.scopes.includes(there) && !isAddressed(there);
    if (there !== undefined && there !== construct && !isAround)
      return [`${there.node.path} still exists. Remove it, or pass the path that ${construct.node.path} had`];
    const addresses = isAddressed(construct) ? addressesAt(construct, stack, path) : [];
    return this.problemsOfAddresses(construct, addresses, there === construct);
  }

  private problemsOfAddress(construct: Construct, address: string): string[] {
    if (!TerraformResource.isTerraformResource(construct))
      return ['it is not a resource and has no address. Pass its former path'];
    const type = addressPattern.exec(address)?.[1] ?? '';
    // The provider takes over objects of other providers.
    if (type.startsWith(`${PROVIDER_NAME}_`) && type !== addressPrefix(construct))
      return [`Terraform cannot move it to ${getAddress(construct)}. Pass an address of ${addressPrefix(construct)}…`];
    return this.problemsOfAddresses(construct, [address], address === getAddress(construct));
  }

  /** Reports that Terraform cannot move an object from any of these addresses, because all of them are declared. */
  private problemsOfAddresses(construct: Construct, addresses: readonly string[], isSamePlace: boolean): string[] {
    const elements = this.cdktfStack.node.findAll().filter((node) => isAddressed(node));
    const owners = addresses.map((address) =>
      elements.find((element) => getAddress(element) === withoutIndex(address)),
    );
    if (owners.length === 0 || owners.includes(undefined)) return [];
    if (isSamePlace) return ['this is its current place. Remove the call, or pass the former path or address'];
    const other = owners.find((owner) => owner !== construct);
    return other === undefined
      ? []
      : [`its address ${addresses[0] ?? ''} belongs to ${other.node.path} now. Change that id`];
  }

  /** Returns the stack whose name a path begins with, unless this stack has a construct of that name. */
  private stackNamedIn([first = '', ...rest]: ConstructPath): TerraformStack | undefined {
    if (rest.length === 0 || this.cdktfStack.node.tryFindChild(first) !== undefined) return undefined;
    return this.cdktfStack.node.root.node
      .findAll()
      .filter((node) => TerraformStack.isStack(node))
      .find(({ node }) => node.id === first);
  }
}

const known = new WeakMap<TerraformStack, Moves>();

function findIn(stack: TerraformStack, path: ConstructPath): IConstruct | undefined {
  return path.reduce<IConstruct | undefined>((scope, id) => scope?.node.tryFindChild(id), stack);
}

function toText({ path, address }: FormerPlace): string {
  return address ?? path.join('/');
}

function withoutIndex(address: string): string {
  return address.replace(/\[[^\]]*\]$/, '');
}
