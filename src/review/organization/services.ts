/**
 * Detects two services that describe one organization. The author of a provider block chooses its service, and could use one that
 * describes a role with fewer capabilities than it has.
 */
import { isUid, rootUid } from '../../model/api';
import { group } from '../../model/kinds';
import { findBlock } from '../input/plan/configuration';
import { getName, type Instance } from './objects/objects';
import { referenceAttributes } from './objects/references';

type BySaying = Map<string, Map<string, Instance>>;

/** Returns the reasons why descriptions are not trustworthy, in sentences. */
export function contradictingServices(managed: readonly Instance[], read: readonly Instance[]): string[] {
  const services = new Set([...managed, ...read].map(findService).filter((service) => service !== undefined));
  if (services.size < 2) return [];
  // Built-in roles and people belong to no organization, and each service can have the same ones.
  const roots: BySaying = new Map();
  const described: BySaying = new Map();
  const referred: BySaying = new Map();
  const note = (uid: unknown, isGroup: boolean, alone: BySaying, instance: Instance) => {
    const service = findService(instance);
    if (service === undefined || !isUid(uid)) return;
    const [to, key] = isGroup || uid.includes('/') ? [roots, rootUid(uid)] : [alone, uid];
    const found = to.get(key) ?? new Map<string, Instance>();
    if (!found.has(service)) found.set(service, instance);
    to.set(key, found);
  };
  for (const instance of [...managed, ...read]) note(instance.key, instance.declaration === group, described, instance);
  for (const instance of managed)
    for (const { name, kind } of referenceAttributes(instance.declaration))
      note(instance.values[name], kind === group.kind, referred, instance);
  return [
    ...[...roots].flatMap(([root, found]) => (found.size > 1 ? [getProblem(root, [...found.values()])] : [])),
    ...[...described].flatMap(([uid, found]) => {
      const all = [...found.values()];
      const asker = [...(referred.get(uid) ?? [])].find(([service]) => !found.has(service))?.[1];
      if (asker !== undefined) return [getProblem(uid, [...all, asker])];
      return new Set(all.map(content)).size > 1 ? [getProblem(uid, all)] : [];
    }),
  ];
}

/** Returns the service of an instance; `undefined` if the configuration no longer contains it. */
export function findService({ plan, address }: Instance): string | undefined {
  const service = findBlock(plan.configuration, address)?.service;
  // An expression is comparable only within its plan.
  return service?.startsWith('[') === true ? `${plan.name} ${service}` : service;
}

function content(instance: Instance): string {
  return JSON.stringify([getName(instance), instance.values['capabilities']]);
}

function getProblem(uid: string, instances: readonly Instance[]): string {
  const where = instances.map(({ address, plan }) => `${address} (${plan.name})`).join(' and ');
  return `${where} describe ${uid}, but their providers use different services (base_url). If the services are the same, use the same text for base_url.`;
}
