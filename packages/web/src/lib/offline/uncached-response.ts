import { isUnavailable } from './in-time.ts';
import { notCachedCode, offlineHeader, unreachableCode } from './offline-header.ts';

/** A response from this device in place of the server's. */
export const offlineJson = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify({ success: true, ...(value as object) }), {
    status,
    headers: { 'content-type': 'application/json', [offlineHeader]: '1' },
  });

/**
 * The server's response to a GET for what is not kept. Without one, the response says so at once: after a network error,
 * pages would first try again. What the server itself says, such as that it is busy, is passed on.
 */
export function uncachedResponse(response: Response, url: URL): Response {
  if (response.type === 'error') return notCachedResponse(url);
  const isOfServer = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isUnavailable(response) || isOfServer) return response;
  const message = 'We can’t reach the server right now. This will open as soon as it responds again.';
  return offlineJson({ success: false, code: unreachableCode, message, errors: [] }, 504);
}

function notCachedResponse({ pathname }: URL): Response {
  const thing = /^\/api\/v1\/chapters\//.test(pathname)
    ? 'This chapter'
    : /\breading$/.test(pathname)
      ? 'This story'
      : 'This';
  const message = `${thing} isn’t kept on this device. It will open as soon as the connection is back.`;
  return offlineJson({ success: false, code: notCachedCode, message, errors: [] }, 504);
}
