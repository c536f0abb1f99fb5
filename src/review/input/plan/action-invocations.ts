/** Reads the actions that an apply runs (Terraform 1.14). An action is code of a provider: it can do anything. */
import type { DocumentPlace } from './document';
import { hashValues } from './hash';
import { holdsTrue } from './values';

export interface ActionInvocation {
  readonly address: string;
  readonly type: string;
  /** The event of a resource that starts it, or `invoke` for an argument of the command line. */
  readonly trigger: string;
  /** SHA-256 of the whole entry of the plan: provider, address, trigger and configuration. */
  readonly sha256: string;
  /** True if a part of its configuration is unknown until apply. */
  readonly isPartlyUnknown: boolean;
}

export function readActions(root: DocumentPlace): ActionInvocation[] {
  return root.at('action_invocations').list().map(readAction);
}

function readAction(action: DocumentPlace): ActionInvocation {
  const lifecycle = action.at('lifecycle_action_trigger');
  const type = action.at('type').optionalText() ?? '';
  return {
    address: action.at('address').optionalText() ?? (type || 'an action'),
    type,
    trigger: lifecycle.isAbsent() ? 'invoke' : getTrigger(lifecycle),
    sha256: hashValues(action.boundedValue()),
    isPartlyUnknown: holdsTrue(action.at('config_unknown').boundedValue()),
  };
}

function getTrigger(lifecycle: DocumentPlace): string {
  const event = lifecycle.at('action_trigger_event').optionalText() ?? 'an event';
  const resource = lifecycle.at('triggering_resource_address').optionalText();
  return resource === undefined ? event : `${event} of ${resource}`;
}
