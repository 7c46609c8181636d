import { AppError } from '../../platform/app-error.ts';
import { firstRow, sql } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { lockActivePerson } from '../users/index.ts';
import { storySaved } from './stories.events.ts';
import { isReadableBy } from './stories.policy.queries.ts';
import { lockStory, updateStory } from './stories.queries.ts';
import { publishStory, reinstateStory, takeDownStory } from './story-publishing.ts';

const found = (db: Parameters<ReportableKind['find']>[1], id: string, viewerId: string | null) =>
  firstRow<ReportedThing>(db)`
    select s.author_id as "personId", s.title,
      concat_ws(E'\n', s.description, nullif(s.hiatus_note, ''), nullif(array_to_string(s.tags, ', '), ''),
        (select string_agg(v.title, E'\n' order by v.id) from volumes v where v.story_id = s.id)) as text, s.cover_image as image, '' as context,
      '/story/' || s.id as link, null as "communityId"
    from stories s where s.id = ${id} and ${viewerId === null ? sql`s.deleted_at is null` : isReadableBy(viewerId)}`;

/** Stories; a removed one is a draft that its author cannot publish. */
export const reportableStory: ReportableKind = {
  kind: 'story',
  name: 'Story',
  find: (_ctx, db, id, viewerId) => found(db, id, viewerId),
  async remove(ctx, tx, id, reason) {
    const story = await lockStory(tx, id);
    if (story === undefined) return null;
    await takeDownStory(ctx, tx, id, reason ?? '');
    const wasPublished = story.is_published || story.republish_on_return;
    return story.taken_down_at === null ? { wasPublished } : null;
  },
  setReason: (_ctx, tx, id, reason) => updateStory(tx, id, { takedown_reason: reason }),
  async restore(ctx, tx, id, { wasPublished }) {
    await reinstateStory(tx, id);
    const story = await lockStory(tx, id);
    if (story === undefined || wasPublished !== true) return;
    if (!(await lockActivePerson(tx, story.author_id)))
      return void (await updateStory(tx, id, { republish_on_return: true }));
    try {
      await publishStory(ctx, tx, id);
    } catch (error) {
      // Its author has changed it since, so that it cannot be published: it stays a draft.
      if (!(error instanceof AppError)) throw error;
    }
  },
};

/** The covers of stories. */
export const reportableCover: ReportableKind = {
  kind: 'cover',
  name: 'Cover',
  async find(_ctx, db, id, viewerId) {
    const story = await found(db, id, viewerId);
    if (story?.image == null) return undefined;
    return { ...story, title: `The cover of “${story.title}”`, text: '' };
  },
  async remove(ctx, tx, id) {
    const story = await lockStory(tx, id);
    if (story?.cover_image == null) return null;
    await updateStory(tx, id, { cover_image: null, updated_at: ctx.clock.now() });
    await emit(ctx, tx, storySaved, { storyId: id, authorId: story.author_id });
    return { image: story.cover_image };
  },
  async restore(ctx, tx, id, { image }) {
    const story = await lockStory(tx, id);
    if (story === undefined || story.cover_image !== null || typeof image !== 'string') return;
    await updateStory(tx, id, { cover_image: image, updated_at: ctx.clock.now() });
    await emit(ctx, tx, storySaved, { storyId: id, authorId: story.author_id });
  },
};
