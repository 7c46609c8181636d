import * as calls from '@inkling/contract/chat';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { on, onLeave, type Rooms, type SocketHandlers } from '../../platform/live/socket-handlers.ts';
import { listHiddenTo, presentAuthor } from '../users/index.ts';
import { chatRoom, chatsRoom } from './chat.live.ts';
import { checkWritable, joinRoom, postMessage } from './chat.service.ts';
import { claimTyping } from './presence.queries.ts';
import { presenceOf } from './presence.ts';
import type { Place } from './rooms.queries.ts';

async function join(ctx: AppContext, viewer: Viewer, rooms: Rooms, place: Place, anyway: boolean) {
  await joinRoom(ctx, viewer, place, anyway);
  const seat = { ...place, userId: viewer.id, remove: () => leave(rooms, place) };
  const tracker = presenceOf(ctx);
  try {
    if (rooms.enter(chatRoom(place), () => tracker.leave(seat))) tracker.join(seat);
    rooms.enter(chatsRoom(place.storyId));
    // The person may not show their presence, and sees the others nevertheless.
    tracker.announce([place]);
    // Read again: what was sent before the connection was in the room has a number up to this one.
    return await joinRoom(ctx, viewer, place, anyway);
  } catch (error) {
    // A page that was refused does not leave by itself.
    leave(rooms, place);
    throw error;
  }
}

function leave(rooms: Rooms, place: Place): void {
  rooms.leave(chatRoom(place));
  if (!rooms.hasAny(`chat ${place.storyId} `)) rooms.leave(chatsRoom(place.storyId));
}

async function announceTyping(ctx: AppContext, viewer: Viewer, rooms: Rooms, place: Place): Promise<void> {
  if (!rooms.has(chatRoom(place))) return;
  await checkWritable(ctx, viewer, place);
  const { processId } = presenceOf(ctx);
  const person = await claimTyping(ctx.db, processId, { ...place, userId: viewer.id });
  if (person === undefined) return;
  const live = ctx.live.exceptPeople(await listHiddenTo(ctx.db, viewer.id));
  live.publish(chatRoom(place), calls.chatTyping, { ...place, person: presentAuthor(person) });
}

/** The events of pages that show a chat; those that send a message do what `POST /messages` does. */
export function chatSockets(handlers: SocketHandlers): void {
  on(handlers, calls.joinStory, (ctx, viewer, storyId, rooms) =>
    join(ctx, viewer, rooms, { storyId, chapterId: null }, false),
  );
  on(handlers, calls.joinChapter, (ctx, viewer, { storyId, chapterId, anyway = false }, rooms) =>
    join(ctx, viewer, rooms, { storyId, chapterId }, anyway),
  );
  onLeave(handlers, calls.leaveStory, (rooms, { storyId }) => leave(rooms, { storyId, chapterId: null }));
  onLeave(handlers, calls.leaveChapter, leave);
  on(handlers, calls.sendChatMessage, (ctx, viewer, input) => postMessage(ctx, viewer, input));
  on(handlers, calls.chatType, (ctx, viewer, place, rooms) => announceTyping(ctx, viewer, rooms, place));
}
