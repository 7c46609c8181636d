import * as calls from '@inkling/contract/story-notes';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as notes from './story-notes.service.ts';

export function storyNoteRoutes(api: Api): void {
  bind(api, calls.listStoryNotes, (ctx, viewer, { params, query }) =>
    notes.listNotes(ctx, viewer, params.id, query),
  );
  bind(api, calls.postStoryNote, async (ctx, viewer, { params, body }) => ({
    data: await notes.postNote(ctx, viewer, params.id, body),
  }));
  bind(api, calls.editStoryNote, async (ctx, viewer, { params, body }) => ({
    data: await notes.editNote(ctx, viewer, params, body.text),
  }));
  bind(api, calls.deleteStoryNote, async (ctx, viewer, { params }) => {
    await notes.deleteNote(ctx, viewer, params);
    return { message: 'Note deleted' };
  });
}
