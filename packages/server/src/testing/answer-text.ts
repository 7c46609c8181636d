import type { LightMyRequestResponse } from 'fastify';
import { unzipSync } from 'fflate';

/** Everything that an answer says, in one text; of a zip the names and the contents of its files. */
export function textOfAnswer(answer: LightMyRequestResponse): string {
  if (!String(answer.headers['content-type']).startsWith('application/zip')) return answer.body;
  return Object.entries(unzipSync(answer.rawPayload))
    .map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString()}`)
    .join('\n');
}
