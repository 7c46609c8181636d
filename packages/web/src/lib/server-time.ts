import { isTakingOver } from './take-over.ts';

/** How far the server's clock is ahead of this device's, in milliseconds. */
let ahead = 0;

/** Reads the time in the `date` header of a response. */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/** When the server wrote this page. */
let writtenAt = 0;
export function noteWritten(date: string): void {
  noteServerTime(date);
  writtenAt = Date.parse(date);
}

/** The time of the server in milliseconds, also on a device whose clock is wrong; while a page is taken over, when it was written. */
export const serverNow = (): number => (isTakingOver() ? writtenAt : Date.now() + ahead);
