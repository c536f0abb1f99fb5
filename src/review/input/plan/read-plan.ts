/** Reads the output of `terraform show -json PLAN`. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject, isOurProvider, type Values } from '../../../model/api';
import { readActions } from './action-invocations';
import { readPlannedConfiguration } from './configuration';
import { DocumentPlace, PlanError } from './document';
import { getExecutions } from './executes';
import { parseDocument } from './parse-document';
import { findExclusiveKind } from './platform-kind';
import {
  toFate,
  type OutputChange,
  type TerraformPlan,
  type PlanStatus,
  type ResourceChange,
  type StateInstance,
} from './plan';
import { removedObjects, undeclaredObjects } from './removed-objects';
import type { SavedModule } from './saved-plan';
import { getTriggers } from './triggers';
import { unknownObjects } from './unknown-objects';
import { unknownParts } from './unknown-parts';
import { holdsTrue, withUnknown } from './values';

/** A larger plan does not fit into a string of Node. 100,000 resources need about half of it. */
export const LARGEST_PLAN_BYTES = 256 * 1024 * 1024;

const READ_MAJOR = '1';

/**
 * Reads a plan. Accepts newer minor versions of the format, and lists the parts that it does not know.
 *
 * @param name the name in the report, for example the file
 * @throws PlanError if the text is not a plan, or has another major version of the format; the message contains the next step
 */
export function readPlan(text: string, name: string): TerraformPlan {
  const root = new DocumentPlace(parseDocument(text, name, howToMake), name);
  const document = root.object();
  const formatVersion = getVersion(root, document, name);
  if (!('resource_changes' in document || 'planned_values' in document || 'prior_state' in document))
    throw new PlanError(`Cannot read ${name} as a plan: it has neither changes nor a state. ${howToMake}`);
  const changes = root
    .at('resource_changes')
    .list()
    .map((change) => readChange(change));
  // The review reads them as the deletions of the objects that they remove.
  const exclusive = new Set(
    changes.flatMap((change) => (findExclusiveKind(change) === undefined ? [] : [change.address])),
  );
  const plan: TerraformPlan = {
    name,
    engineVersion: root.at('terraform_version').optionalText(),
    formatVersion,
    status: readStatus(root, changes),
    prior: readStateValues(root.at('prior_state')),
    changes: root.at('resource_changes').isAbsent() ? undefined : removedObjects(changes),
    planned: readModules(root.at('planned_values')).flatMap(({ mode, address }) =>
      mode === 'managed' && !exclusive.has(address) ? address : [],
    ),
    drift: root
      .at('resource_drift')
      .list()
      .map((change) => readChange(change))
      .filter((change) => findExclusiveKind(change) === undefined),
    configuration: readPlannedConfiguration(root.at('configuration'), root.at('variables')),
    outputs: readOutputs(root),
    ...getNote(root),
  };
  const unknown = [...unknownParts(document, name), ...unknownObjects(changes, plan.prior)];
  return { ...plan, unknown, executes: getExecutions({ ...plan, unknown }, readActions(root)) };
}

const howToMake = 'Create a plan with "terraform plan -out=tfplan" and "terraform show -json tfplan".';

function getVersion(root: DocumentPlace, document: Values, name: string): string {
  const isPlan = 'planned_values' in document || 'resource_changes' in document;
  if (
    (Array.isArray(document['resources']) && document['format_version'] === undefined) ||
    (!isPlan && 'values' in document)
  )
    throw new PlanError(`Cannot read ${name} as a plan: it is a state. ${howToMake}`);
  return getFormatVersion(root, name, howToMake);
}

/** Returns the format version. Throws a {@link PlanError} for another major version. */
export function getFormatVersion(root: DocumentPlace, name: string, howToMake: string): string {
  const version = root.at('format_version').optionalText();
  if (version === undefined)
    throw new PlanError(`Cannot read ${name}: it has no format_version of "terraform show -json". ${howToMake}`);
  const [major = ''] = version.split('.');
  if (major !== READ_MAJOR) {
    const isOlder = Number(major) < Number(READ_MAJOR);
    const next = isOlder ? `It is of an older engine. Use Terraform or OpenTofu 1.8 or newer.` : 'Update this package.';
    throw new PlanError(
      `Cannot read ${name}: its format version is ${JSON.stringify(version.slice(0, 20))}, and this package reads only ${READ_MAJOR}.x. ${next}`,
    );
  }
  return version;
}

function readStatus(root: DocumentPlace, changes: readonly ResourceChange[]): PlanStatus {
  const deferred = [...root.at('deferred_changes').list(), ...root.at('deferred_action_invocations').list()];
  return {
    isErrored: root.at('errored').optionalFlag() ?? false,
    isComplete: root.at('complete').optionalFlag(),
    isApplyable: root.at('applyable').optionalFlag(),
    deferred: deferred.map((place) => deferredAddress(place)),
    failedChecks: [
      ...undeclaredObjects(changes),
      ...root
        .at('checks')
        .list()
        .filter((check) => ['fail', 'error'].includes(check.at('status').optionalText() ?? ''))
        .map((check) => ({
          address: check.at('address').at('to_display').optionalText() ?? 'a check',
          messages: check
            .at('instances')
            .list()
            .flatMap((instance) => instance.at('problems').list())
            .flatMap((problem) => problem.at('message').optionalText() ?? [])
            // A finding is one paragraph.
            .map((message) => message.replaceAll(/\s+/g, ' ').trim()),
        })),
    ],
  };
}

/** The member of a plan's JSON where `platform-iac plan` stores data that the engine does not record. */
const NOTE = 'platform_iac';

/** The facts of a plan that the JSON of the engine lacks. */
export type PlanNote = Pick<TerraformPlan, 'arguments' | 'saved' | 'scanned' | 'lock' | 'releaseHashes'>;

/** Adds a note to the text of a plan. */
export function withNote(text: string, { arguments: args = [], saved = [], ...facts }: PlanNote): string {
  const note = { ...(args.length > 0 && { arguments: args }), ...(saved.length > 0 && { saved }), ...facts };
  if (Object.values(note).every((fact) => fact === undefined)) return text;
  return text.replace(/\{/, () => `{"${NOTE}":${JSON.stringify(note)},`);
}

/** Marks the text of a plan as that of a review plan. */
export function markAsReviewPlan(text: string): string {
  return text.replace(/\{/, () => `{"${NOTE}":${JSON.stringify({ review: true })},`);
}

function getNote(root: DocumentPlace): PlanNote & Pick<TerraformPlan, 'isReview'> {
  const note = root.at(NOTE);
  if (note.isAbsent()) return {};
  if (note.at('review').optionalFlag() === true) return { isReview: true };
  const texts = (place: DocumentPlace) => place.list().map((one) => one.text());
  return {
    ...(!note.at('arguments').isAbsent() && { arguments: texts(note.at('arguments')) }),
    ...(!note.at('saved').isAbsent() && { saved: note.at('saved').list().map(readModule) }),
    ...(!note.at('scanned').isAbsent() && { scanned: note.at('scanned').list().map(readScanned) }),
    ...(!note.at('lock').isAbsent() && { lock: note.at('lock').text() }),
    ...(!note.at('releaseHashes').isAbsent() && { releaseHashes: texts(note.at('releaseHashes')) }),
  };
}

function readScanned(place: DocumentPlace): NonNullable<TerraformPlan['scanned']>[number] {
  return {
    ...{ place: place.at('place').text(), why: place.at('why').text() },
    ...{ isAlways: place.at('isAlways').optionalFlag() ?? true, sha256: place.at('sha256').optionalText() },
  };
}

function readModule(place: DocumentPlace): SavedModule {
  const files = place.at('files').list();
  const hashes = place.at('reads').members();
  return {
    module: place.at('module').text(),
    dir: place.at('dir').text(),
    files: files.map((file) => ({ name: file.at('name').text(), text: file.at('text').text() })),
    ...(hashes.length > 0 && { reads: Object.fromEntries(hashes.map(([path, hash]) => [path, hash.text()])) }),
  };
}

/** Returns the changed outputs of the root module. Terraform marks a change as sensitive if either value is sensitive. */
function readOutputs(root: DocumentPlace): OutputChange[] {
  const declared = membersAt(root, ['configuration', 'root_module', 'outputs']);
  return root
    .at('output_changes')
    .members()
    .flatMap(([name, change]) => {
      const actions = change
        .at('actions')
        .list()
        .map((action) => action.text());
      if (actions.every((action) => action === 'no-op')) return [];
      return {
        name,
        actions,
        after: withUnknown(change.at('after').boundedValue(), change.at('after_unknown').boundedValue()),
        isSensitive: declared.get(name)?.at('sensitive').optionalFlag() ?? false,
        // True if the output was sensitive before, or is sensitive now.
        wasSensitive: holdsTrue(change.at('before_sensitive').boundedValue()),
        expression: declared.get(name)?.at('expression').optionalObject() ?? {},
      };
    });
}

function membersAt(root: DocumentPlace, path: readonly string[]): ReadonlyMap<string, DocumentPlace> {
  const place = path.reduce((one, name) => (one.isAbsent() ? one : one.at(name)), root);
  return new Map(place.members());
}

function deferredAddress(one: DocumentPlace): string {
  const inner = [one.at('resource_change'), one.at('action_invocation')].find((place) => !place.isAbsent()) ?? one;
  return inner.at('address').optionalText() ?? 'something';
}

/** Returns every instance of a state of `terraform show -json`. */
export function readStateValues(state: DocumentPlace): StateInstance[] {
  return readModules(state.isAbsent() ? state : state.at('values'));
}

function readModules(values: DocumentPlace): StateInstance[] {
  const found: StateInstance[] = [];
  const waiting = values.isAbsent() ? [] : [values.at('root_module')];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (module.isAbsent()) continue;
    for (const resource of module.at('resources').list())
      found.push({
        values: findValues(resource.at('values')) ?? {},
        sensitive: [resource.at('sensitive_values').boundedValue()],
        ...readInstance(resource, 'deposed_key'),
      });
    waiting.push(...module.at('child_modules').list());
  }
  return found;
}

function readInstance(resource: DocumentPlace, deposedName: string) {
  return {
    address: resource.at('address').text(),
    deposed: resource.at(deposedName).optionalText(),
    mode: resource.at('mode').optionalText() === 'data' ? ('data' as const) : ('managed' as const),
    type: resource.at('type').text(),
    provider: resource.at('provider_name').optionalText() ?? '',
  };
}

function readChange(resource: DocumentPlace): ResourceChange {
  const change = resource.at('change');
  const instance = readInstance(resource, 'deposed');
  const actions = change
    .at('actions')
    .list()
    .map((action) => action.text());
  if (actions.length === 0) change.at('actions').wrong('a list of actions');
  // Reads only address and action of resources of other providers.
  const isOurs = isOurProvider(instance.provider);
  const before = isOurs ? findValues(change.at('before')) : undefined;
  const after = isOurs
    ? withUnknown(change.at('after').boundedValue(), change.at('after_unknown').boundedValue())
    : undefined;
  return {
    previousAddress: resource.at('previous_address').optionalText(),
    ...instance,
    actions,
    fate: toFate(actions),
    before,
    // Most objects of a plan do not change. One value for both sides shows this without another comparison.
    after: isObject(after) ? (isDeepStrictEqual(before, after) ? before : after) : undefined,
    ...(!isOurs && {
      unknown: unknownNames(change.at('after_unknown')),
      content: getContent(change),
      triggers: plannedTriggers(change),
    }),
    isImported: !change.at('importing').isAbsent(),
    sensitive: [change.at('before_sensitive').boundedValue(), change.at('after_sensitive').boundedValue()],
  };
}

function findValues(place: DocumentPlace): Values | undefined {
  place.boundedValue();
  return place.optionalObject();
}

function plannedTriggers(change: DocumentPlace): string[] {
  const after = change.at('after').boundedValue();
  return isObject(after) ? getTriggers(after) : [];
}

function getContent(change: DocumentPlace): string {
  const planned = [change.at('after').boundedValue(), change.at('after_unknown').boundedValue()];
  return createHash('sha256').update(JSON.stringify(planned)).digest('hex');
}

function unknownNames(unknown: DocumentPlace): string[] {
  if (!isObject(unknown.boundedValue())) return [];
  return unknown.members().flatMap(([name, { value }]) => (holdsTrue(value) ? [name] : []));
}
