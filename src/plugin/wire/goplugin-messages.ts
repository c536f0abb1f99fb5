/** Messages of the services beside the provider's: `plugin.GRPCController` and `grpc.health.v1.Health`. */
import { enumeration, message, string } from '../../grpc/message';

export const Empty = message({});
export const HealthCheckRequest = message({ service: string(1) });
/** `status` 1 means serving. */
export const HealthCheckResponse = message({ status: enumeration(1) });
