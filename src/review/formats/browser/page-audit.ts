/** Creates the data of an audit: the facts about an organization that its access graph does not show. */
import type { AccessGraph } from '../../../access/graph';
import { trustedOwnerName } from '../../../access/rules';
import { escalationText, listEscalations } from '../../access/escalations';
import type { PageData, PageSentenceParts } from '../../page/data';
import type { ExternalIdentity } from '../../report/reviewed-objects';
import type { Report } from '../../report/types/report';
import { describeUndeclaredOwners, type UndeclaredOwner } from '../../report/undeclared-owners';

/** The parts of the input of a page about a current organization. */
export interface AuditInput {
  readonly after: AccessGraph;
  /** Identities that outsiders can assume. @default not evaluated */
  readonly external?: readonly ExternalIdentity[];
  /** Sentences about the protection that trust policies rely on. @default none */
  readonly protection?: readonly string[];
}

/** Returns the facts about a current organization that its access graph does not show. */
export function getAuditFacts({ after, external, protection = [] }: AuditInput): Partial<PageData> {
  const escalations = listEscalations(after).map((found) => ({
    identity: found.identity,
    text: `${escalationText(found)}.`,
  }));
  return { ...(external !== undefined && { external }), protection, escalations };
}

/** Returns the undeclared owners of a review, or of an organization with the identities of each. */
export function getOwners(
  report: Report | undefined,
  owners: readonly UndeclaredOwner[],
  sentence: (text: string) => PageSentenceParts,
): Pick<PageData, 'undeclaredOwners'> {
  const described = report === undefined ? describeUndeclaredOwners(owners) : report.undeclaredOwners;
  if (described === undefined) return {};
  const { text, next, line } = described;
  const isList = report === undefined;
  const lines = isList
    ? owners.map((owner) => `${trustedOwnerName(owner)}, ${owner.role ?? 'no role'}`)
    : described.owners;
  return {
    undeclaredOwners: {
      ...{ text: sentence(text), owners: lines.map(sentence), next: sentence(next) },
      ...(line !== undefined && { line }),
      ...(isList && {
        identities: owners.map(({ identities }) => identities),
        unusual: Object.fromEntries(
          owners.flatMap((owner) =>
            owner.isMain ? [] : owner.identities.map((path) => [path, unusualText(owner)] as const),
          ),
        ),
      }),
    },
  };
}

/** Returns a sentence without its period about an owner that is not the main one of its platform. */
function unusualText(owner: UndeclaredOwner): string {
  return `Workloads of ${trustedOwnerName(owner)} can assume it: an unusual owner, which nobody declares`;
}
