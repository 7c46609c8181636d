import { unlessSilent } from './in-time.ts';
import { type Owner, readOwner, tokenHashOf } from './offline-store.ts';
import { sendStored } from './send-changes.ts';
import { endSession } from './unsent-changes.ts';

// Requests of the person whose stories are kept, as the service worker sees them.

const sendTimeoutMs = 5000;

const tokenOf = (authorization: string): string => authorization.replace(/^Bearer /i, '');

/** The server's response to the owner, null without a network. What is kept leaves the device if their session has ended. */
export async function fetchAsOwner(
  request: Request,
  authorization: string,
  signal?: AbortSignal,
): Promise<Response | null> {
  const response = await fetch(request, signal && { signal }).catch(() => null);
  if (response?.status === 401) await endSession(tokenOf(authorization), Date.now());
  return response;
}

/** The owner of what is kept, if this request is theirs. */
export async function ownerOf(authorization: string | null): Promise<Owner | undefined> {
  const owner = await readOwner();
  if (owner === undefined || authorization === null) return undefined;
  const hash = await tokenHashOf(tokenOf(authorization));
  return hash === owner.tokenHash ? owner : undefined;
}

/** Sends what waits, if it belongs to this session. */
export async function sendAs(authorization: string): Promise<void> {
  const owner = await ownerOf(authorization);
  if (owner !== undefined) await sendStored(owner.userId, authorization);
}

/** Sends what waits before the next request, so that its response has it; gives up waiting after a while. */
export async function sendFirst({ userId }: Owner, authorization: string): Promise<void> {
  await unlessSilent(sendTimeoutMs, sendStored(userId, authorization)).catch(() => undefined);
}
