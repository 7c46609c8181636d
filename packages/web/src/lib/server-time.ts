/** How far the server's clock is ahead of this device's, in milliseconds. */
let ahead = 0;

/** Reads the time in the `date` header of a response. */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/** The time of the server in milliseconds, also on a device whose clock is wrong. */
export const serverNow = (): number => Date.now() + ahead;
