/** The addresses of synthesized stacks, and the moves from earlier states or stacks to them. */
import { kindInWords } from '../../model/schema';
import { isOurProvider, isUid } from '../../model/api';
import { toGraph } from '../access/to-graph';
import { createReader } from '../organization/changes';
import {
  mergeInstances,
  readObjects,
  findUid,
  type Instance,
  type Objects,
  type PlatformObject,
} from '../organization/objects/objects';
import { createKeys, pairObjects } from '../organization/same-objects';
import { splitAddress } from '../input/plan/configuration';
import type { DeclaredStack } from '../input/plan/declared';
import { withForeignObjects } from '../input/plan/foreign-objects';
import { findKind } from '../input/plan/platform-kind';
import type { TerraformPlan } from '../input/plan/plan';
import { findConstructOrigin, type Origin, type Synthesized } from '../input/plan/synthesized';

/** A stack of today, and its earlier version. */
export interface ComparedStack {
  readonly name: string;
  /** `undefined` if the stack no longer exists. */
  readonly now?: DeclaredStack | undefined;
  readonly origins?: Synthesized | undefined;
  /** `undefined` for a new stack. */
  readonly since?: TerraformPlan | undefined;
  readonly originsSince?: Synthesized | undefined;
}

/** An object at its address. */
export interface AddressRow {
  readonly stack: string;
  readonly address: string;
  readonly kind: string;
  /** Its natural name: the path of names. A uid replaces an unknown name. */
  readonly name: string;
  readonly uid?: string;
  /** The path of its construct from the stack. */
  readonly construct?: string;
  readonly source?: Origin['source'];
  /** The address of another provider, if a resource of that provider contains the object. */
  readonly provider?: string;
}

/** An object whose address changes. */
export interface AddressMove {
  readonly from: AddressRow;
  readonly to: AddressRow;
}

export interface AddressMoves {
  readonly moves: readonly AddressMove[];
  /** Objects of an earlier version without an equal one today: the next apply deletes them. */
  readonly gone: readonly AddressRow[];
  /** Objects of today without an equal one in an earlier version: the next apply creates them. */
  readonly made: readonly AddressRow[];
}

interface Side {
  readonly objects: Objects;
  readonly managed: readonly PlatformObject[];
  readonly row: (object: PlatformObject) => AddressRow;
}

/** Returns every object of the stacks, by stack and address. */
export function addressRows(stacks: readonly ComparedStack[]): AddressRow[] {
  const side = getSide(stacks.map(({ name, now, origins }) => ({ name, plan: now?.plan, origins })));
  return side.managed.map((object) => side.row(object));
}

/** Returns the moves since the earlier versions. Blocks of the stacks for moves, removals and imports count as done. */
export function addressMoves(stacks: readonly ComparedStack[]): AddressMoves {
  const sideNow = getSide(stacks.map(({ name, now: stack, origins }) => ({ name, plan: stack?.plan, origins })));
  const sideSince = getSide(
    stacks.map(({ name, since: plan, originsSince }) => ({ name, plan, origins: originsSince })),
  );
  const currentAddresses = new Map(stacks.map(({ name, now: stackNow }) => [name, stackNow]));
  const placeNow = ({ plan, address }: Instance) => `${plan.name} ${address}`;
  const placeSince = ({ plan, address }: Instance) =>
    `${plan.name} ${movedTo(address, currentAddresses.get(plan.name))}`;
  const [placesNow, placesSince] = [placesIn(sideNow.objects, placeNow), placesIn(sideSince.objects, placeSince)];
  const isDone = ({ instances: [instance] }: PlatformObject): boolean => {
    const { block, module } = splitAddress(placeSince(instance).slice(instance.plan.name.length + 1));
    // The synthesized stack does not show the resources of modules.
    return (
      module !== '' ||
      currentAddresses.get(instance.plan.name)?.removed.has(block) === true ||
      placesNow.has(`${instance.plan.name} ${block}`)
    );
  };
  const keyBefore = createKeys(sideSince.objects, {
    known: ({ instances: [instance] }) =>
      placesNow.has(placeSince(instance)) ? `at ${placeSince(instance)}` : undefined,
  });
  const keyAfter = createKeys(sideNow.objects, {
    known: ({ instances: [instance] }) =>
      placesSince.has(placeNow(instance)) ? `at ${placeNow(instance)}` : undefined,
    uidKey: (kind, uid) => {
      const object = sideSince.objects.get(`${kind} ${uid}`);
      return object && keyBefore(object);
    },
  });
  const { same, gone, made } = pairObjects(
    sideSince.managed.filter((object) => !isDone(object)),
    sideNow.managed.filter(({ instances: [instance] }) => {
      const { plan, address } = instance;
      const isSingle = plan.configuration.blocks.get(address)?.isSingle === true;
      return (
        isSingle &&
        !placesSince.has(placeNow(instance)) &&
        currentAddresses.get(plan.name)?.imported.has(address) !== true
      );
    }),
    { before: keyBefore, after: keyAfter },
  );
  return {
    moves: same.map(({ before, after }) => ({ from: sideSince.row(before), to: sideNow.row(after) })),
    gone: gone.map((object) => sideSince.row(object)),
    made: made.map((object) => sideNow.row(object)),
  };
}

function placesIn(objects: Objects, getPlace: (instance: Instance) => string): ReadonlySet<string> {
  return new Set([...objects.values()].flatMap(({ instances }) => instances.map(getPlace)));
}

/** Returns the address after the moves that the stack of today declares. */
function movedTo(address: string, stackNow: DeclaredStack | undefined): string {
  const next = new Map((stackNow?.moved ?? []).map(({ from, to }) => [from, to]));
  let last = address;
  for (let step = 0; step < next.size && next.has(last); step++) last = next.get(last) ?? last;
  return last;
}

interface Source {
  readonly name: string;
  readonly plan: TerraformPlan | undefined;
  readonly origins: Synthesized | undefined;
}

function getSide(sources: readonly Source[]): Side {
  const instances = sources.flatMap(({ name, plan }) => (plan === undefined ? [] : getInstances({ ...plan, name })));
  const objects = mergeInstances(instances);
  const { graph } = toGraph(objects, { names: new Map(), now: new Date(0) });
  const { toPath } = createReader(objects, graph);
  const origins = new Map(sources.map(({ name, origins: origin }) => [name, origin]));
  const providers = new Map(
    sources.flatMap(
      ({ name, plan }) => plan?.prior.map(({ address, provider }) => [`${name} ${address}`, provider]) ?? [],
    ),
  );
  return {
    objects,
    managed: [...objects.values()].filter(({ isManaged }) => isManaged),
    row: ({ declaration, instances: [instance], key }) => {
      const { plan, address } = instance;
      const origin = findConstructOrigin(origins.get(plan.name), address);
      const provider = providers.get(`${plan.name} ${address}`);
      return {
        stack: plan.name,
        address,
        kind: kindInWords(declaration),
        name: toPath(instance),
        ...(isUid(key) && { uid: key }),
        ...(origin !== undefined && { construct: origin.construct, source: origin.source }),
        ...(!isOurProvider(provider) && { provider }),
      };
    },
  };
}

function getInstances(plan: TerraformPlan): Instance[] {
  return withForeignObjects(plan).prior.flatMap((instance): Instance[] => {
    const declaration = findKind(instance);
    const { address, deposed, values, sensitive } = instance;
    const key = declaration && (findUid(declaration, values) ?? `${plan.name}:${address}`);
    if (instance.mode === 'data' && (declaration === undefined || findUid(declaration, values) !== undefined))
      return readObjects(plan, instance);
    if (declaration === undefined || key === undefined || deposed !== undefined) return [];
    const isManaged = instance.mode === 'managed';
    return [
      { plan, address, deposed, declaration, values, sensitive, isManaged, isForgotten: false, change: undefined, key },
    ];
  });
}
