import { AppError } from '../platform/app-error.ts';

/** The code of the error that a check throws; null if it passes. */
export function codeOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : 'another error';
  }
}
