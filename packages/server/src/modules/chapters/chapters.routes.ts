import * as calls from '@inkling/contract/chapters';
import * as volumeCalls from '@inkling/contract/volumes';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  message,
  withId,
  withIdAndBody,
  withParamAndQuery,
  withQuery,
} from '../../platform/http/handlers.ts';
import { changeChapters } from './bulk-changes.ts';
import { chapterLikes } from './chapter-likes.queries.ts';
import * as lists from './chapter-lists.ts';
import { listChaptersForAuthor, readChapter } from './chapter-lists.ts';
import { reorderChapters } from './chapter-order.ts';
import { updateChapter } from './chapter-saving.ts';
import { mergeChapter, splitChapter } from './chapter-splitting.ts';
import { deleteChapter } from './chapter-trash.ts';
import { createChapter } from './chapters.service.ts';
import * as drafts from './drafts.service.ts';
import { ownChapterResponse, planChapter, readOwn, savedChapterResponse } from './own-chapter.ts';
import { listVersions, nameVersion, readVersion } from './versions.service.ts';
import * as volumes from './volumes.service.ts';

export function chapterRoutes(api: Api): void {
  bind(api, calls.listChapters, withQuery(lists.listChapters));
  bind(api, calls.listChaptersOfStory, withParamAndQuery('storyId', lists.listChaptersOfStory));
  bind(api, calls.listChaptersForAuthor, withParamAndQuery('storyId', listChaptersForAuthor));
  bind(api, calls.readChapter, withId(readChapter));
  bind(api, calls.readChapterForAuthor, async (ctx, viewer, { params }) =>
    ownChapterResponse(ctx, await readOwn(ctx.db, viewer, params.id)),
  );
  bind(api, calls.createChapter, async (ctx, viewer, { body, returnsMinimal }) =>
    savedChapterResponse(ctx, await createChapter(ctx, viewer, body), returnsMinimal),
  );
  bind(api, calls.updateChapter, async (ctx, viewer, { params, body, returnsMinimal }) =>
    savedChapterResponse(ctx, await updateChapter(ctx, viewer, params.id, body), returnsMinimal),
  );
  bind(api, calls.deleteChapter, message('Chapter deleted', withId(deleteChapter)));
  bind(api, calls.splitChapter, data(withIdAndBody(splitChapter)));
  bind(api, calls.mergeChapter, data(withIdAndBody(mergeChapter)));
  bind(api, calls.planChapter, message('Status and note saved', withIdAndBody(planChapter)));
  bind(api, calls.reorderChapters, withIdAndBody(reorderChapters));
  bind(api, calls.changeChapters, data(withIdAndBody(changeChapters)));
  volumeRoutes(api);
  bind(api, calls.likeChapter, withId(chapterLikes.add));
  bind(api, calls.unlikeChapter, withId(chapterLikes.remove));
  bind(api, calls.listChapterVersions, data(withId(listVersions)));
  bind(api, calls.readChapterVersion, (ctx, viewer, { params }) =>
    readVersion(ctx, viewer, params.id, Number(params.version)),
  );
  bind(api, calls.nameChapterVersion, async (ctx, viewer, { params, body }) => {
    await nameVersion(ctx, viewer, params.id, Number(params.version), body.name);
    return { message: 'Version named' };
  });
  bind(api, calls.listDrafts, (ctx, viewer, { params }) =>
    drafts.listDrafts(ctx, viewer, params.id, params.chapterId),
  );
  bind(api, calls.saveDraft, async (ctx, viewer, { params, body }) => {
    await drafts.saveDraft(ctx, viewer, params.id, params.chapterId, body);
    return { message: 'Draft saved' };
  });
  bind(api, calls.discardDraft, async (ctx, viewer, { params, query }) => {
    await drafts.discardDraft(ctx, viewer, params.id, params.chapterId, query);
    return { message: 'Draft discarded' };
  });
}

function volumeRoutes(api: Api): void {
  bind(api, volumeCalls.createVolume, data(withIdAndBody(volumes.createVolume)));
  bind(api, volumeCalls.updateVolume, async (ctx, viewer, { params, body }) => ({
    data: await volumes.updateVolume(ctx, viewer, params.id, params.volumeId, body),
  }));
  bind(api, volumeCalls.deleteVolume, async (ctx, viewer, { params }) => ({
    data: await volumes.deleteVolume(ctx, viewer, params.id, params.volumeId),
  }));
}
