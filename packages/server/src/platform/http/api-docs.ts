import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { allCalls } from '@inkling/contract/all';
import type { FastifyInstance } from 'fastify';
import { programVersion } from '../version.ts';
import { apiPrefix } from './bind.ts';
import { openApi } from './openapi.ts';

/** `/api/v1/openapi.json`, and a page to read and try the calls at `/api/v1/docs`. */
export async function apiDocs(http: FastifyInstance): Promise<void> {
  const document = openApi(allCalls, programVersion);
  const text = JSON.stringify(document);
  http.get(`${apiPrefix}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(text),
  );
  await http.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } });
  await http.register(swaggerUi, {
    routePrefix: `${apiPrefix}/docs`,
    uiConfig: {
      url: `${apiPrefix}/openapi.json`,
      deepLinking: true,
      docExpansion: 'none',
      tryItOutEnabled: true,
      validatorUrl: null,
    },
    theme: { title: 'Inkling: the calls' },
  });
}
