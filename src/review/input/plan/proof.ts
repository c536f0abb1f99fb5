/**
 * Proves a plan: the apply does what the plan shows. A value that the plan knows cannot change, and a reference to the uid of one
 * object resolves by symbol. Everything outside of the values must be in the grammar of a stack that is data. The configuration is
 * that inside of the saved plan.
 */
import { isObject } from '../../../model/api';
import { behaves, type Field, toAttribute } from '../../../model/schema';
import {
  checkDocuments,
  hasOwnUid,
  type JsonPath,
  type NotData,
  type RefusalCode,
  resourceArguments,
} from '../../../model/approval/grammar';
import { describeRefusal, jsonPathText } from '../../../model/stack';
import { scanConfiguration } from '../scan/scan-configuration';
import { findBlock, splitAddress } from './configuration';
import { hashValues } from './hash';
import { findKind } from './platform-kind';
import { isNoOp, UNKNOWN_VALUE, type TerraformPlan, type ProofPlace, type ResourceChange } from './plan';
import { hasUnknown } from './values';
import { codeFact, hashPlaces, readSavedCode } from './saved-code';
import { getDocuments } from './saved-documents';

/** The providers of anchors, which run no program and send nothing. */
const ANCHOR_PROVIDERS = ['terraform.io/builtin/terraform', 'registry.terraform.io/hashicorp/null'];

/**
 * Returns the values and blocks that are not proved; `undefined` if the input does not contain the configuration.
 *
 * @param resolved the plan with the values that its configuration proves
 * @param reviewed the plan with the values of its review plans
 */
export function unprovedPlaces(resolved: TerraformPlan, reviewed: TerraformPlan): ProofPlace[] | undefined {
  const { name, saved, scanned = saved && hashPlaces(saved, scanConfiguration(saved)) } = resolved;
  if (scanned === undefined) return undefined;
  const isOpen = (resolved.changes ?? []).some((change) => hasOpenDecision(resolved, change));
  const rows = new Map((reviewed.changes ?? []).map((row) => [`${row.address} ${row.deposed ?? ''}`, row]));
  const managers = getManagers(resolved);
  return [
    ...(saved === undefined ? [hiddenConfiguration(name)] : blockPlaces(saved)),
    ...scanned.map(({ isAlways, ...place }) => ({ ...place, isReviewed: !isAlways && !isOpen })),
    ...(resolved.changes ?? []).flatMap((change) => {
      const { address, deposed = '', type, provider, mode, fate } = change;
      if (mode === 'data' || isNoOp(change)) return [];
      const isAnchor = ANCHOR_PROVIDERS.some(
        (anchorProvider) => provider.replace('opentofu.org', 'terraform.io') === anchorProvider,
      );
      const isOurs = findKind(change) !== undefined || resourceArguments(type) !== undefined;
      if (!isOurs && !isAnchor) return fate?.old === 'gone' && !fate.isMade ? [foreignPlace(address)] : [];
      return valuePlaces(resolved, change, { row: rows.get(`${address} ${deposed}`), managers });
    }),
  ];
}

function blockPlaces(saved: NonNullable<TerraformPlan['saved']>): ProofPlace[] {
  const code = readSavedCode(saved);
  return getDocuments(saved).flatMap(({ module, documents, unread }) => [
    ...unread.map(({ file, why, text }) => ({
      ...{ place: file, why: `It cannot be read in one way: ${why}`, isReviewed: false },
      sha256: hashValues(text),
    })),
    ...checkDocuments(documents, { isPlanned: true }).map((refused) => ({
      place: `${refused.file}: ${jsonPathText(refused.path)}`,
      why: describeRefusal(refused).why,
      isReviewed: isReviewed(refused),
      sha256: hashValues(
        documents.flatMap(({ file, json }) => (file === refused.file ? [valueAt(json, refused.path)] : [])),
        code.hashAtPath(module, refused.path),
      ),
    })),
  ]);
}

function valueAt(json: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key],
    json,
  );
}

/** Members whose effects a review shows in the values, or with findings of their own. */
const REVIEWED_MEMBERS: readonly unknown[] = [
  ...['check', 'precondition', 'postcondition', 'validation', 'locals', 'for_each', 'module', 'ephemeral'],
];
const REVIEWED_CODES: readonly RefusalCode[] = ['no-literal', 'foreign-type', 'managed-uid', 'other-source'];

/** Returns true if the review shows all effects of the place on this provider's objects. */
function isReviewed({ code, subject }: NotData): boolean {
  return REVIEWED_CODES.includes(code) || (code === 'member' && REVIEWED_MEMBERS.includes(subject));
}

/** The scan has read the files of the folder instead. */
function hiddenConfiguration(place: string): ProofPlace {
  return { place, why: 'The saved plan does not show its configuration', isReviewed: true };
}

/** Returns true if a value of this provider that decides access is open without review plans. */
function hasOpenDecision(plan: TerraformPlan, { mode, type, address, after = {} }: ResourceChange): boolean {
  const configured = findBlock(plan.configuration, address)?.expressions ?? {};
  return (
    mode === 'managed' &&
    [...(resourceArguments(type) ?? [])].some(
      ([name, { field, decides }]) => decides && Object.hasOwn(configured, name) && isUnproved(field, after[name]),
    )
  );
}

/** Returns the addresses that keep an existing object, or replace it, by its uid. */
function getManagers({ changes = [] }: TerraformPlan): ReadonlyMap<unknown, string> {
  return new Map(
    changes.flatMap((change) => {
      const { mode, address, type, before, after } = change;
      const isManager = mode === 'managed' && hasOwnUid(type) && after !== undefined;
      return isManager && before !== undefined ? [[before['uid'], address] as const] : [];
    }),
  );
}

function foreignPlace(address: string): ProofPlace {
  return { place: address, why: 'It belongs to another provider', isReviewed: true, address };
}

function valuePlaces(
  plan: TerraformPlan,
  { address, type, after = {} }: ResourceChange,
  { row, managers }: { readonly row?: ResourceChange | undefined; readonly managers: ReadonlyMap<unknown, string> },
): ProofPlace[] {
  const configured = findBlock(plan.configuration, address)?.expressions ?? {};
  return [...(resourceArguments(type) ?? [])].flatMap(([name, { field, decides }]) => {
    if (!Object.hasOwn(configured, name)) return [];
    const manager = managers.get(isObject(configured[name]) ? configured[name]['constant_value'] : undefined);
    if (decides && manager !== undefined && manager !== address)
      return [
        {
          ...{ place: `${address}: ${name}`, address, isReviewed: true },
          why: `It is the uid of ${manager}, which the same stack manages and can replace. Refer to it`,
        },
      ];
    if (!isUnproved(field, after[name])) return [];
    const isReviewed = !decides || !hasUnknown(row?.after?.[name]);
    const place = { place: `${address}: ${name}`, why: 'Only the apply knows its value', isReviewed, address };
    if (isReviewed) return place;
    const counts = (part: object) => 'name' in part && part.name === name;
    const [sha256] = codeFact(plan, splitAddress(address).block, { counts });
    return sha256 === undefined ? place : { ...place, sha256 };
  });
}

/** Returns true if a part of a value is unknown that the service does not decide. */
export function isUnproved({ type }: Field, value: unknown): boolean {
  if (value === UNKNOWN_VALUE) return true;
  if (type.is !== 'message' || !isObject(value)) return hasUnknown(value);
  return Object.entries(type.fields).some(
    ([name, inner]) =>
      !behaves(inner, 'serverDefault', 'outputOnly') && isUnproved(inner, value[toAttribute(name, inner)]),
  );
}
