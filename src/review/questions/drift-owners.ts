/** Groups unmanaged objects by the undeclared owners that can use them: a person decides about each owner alone. */
import { trustedOwnerLine } from '../../access/rules';
import { compareNames } from '../../base/text/compare-names';
import { groupBy } from '../../access/graph/paths';
import type { Exposure } from '../report/reviewed-objects';

/** The exposure of an identity, also of its grants. */
export interface IdentityExposure extends Exposure {
  readonly identity: string;
  /** The highest access of the identity: `owner in acme`. */
  readonly access?: string;
}

/** Returns a line for each owner, the highest access first: `"github:666" (evilcorp): acme/bot, owner in acme`. */
export function listUndeclaredOwners(unmanaged: readonly { readonly exposure?: IdentityExposure }[]): string[] {
  const found = unmanaged.flatMap(({ exposure }) =>
    (exposure?.entries ?? []).map((entry) => ({ entry, exposure: exposure as IdentityExposure })),
  );
  return [...groupBy(found, ({ entry }) => entry)].map(([entry, all]) => {
    const exposures = all.map(({ exposure }) => exposure);
    const identities = [...new Set(exposures.map(({ identity }) => identity))].sort(compareNames);
    const { access: role } = exposures.find(({ access }) => access !== undefined) ?? {};
    const [name] = exposures.flatMap(({ names, entries = [] }) =>
      names.length === 1 && entries.length === 1 ? names : [],
    );
    const isShown = name !== undefined && entry.endsWith(`:${name}`);
    return trustedOwnerLine({ entry, name: isShown ? undefined : name, identities, role });
  });
}
