import { offlineHeader } from './offline/offline-header.ts';

/** The response of a call: its body, and the server's time. `isMissing`: it is a 404. `isKept`: it is from this device. */
export interface EarlyResponse<Data = unknown> {
  data: Data;
  isMissing: boolean;
  isKept: boolean;
  date: string | null;
}

interface EarlyCall {
  token: string;
  /** In milliseconds since the page was opened. */
  startedAt: number;
  /** Undefined if the call failed otherwise than by a 404: then it is made again in the usual way, which handles the failure. */
  response: Promise<EarlyResponse | undefined>;
}

declare global {
  /** The page's inline script and the app's scripts are bundled apart and share this. */
  var earlyCalls: Map<string, EarlyCall> | undefined;
}

/** A response that has waited longer for the app's scripts is not used. */
const maxAgeMs = 60_000;

const lastSaveKey = 'reading-left';
/** How long a page's last save may still be on its way to the server after the page was left. */
const lastSaveMs = 3000;

/** Notes that this page saves its last position while it closes: calls of the next page must not overtake it. */
export function noteLastSave(): void {
  try {
    sessionStorage.setItem(lastSaveKey, String(Date.now()));
  } catch {
    // Without storage, the next page may show the position before.
  }
}

/** Whether this tab has just left a page that was saving a position. */
export function hasJustSaved(): boolean {
  try {
    return Math.abs(Date.now() - Number(sessionStorage.getItem(lastSaveKey))) < lastSaveMs;
  } catch {
    return false;
  }
}

async function fetchEarly(url: string, token: string): Promise<EarlyResponse | undefined> {
  try {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers, credentials: 'omit' });
    // Also of a failure: an unread response stays open.
    const data = await response.json();
    const isMissing = response.status === 404;
    if (!response.ok && !isMissing) return undefined;
    const isKept = response.headers.has(offlineHeader);
    return { data, isMissing, isKept, date: response.headers.get('date') };
  } catch {
    return undefined;
  }
}

/** Makes a call before the app's scripts are loaded, and keeps its response for `takeEarlyCall`. Undefined if it fails. */
export async function startEarlyCall<Data>(
  url: string,
  token: string,
): Promise<EarlyResponse<Data> | undefined> {
  const response = fetchEarly(url, token);
  globalThis.earlyCalls ??= new Map();
  globalThis.earlyCalls.set(url, { token, startedAt: performance.now(), response });
  const found = await response;
  return found?.isMissing === false ? (found as EarlyResponse<Data>) : undefined;
}

/** The response of an early call of the same session, once. */
export function takeEarlyCall(
  url: string,
  token: string | null,
): Promise<EarlyResponse | undefined> | undefined {
  const early = globalThis.earlyCalls?.get(url);
  globalThis.earlyCalls?.delete(url);
  if (early === undefined || early.token !== token) return undefined;
  return performance.now() - early.startedAt > maxAgeMs ? undefined : early.response;
}
