import type { RefObject } from 'react';
import { useMarkSeen } from './notifications.api.ts';

/** Marks as read what is about the items of a list that are in view. `ids`: one for each item. */
export function MarkSeen({ ids, list }: { ids: readonly string[]; list: RefObject<Element | null> }) {
  useMarkSeen(
    ids.map((id) => [id]),
    list,
  );
  return null;
}
