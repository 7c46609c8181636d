import type { z } from 'zod';
import { afterCommit, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { isPublicStory } from '../stories/index.ts';
import { chatMessageSent } from './chat.events.ts';
import { publishChange, publishRemoval } from './chat.live.ts';
import type { Place } from './rooms.queries.ts';

/** Takes a message down, or with null shows it again; undefined if it was so before. */
const takeDown = (tx: Db, id: string, since: Date | null) =>
  firstRow<Place>(tx)`
    update chat_messages m set taken_down_at = ${since}
    where id = ${id} and removed_at is null and (taken_down_at is null) <> ${since === null}
    returning m.story_id as "storyId", nullif(m.place_id, m.story_id) as "chapterId"`;

/** Chat messages; of a removed one only the number stays. */
export const reportableMessage: ReportableKind = {
  kind: 'message',
  name: 'Message',
  find(ctx, db, id, viewerId) {
    const { chapter } = visibleTo(viewerId === null ? null : readerOf(ctx, { id: viewerId }), 'link');
    const isVisible = sql`m.taken_down_at is null and ${isPublicStory()} and (c.id is null or ${chapter})`;
    return firstRow<ReportedThing>(db)`
      select m.user_id as "personId", m.text, null as image, s.title as context, 'A chat message' as title,
        case when c.id is null then '/story/' || s.id else '/reading/' || s.id || '/' || c.id end as link,
        null as "communityId"
      from chat_messages m join stories s on s.id = m.story_id left join chapters c on c.id = m.place_id
      where m.id = ${id} and m.removed_at is null and ${viewerId === null ? sql`true` : isVisible}`;
  },
  async remove(ctx, tx, id, reason) {
    const place = await takeDown(tx, id, ctx.clock.now());
    if (place === undefined) return null;
    // One that is held was never sent.
    if (reason !== null) afterCommit(tx, () => publishRemoval(ctx.live, place, id));
    return {};
  },
  restore: async (_ctx, tx, id) => void (await takeDown(tx, id, null)),
  async announce(ctx, tx, id) {
    const message = await firstRow<z.output<typeof chatMessageSent.payload>>(tx)`
      select id as "messageId", user_id as "senderId", story_id as "storyId", place_id as "placeId"
      from chat_messages where id = ${id} and removed_at is null and taken_down_at is null`;
    if (message === undefined) return;
    await emit(ctx, tx, chatMessageSent, message);
    const { storyId, placeId } = message;
    const place = { storyId, chapterId: placeId === storyId ? null : placeId };
    // The pages fetch it, since it has its place among others.
    afterCommit(tx, () => publishChange(ctx.live, place));
  },
};
