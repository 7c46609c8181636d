import * as calls from '@inkling/contract/story-notes';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withIdAndBody, withIdAndQuery } from '../../platform/http/handlers.ts';
import * as notes from './story-notes.service.ts';

export function storyNoteRoutes(api: Api): void {
  bind(api, calls.listStoryNotes, withIdAndQuery(notes.listNotes));
  bind(api, calls.postStoryNote, data(withIdAndBody(notes.postNote)));
  bind(api, calls.editStoryNote, async (ctx, viewer, { params, body }) => ({
    data: await notes.editNote(ctx, viewer, params, body.text),
  }));
  bind(api, calls.deleteStoryNote, async (ctx, viewer, { params }) => {
    await notes.deleteNote(ctx, viewer, params);
    return { message: 'Note deleted' };
  });
}
