import { type Call, isFileResponse } from './call.ts';
import type { ErrorCode } from './error-codes.ts';

const always: ErrorCode[] = ['TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE', 'BUSY', 'MAINTENANCE'];

/** Every code that a call may answer with: those that follow from its definition, and its own `errors`. */
export function codesOf(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...always, ...(call.errors ?? [])]);
  const add = (when: boolean, ...more: ErrorCode[]) => {
    if (when) for (const code of more) codes.add(code);
  };
  add(call.access !== 'public', 'SIGN_IN_REQUIRED');
  const { access } = call;
  add(access !== 'public' && access !== 'user', 'NOT_ALLOWED');
  add(
    access === 'admin' || access === 'moderator' || (call.method !== 'GET' && call.whileSuspended !== true),
    'SUSPENDED',
  );
  add(call.path.includes('{'), 'NOT_FOUND');
  add(call.query !== undefined, 'BAD_INPUT');
  add(isFileResponse(call.response), 'STORAGE_FULL');
  add(call.body?.shape._id !== undefined, 'ID_TAKEN');
  add(
    call.method !== 'GET',
    'CONFLICT',
    'BAD_INPUT',
    'TOO_LARGE',
    'WRONG_TYPE',
    'REQUEST_TIMEOUT',
    'STORAGE_FULL',
  );
  return [...codes];
}
