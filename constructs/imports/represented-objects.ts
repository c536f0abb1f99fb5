/** Finds the object that a construct represents, and the object that a prop refers to. */
import {
  DefaultTokenResolver,
  StringConcat,
  TerraformDataSource,
  TerraformResource,
  TerraformStack,
  Tokenization,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { toAccountText } from '../../src/base/text/person-account';
import { isUid, type Values } from '../../src/model/api';
import { group, identity } from '../../src/model/kinds';
import type { Declaration } from '../../src/model/schema';
import { LOOKUP_ID } from '../base/addresses';
import { isPending, noParent } from '../base/attributes';
import { declaredProps } from '../base/declared-props';
import { knownText } from '../base/literal-text';
import { isGroupConstruct } from '../base/reference';

/** A construct that represents an object. */
export interface RepresentedObject {
  /** The uid if it is known, otherwise the path of the construct or the account of a person. */
  readonly key: string;
  readonly construct: IConstruct;
  readonly declaration: Declaration;
  readonly props: Values;
  readonly isManaged: boolean;
}

/** The object that a prop refers to: its key and its construct, none, or a value that only Terraform knows. */
export type ReferredConstruct = { readonly key: string; readonly construct?: IConstruct } | 'none' | 'unknown';

/** Returns the object that a construct represents, or `undefined` for any other construct. */
export function findRepresentedObject(construct: IConstruct): RepresentedObject | undefined {
  // The synthesized stack does not contain it.
  if ('isLeftOut' in construct && construct.isLeftOut === true) return undefined;
  // The data source of a group that is found by its name belongs to the construct of the group.
  if (construct.node.id === LOOKUP_ID && construct.node.scope !== undefined && isFoundGroup(construct.node.scope))
    return undefined;
  const declared = declaredProps(isFoundGroup(construct) ? lookupIn(construct) : construct);
  if (declared !== undefined) return { key: getKey(construct), construct, ...declared };
  if (!isGroupConstruct(construct)) return undefined;
  return { key: getKey(construct), construct, declaration: group, props: {}, isManaged: false };
}

/** Returns the object of a prop. The construct that has the prop is in the stack where a token has its address. */
export function referredBy(value: unknown, construct: IConstruct): ReferredConstruct {
  if (value === undefined || value === noParent) return 'none';
  if (Construct.isConstruct(value)) return referred(value);
  const uid = typeof value === 'object' && value !== null && 'uid' in value ? value.uid : value;
  if (isUid(uid)) return { key: uid };
  if (typeof uid !== 'string' || !isPending(uid)) return 'unknown';
  const found = constructAt(resolved(uid, construct), construct);
  return found === undefined ? 'unknown' : referred(found);
}

function referred(construct: IConstruct): ReferredConstruct {
  const entry = findRepresentedObject(construct);
  return entry === undefined ? 'unknown' : { key: entry.key, construct };
}

function getKey(construct: IConstruct): string {
  if (declaredProps(construct) === undefined && isGroupConstruct(construct) && isUid(construct.uid))
    return construct.uid;
  return findAccount(construct) ?? construct.node.path;
}

/** Returns `ada at login.example.com`, so that two look-ups of one account find one person. */
function findAccount(construct: IConstruct): string | undefined {
  const { declaration, props = {}, isManaged } = declaredProps(construct) ?? {};
  if (declaration?.kind !== identity.kind || isManaged === true) return undefined;
  const [issuer, subject] = [knownText(construct, props['issuer']), knownText(construct, props['subject'])];
  return issuer === undefined || subject === undefined ? undefined : toAccountText({ issuer, subject });
}

function isFoundGroup(construct: IConstruct): boolean {
  const lookup = construct.node.tryFindChild(LOOKUP_ID);
  return lookup !== undefined && declaredProps(construct) === undefined && declaredProps(lookup) !== undefined;
}

function lookupIn(construct: IConstruct): IConstruct {
  return construct.node.findChild(LOOKUP_ID);
}

function resolved(token: string, scope: IConstruct): unknown {
  return Tokenization.resolve(token, { scope, resolver: new DefaultTokenResolver(new StringConcat()) });
}

/** Returns the construct of an expression that is its uid: `${platform_group.acme.uid}`. */
function constructAt(expression: unknown, from: IConstruct): IConstruct | undefined {
  const [, address] =
    /^\$\{((?:data\.)?[\w-]+\.[\w-]+)\.uid\}$/.exec(typeof expression === 'string' ? expression : '') ?? [];
  if (address === undefined) return undefined;
  const stack = TerraformStack.of(from);
  const known = addresses.get(stack)?.get(address) ?? addressesIn(stack).get(address);
  return known?.node.id === LOOKUP_ID && known.node.scope !== undefined && isFoundGroup(known.node.scope)
    ? known.node.scope
    : known;
}

const addresses = new WeakMap<TerraformStack, Map<string, IConstruct>>();

function addressesIn(stack: TerraformStack): Map<string, IConstruct> {
  const found = new Map<string, IConstruct>();
  for (const node of stack.node.findAll()) {
    const isData = TerraformDataSource.isTerraformDataSource(node);
    if ((!isData && !TerraformResource.isTerraformResource(node)) || declaredProps(node) === undefined) continue;
    found.set(`${isData ? 'data.' : ''}${node.terraformResourceType}.${node.friendlyUniqueId}`, node);
  }
  addresses.set(stack, found);
  return found;
}
