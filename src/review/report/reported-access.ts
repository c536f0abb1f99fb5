/** The part of a report with gained and lost access. */
import type { AccessRow } from '../../access/graph';
import { group, role } from '../../model/kinds';
import type { AccessLine } from '../access/access-lines';
import type { Analysis } from '../access/analysis';
import { whenText } from '../findings/early-access';
import { whereIs, type Place } from '../findings/shared/finding';
import type { Origin } from '../input/plan/synthesized';
import type { Report, ReportedRow } from './types/report';

/** Adds the declaration of an object, if it is known. */
export type AddOrigin = <T extends Place>(what: T) => T & Partial<Origin>;

/** Returns the access that the change adds and removes. */
export function getAccess(analysis: Analysis, declared: AddOrigin): Report['access'] {
  const { access, gained, lost, escalations } = analysis;
  const row = ({ identity, group: at, except, capabilities, through }: AccessRow): ReportedRow => ({
    identity,
    group: at,
    except,
    capabilities,
    through: through.map(({ grant, source: by, role: held, group: where }) =>
      declared({ grant, role: held, group: where, by, ...whereIs(analysis, grant) }),
    ),
  });
  const line = ({ grants: [grant], fresh, identity, group: at, beneath, capabilities, roles, cause }: AccessLine) => {
    const place = whereIs(analysis, grant);
    return declared({ identity, group: at, beneath, capabilities, fresh: fresh.length, roles, cause, ...place });
  };
  return {
    gained: access.gained.map(row),
    lost: access.lost.map(row),
    lines: { gained: gained.map(line), lost: lost.map(line) },
    withoutEffect: grantsWithoutEffect(analysis),
    escalations: escalations.map(({ identity, steps, gains }) => ({
      identity,
      steps: steps.map(({ kind, actor, target, group: at, capabilities }) => ({
        kind,
        actor,
        target,
        group: at,
        capabilities,
      })),
      gains,
    })),
    ...reportEarlyAccess(analysis, row, declared),
  };
}

function reportEarlyAccess(
  analysis: Analysis,
  row: (row: AccessRow) => ReportedRow,
  declared: AddOrigin,
): Pick<Report['access'], 'early'> {
  const { rows = [], lines = [] } = analysis.partial ?? {};
  if (rows.length === 0) return {};
  return {
    early: {
      rows: rows.map(({ identity, group: at, except, capabilities, through, holders }) => ({
        ...row({ identity, group: at, except, capabilities, through }),
        holders,
      })),
      lines: lines.map((line) => {
        const { identity, holders, group: at, beneath, capabilities, roles, remedy, grants } = line;
        const when = whenText(analysis, line);
        const place = whereIs(analysis, grants[0]);
        return declared({ identity, holders, group: at, beneath, capabilities, roles, when, remedy, ...place });
      }),
    },
  };
}

/** Returns created and deleted grants that change no access: it is inherited, or another grant gives the same. */
function grantsWithoutEffect({ matches, gained, lost, before, after }: Analysis): string[] {
  const effective = new Set([...gained, ...lost].flatMap(({ grants }) => grants));
  const grants = new Set(
    // The effect of a role with unknown capabilities is unknown.
    [before, after].flatMap(({ graph, unknownRoles }) =>
      graph.grants.filter((grant) => !unknownRoles.has(grant.role.key)).map(({ key }) => key),
    ),
  );
  return matches
    .filter(({ declaration }) => declaration !== group && declaration !== role)
    .flatMap(({ status, before: was, after: is, pathAfter, pathBefore }) => {
      const key = status === 'added' ? is?.key : status === 'removed' ? was?.key : undefined;
      return key !== undefined && grants.has(key) && !effective.has(key) ? [pathAfter ?? pathBefore ?? key] : [];
    });
}
