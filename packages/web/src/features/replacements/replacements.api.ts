import { useCall } from '../../lib/query.ts';

/** Finds words in a story. The screen shows its errors. */
export const useFindInStory = () => useCall('POST /stories/{id}/find', { errors: 'inline' });

export const useReplaceInStory = () =>
  useCall('POST /stories/{id}/replace', { errors: 'inline', touches: ['ownChapters'] });

export const useUndoReplace = () =>
  useCall('POST /stories/{id}/replace/undo', { errors: 'inline', touches: ['ownChapters'] });
