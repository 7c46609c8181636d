import type { LightMyRequestResponse } from 'fastify';
import { unzipSync } from 'fflate';

/** The whole content of a response as text; for a zip, the names and contents of its files. */
export function responseText(response: LightMyRequestResponse): string {
  // EPUB and DOCX are zips too.
  if (!response.rawPayload.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return response.body;
  return Object.entries(unzipSync(response.rawPayload))
    .map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString()}`)
    .join('\n');
}
