import { AppError } from '../app-error.ts';

const megabyte = 1024 * 1024;

/** Limits of the memory for uploads in progress (docs/product.md §1.6): in total, and per person. */
export const uploadBudgetBytes = 64 * megabyte;
export const uploadBudgetBytesPerPerson = 24 * megabyte;

export interface UploadBudget {
  /** Bytes that are reserved at the moment. */
  readonly held: number;
  /** The maximum of `held` since the start. */
  readonly peak: number;
  /**
   * Reserves memory for an upload before its body is read. The returned function releases it; later calls do nothing.
   * Throws BUSY if the total is exhausted, and TOO_MANY_REQUESTS if the person's share is.
   */
  reserve(person: string, bytes: number): () => void;
}

const retryAfterSeconds = 10;

/** Tracks the memory of this process's uploads. */
export function uploadBudget(): UploadBudget {
  const byPerson = new Map<string, number>();
  let held = 0;
  let peak = 0;
  const change = (person: string, bytes: number): void => {
    held += bytes;
    peak = Math.max(peak, held);
    const theirs = (byPerson.get(person) ?? 0) + bytes;
    if (theirs > 0) byPerson.set(person, theirs);
    else byPerson.delete(person);
  };
  return {
    get held() {
      return held;
    },
    get peak() {
      return peak;
    },
    reserve(person, bytes) {
      if ((byPerson.get(person) ?? 0) + bytes > uploadBudgetBytesPerPerson) {
        const message = 'Other files of yours are still being uploaded. Please try again when they are done.';
        throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
      }
      if (held + bytes > uploadBudgetBytes) {
        const message = 'Many files are being uploaded right now. Please try again in a moment.';
        throw new AppError('BUSY', message, { retryAfterSeconds });
      }
      change(person, bytes);
      let reserved = true;
      return () => {
        if (reserved) change(person, -bytes);
        reserved = false;
      };
    },
  };
}
