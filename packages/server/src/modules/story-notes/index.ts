import { defineModule } from '../../platform/module.ts';
import { personalPart, reportableNote } from './story-notes.queries.ts';
import { storyNoteRoutes } from './story-notes.routes.ts';

export { storyNoteAdded } from './story-notes.events.ts';
export { findNoteReaders, isShownNote } from './story-notes.queries.ts';

export const storyNotes = defineModule({
  name: 'story-notes',
  routes: storyNoteRoutes,
  personalData: personalPart,
  reportable: [reportableNote],
});
