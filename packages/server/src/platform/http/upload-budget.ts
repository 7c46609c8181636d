import { AppError } from '../app-error.ts';

const megabyte = 1024 * 1024;

/** How many bytes requests may hold in memory at once: all together, and one person's; and what is said beyond that. */
interface BudgetLimits {
  total: number;
  perPerson: number;
  tooMany: string;
  tooManyOfPerson: string;
}

/** Files that are uploaded (docs/product.md §1.6). */
export const uploadLimits: BudgetLimits = {
  total: 64 * megabyte,
  perPerson: 24 * megabyte,
  tooMany: 'Many files are being uploaded right now. Please try again in a moment.',
  tooManyOfPerson: 'Other files of yours are still being uploaded. Please try again when they are done.',
};

/** Long texts, as JSON. */
export const longBodyLimits: BudgetLimits = {
  total: 256 * megabyte,
  perPerson: 24 * megabyte,
  tooMany: 'Many long texts are being sent right now. Please try again in a moment.',
  tooManyOfPerson: 'Other long texts of yours are still being sent. Please try again when they are done.',
};

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

/** Counts the memory that one kind of request holds in this process. */
export function uploadBudget({ total, perPerson, tooMany, tooManyOfPerson }: BudgetLimits): UploadBudget {
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
      if ((byPerson.get(person) ?? 0) + bytes > perPerson) {
        throw new AppError('TOO_MANY_REQUESTS', tooManyOfPerson, { retryAfterSeconds });
      }
      if (held + bytes > total) throw new AppError('BUSY', tooMany, { retryAfterSeconds });
      change(person, bytes);
      let reserved = true;
      return () => {
        if (reserved) change(person, -bytes);
        reserved = false;
      };
    },
  };
}
