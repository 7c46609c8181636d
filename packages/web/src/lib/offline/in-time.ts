/** A server that has not responded by then counts as unreachable, where something is kept to use instead. */
export const timeoutMs = 5000;

/** What `work` resolves to; null if that takes longer. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);

/** Whether there is no network, or a proxy says that it cannot reach the server. */
export const isUnavailable = ({ type, status }: Response): boolean =>
  type === 'error' || status === 502 || status === 503 || status === 504;

/**
 * The server's response; what is kept, if that comes late or not at all: trains and elevators have networks that neither
 * work nor fail. `fetched` is null if there is no network. Without anything kept, it waits for the server as usual.
 */
export async function responseInTime(
  fetched: Promise<Response | null>,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  const response = await within(timeoutMs, fetched);
  if (response !== null && !isUnavailable(response)) return response;
  return (await kept()) ?? (await fetched) ?? Response.error();
}
