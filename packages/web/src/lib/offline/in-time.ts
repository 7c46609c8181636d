/** A server that has not responded by then counts as silent, where something is kept to show instead. */
export const timeoutMs = 400;
/** The same for a page, which contains no data that could be old. A later response still ends the silence for its data. */
export const pageTimeoutMs = 250;
/** A change that the server has not taken by then is stored. */
export const writeTimeoutMs = 5000;

/** Whether a request has waited in vain, and none has succeeded since. */
let isSilent = false;

/** The server responds again. */
export function endSilence(): void {
  isSilent = false;
}

/** What `work` resolves to; null if that takes longer. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);

/** The same, without a wait while the server is silent. */
export const unlessSilent = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
  within(isSilent ? 0 : ms, work);

/** Whether there is no network, or a proxy says that it cannot reach the server. */
export const isUnavailable = ({ type, status }: Response): boolean =>
  type === 'error' || status === 502 || status === 503 || status === 504;

/**
 * The server's response; null if there is no network, or the response is late: trains and elevators have networks that
 * neither work nor fail. After one wait in vain, there is none until a request succeeds.
 */
export async function inTime(fetched: Promise<Response | null>, ms: number): Promise<Response | null> {
  let hasEnded = false;
  const end = fetched.then((response) => {
    hasEnded = true;
    if (response !== null) endSilence();
    return response;
  });
  const response = await unlessSilent(ms, end);
  if (!hasEnded) isSilent = true;
  return response;
}

/** The server's response, or what is kept if that is late. Without anything kept, it waits for the server as usual. */
export async function responseInTime(
  fetched: Promise<Response | null>,
  kept: () => Promise<Response | undefined>,
  ms = timeoutMs,
): Promise<Response> {
  const response = await inTime(fetched, ms);
  if (response !== null && !isUnavailable(response)) return response;
  return (await kept()) ?? (await fetched) ?? Response.error();
}
