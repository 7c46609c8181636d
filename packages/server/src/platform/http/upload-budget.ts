import { AppError } from '../app-error.ts';

const megabyte = 1024 * 1024;

/** How many bytes uploads may hold in memory at once (docs/product.md §1.6): all together, and one person's. */
export const uploadBudgetBytes = 64 * megabyte;
export const uploadBudgetBytesPerPerson = 24 * megabyte;

export interface UploadBudget {
  /** Bytes that uploads hold just now, or may still receive. */
  readonly held: number;
  /** The most that was held at once since the start. */
  readonly peak: number;
  /**
   * Reserves memory for an upload before its body is read; the function that is returned gives it back, once.
   * Fails with BUSY when the server holds too much, and with TOO_MANY_REQUESTS when the person does.
   */
  reserve(person: string, bytes: number): () => void;
}

const retryAfterSeconds = 10;

/** Counts the memory of this process's uploads. */
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
