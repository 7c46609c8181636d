import type { LightMyRequestResponse } from 'fastify';
import { unzipSync } from 'fflate';

/** Everything that an answer says, in one text; of a zip the names and the contents of its files. */
export function responseText(response: LightMyRequestResponse): string {
  if (!String(response.headers['content-type']).startsWith('application/zip')) return response.body;
  return Object.entries(unzipSync(response.rawPayload))
    .map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString()}`)
    .join('\n');
}
