/** Cases with rotations: an identity that another one must replace, and that is only renamed. */
import { base, change, claims, group, groups, identities, main, type CorpusCase, type Parts } from '../parts';

const lifecycle = { create_before_destroy: true, replace_triggered_by: ['terraform_data.rotation'] };

interface Rotated {
  readonly quarter: string;
  /** The value of the anchor. @default the quarter */
  readonly anchor?: unknown;
  readonly more?: object;
}

/** An identity whose name contains the quarter, and an anchor. */
const rotated = ({ quarter, anchor = { quarter }, more = {} }: Rotated): Parts => ({
  ...base,
  identities: {
    ...identities,
    ci: { group_uid: group('payments'), name: `ci-${quarter}`, ...claims({ subject: main.subject }), ...more },
  },
  resource: { terraform_data: { rotation: { triggers_replace: anchor } } },
});
const [before, after] = ['2026-q3', '2026-q4'];

export const rotationCases: readonly CorpusCase[] = [
  {
    // The state after an apply that replaced the anchor, and could not create the identity.
    ...change(
      'rotation-lost',
      rotated({ quarter: before, anchor: { quarter: after }, more: { lifecycle } }),
      rotated({ quarter: after, more: { lifecycle } }),
    ),
    says: [
      'changed',
      'high rotation-lost: acme/payments/ci-2026-q4',
      'changed identity acme/payments/ci-2026-q4 from acme/payments/ci-2026-q3 (name)',
    ],
  },
  {
    ...change(
      'rotation-stored',
      rotated({ quarter: before, anchor: { quarter: after }, more: { lifecycle, rotate_on: { quarter: before } } }),
      rotated({ quarter: after, more: { lifecycle, rotate_on: { quarter: after } } }),
    ),
    says: [
      'changed',
      'medium destroys: acme/payments/ci-2026-q3',
      'medium destroys: acme/payments/ci-2026-q3 is viewer in acme/payments',
      'gains acme/payments/ci-2026-q4: viewer in acme/payments +1: 12, first account_associations.list (grant updated)',
      'loses acme/payments/ci-2026-q3: viewer in acme/payments +1: 12, first account_associations.list (grant updated)',
      'replaced identity acme/payments/ci-2026-q4 from acme/payments/ci-2026-q3 (name)',
      'replaced role binding acme/payments/ci-2026-q4 is viewer in acme/payments from acme/payments/ci-2026-q3 is viewer in acme/payments (identity_uid)',
    ],
  },
  {
    ...change('rotation-not-followed', rotated({ quarter: before }), rotated({ quarter: after })),
    says: [
      'changed',
      'high rotation-lost: acme/payments/ci-2026-q4',
      'changed identity acme/payments/ci-2026-q4 from acme/payments/ci-2026-q3 (name)',
      'others 1 terraform_data',
    ],
  },
  {
    ...change(
      'rotation-first-values',
      rotated({ quarter: before, anchor: 'none' }),
      rotated({ quarter: before, anchor: 'none', more: { rotate_on: { quarter: before } } }),
    ),
    says: ['unchanged'],
  },
  {
    ...change(
      'rotation-removed-values',
      rotated({ quarter: before, anchor: 'none', more: { rotate_on: { quarter: before } } }),
      rotated({ quarter: before, anchor: 'none' }),
    ),
    says: ['unchanged'],
  },
  {
    ...change(
      'rotation-first-values-renamed',
      rotated({ quarter: before, anchor: 'none' }),
      rotated({ quarter: after, anchor: 'none', more: { rotate_on: { quarter: after } } }),
    ),
    says: [
      'changed',
      'high rotation-lost: acme/payments/ci-2026-q4',
      'changed identity acme/payments/ci-2026-q4 from acme/payments/ci-2026-q3 (name)',
    ],
  },
  {
    // The triggers follow from the name, and not the other way round.
    ...change(
      'rotation-of-a-follower',
      rotated({ quarter: before, anchor: ['${platform_identity.ci.name}'] }),
      rotated({ quarter: after, anchor: ['${platform_identity.ci.name}'] }),
    ),
    says: [
      'changed',
      'changed identity acme/payments/ci-2026-q4 from acme/payments/ci-2026-q3 (name)',
      'others 1 terraform_data',
    ],
  },
  {
    ...change(
      'rotation-of-a-group',
      { ...base, resource: { terraform_data: { rotation: { input: after } } } },
      {
        ...base,
        groups: { ...groups, shop: { ...groups.shop, name: `shop ${after}` } },
        resource: { terraform_data: { rotation: { input: after } } },
      },
    ),
    says: [
      'changed',
      'medium rotation-lost: acme/shop 2026-q4',
      'changed group acme/shop 2026-q4 from acme/shop (name)',
    ],
  },
];
