import type { LightMyRequestResponse } from 'fastify';
import { unzipSync } from 'fflate';

/** The whole content of a response as text; for a zip, the names and contents of its files. */
export function responseText(response: LightMyRequestResponse): string {
  if (!String(response.headers['content-type']).startsWith('application/zip')) return response.body;
  return Object.entries(unzipSync(response.rawPayload))
    .map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString()}`)
    .join('\n');
}
