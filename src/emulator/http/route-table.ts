/** THE route table: everything that the emulator serves over HTTP. */
import { declarations } from '../../model/kinds';
import { administrationRoutes, type AdministrationBackend } from '../administration/administration-routes';
import { authRoutes, type Auth } from '../auth';
import { describeRoutes, type OpenApiDocument } from '../openapi/document';
import type { Service } from '../service/service';
import { v1Routes } from '../v1/v1-routes';
import type { Route } from '../wire/route';
import type { Gate } from './pipeline';
import { resourceRoutes } from './resource-routes';

/** The dependencies of the handlers. */
export interface HttpBackend extends Gate, Auth, AdministrationBackend {
  readonly service: Service;
  /** The addresses at which the emulator is reached. */
  readonly addresses: () => readonly string[];
}

const contractRoute: Route<HttpBackend> = {
  method: 'GET',
  path: '/openapi.json',
  who: 'anyone',
  handle: ({ addresses }) => openApiDocument(addresses()),
  documented: {
    operationId: 'getContract',
    summary: 'This document.',
    tag: 'service',
    response: { description: 'An OpenAPI document.', schema: { type: 'object' } },
  },
};

export const routeTable: readonly Route<HttpBackend>[] = [
  ...resourceRoutes(declarations),
  ...v1Routes,
  ...authRoutes,
  ...administrationRoutes,
  contractRoute,
];

/** @param addresses the known addresses of the API */
export function openApiDocument(addresses: readonly string[] = []): OpenApiDocument {
  return describeRoutes(routeTable, addresses);
}
