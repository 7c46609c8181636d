import type { ChatMessage } from '@inkling/contract/chat';
import { chatLimits } from '@inkling/contract/limits';
import { fetchMessages, type Place } from './chat.api.ts';
import { completeUpTo } from './messages.ts';

/** The maximum of one response. */
const pageSize = 100;
/** If more messages than this were missed, only the newest are fetched; scrolling up loads the others. */
const maxMissed = 500;

/**
 * Fetches what a page with the messages `known` lacks: all after the last one before a gap. The last known ones are
 * fetched again, since they may have been removed. `replaces`: the known ones must be dropped, else there would be a gap.
 */
export async function fetchNewer(place: Place, known: readonly ChatMessage[], anyway: boolean) {
  const newest = async () => {
    const room = await fetchMessages(place, {}, anyway);
    return { data: room.data, room, replaces: known.length > 0 };
  };
  const [first] = known;
  if (first === undefined) return newest();
  const last = completeUpTo(known);
  const after = Math.max(first.number - 1, last - chatLimits.history);
  let room = await fetchMessages(place, { after, limit: pageSize }, anyway);
  const data = [...room.data];
  if (room.lastNumber - last > maxMissed) return newest();
  while (room.data.length > 0 && (data.at(-1)?.number ?? 0) < room.lastNumber) {
    room = await fetchMessages(place, { after: data.at(-1)?.number, limit: pageSize }, anyway);
    data.push(...room.data);
  }
  return { data, room, replaces: false };
}
