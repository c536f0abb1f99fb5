/** Findings about imports: the apply overwrites fields of an object that the configuration did not manage. */
import { kindInWords } from '../../model/schema';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { hiddenGrants, type GrantingObject } from '../organization/context/grants-through';
import { decidingAttributes } from '../organization/objects/access-fields';
import type { Finding } from './shared/finding';

/**
 * Reports imports that change a field that decides access. High unless lists show that the plans contain every grant through the
 * object: someone may have bound an imported identity as owner.
 */
export function importOverwrites(analysis: Analysis): Finding[] {
  return [...analysis.changesOfMatches].flatMap(([{ declaration, after }, change]): Finding[] => {
    if (change.status !== 'imported' || after === undefined) return [];
    const { path, address, plan, fields } = change;
    const decisive = decidingAttributes(
      declaration,
      fields.map(({ field }) => field),
    );
    if (decisive.length === 0) return [];
    const { isHidden, text } = describeHiddenGrants(analysis, { declaration, uid: after.key });
    return [
      {
        id: 'import-overwrites',
        severity: isHidden ? 'high' : 'medium',
        subject: path,
        reason: `The plan imports the existing ${kindInWords(declaration)} "${path}" (uid ${after.key}) and changes ${few(decisive)}.${text}`,
        quoted: [path],
        evidence: [
          after.key,
          fields
            .filter(({ field }) => decisive.includes(field))
            .map((field) => [field.field, field.before, field.after]),
        ],
        address,
        plan,
      },
    ];
  });
}

/** Describes the grants through an object that the plans do not contain. */
export function describeHiddenGrants(
  { organization, context, live }: Pick<Analysis, 'organization' | 'context' | 'live'>,
  object: GrantingObject,
): { readonly isHidden: boolean; readonly isUnknown: boolean; readonly text: string } {
  const hidden = hiddenGrants(object, organization.before, { grants: context?.grants, isLive: live !== undefined });
  if (hidden === 'unknown')
    return {
      isHidden: true,
      isUnknown: true,
      text: ' Grants that no plan shows can give access through it. Only a list of them, or --live, shows these.',
    };
  return hidden.length === 0
    ? { isHidden: false, isUnknown: false, text: '' }
    : {
        isHidden: true,
        isUnknown: false,
        text:
          hidden.length === 1
            ? ` No plan shows ${few(hidden)}: it gives access through it.`
            : ` No plan shows ${few(hidden)}: they give access through it.`,
      };
}
