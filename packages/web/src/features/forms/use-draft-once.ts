import { useMemo } from 'react';
import { CreateOnce } from '../../lib/create-once.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';

/**
 * For a form whose draft is stored: what it sends is one thing, even if it is changed or the form is opened again before a
 * response arrives. `clear` it with the draft. `form` names it among the forms of the signed-in person.
 */
export function useDraftOnce<Values extends object>(form: string): CreateOnce<Values> {
  const userId = useMe()?._id ?? '';
  return useMemo(
    () => new CreateOnce<Values>({ storageKey: inputKey(userId, `sent-${form}`), isSame: () => true }),
    [userId, form],
  );
}
