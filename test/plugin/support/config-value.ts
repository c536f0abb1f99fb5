/** A configuration of a fixture resource, as it travels. */
import type { Init } from '../../../src/grpc/message';
import type { DynamicValue } from '../../../src/plugin/wire/messages';
import { toWire } from '../../../src/plugin/testing/connection';
import { fillConfig } from '../../../src/plugin/testing/configuration';
import { createFixture } from '../../support/fixture/fixture-provider';

export function configValue(typeName: string, config: Record<string, unknown>): Init<DynamicValue> {
  const { schema } = createFixture().provider.resources![typeName]!;
  return toWire(fillConfig(schema, config), schema);
}
