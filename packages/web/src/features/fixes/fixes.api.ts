import { pluralize } from '../../lib/format.ts';
import { showNotice } from '../../lib/notify.ts';
import { callQuery, useCall } from '../../lib/query.ts';

const perPage = 20;

/** The fixes that the reader suggested; with a story, also whether its author accepts any. */
export const ownFixesQuery = (page: number, storyId?: string) =>
  callQuery(
    'GET /fixes',
    { query: { page, limit: perPage, ...(storyId !== undefined && { storyId }) } },
    { tags: ['ownFixes'] },
  );

/** Suggests a fix. The dialog shows its errors. */
export const useSuggestFix = () => useCall('POST /fixes', { errors: 'inline', touches: ['ownFixes'] });

export const useWithdrawFix = () =>
  useCall('DELETE /fixes/{id}', {
    fallback: 'Failed to withdraw the suggestion.',
    touches: ['ownFixes'],
    rechecks: ['ownFixes'],
  });

/** What readers suggest for one of the author's stories, or for one of its chapters with the places in its text. */
export const storyFixesQuery = (storyId: string, page = 1, chapterId?: string) =>
  callQuery(
    'GET /stories/{id}/fixes',
    { params: { id: storyId }, query: { page, ...(chapterId !== undefined && { chapterId }) } },
    { tags: ['storyFixes'] },
  );

/** Applies or dismisses suggestions, and shows the result. */
export const useDecideFixes = () =>
  useCall(
    'POST /stories/{id}/fixes/decide',
    {
      fallback: 'Failed to save your decision.',
      touches: ['storyFixes', 'ownChapters'],
      rechecks: ['storyFixes'],
    },
    ({ data: { decided, outdated } }, { body: { action } }) => {
      const done = `${action === 'apply' ? 'Applied' : 'Dismissed'} ${pluralize(decided, 'suggestion')}.`;
      const left = `${pluralize(outdated, 'suggestion')} no longer matched the text and ${outdated === 1 ? 'was' : 'were'} not applied.`;
      showNotice(outdated === 0 ? done : decided === 0 ? left : `${done} ${left}`);
    },
  );

export const useFixSettings = () =>
  useCall('PUT /stories/{id}/fixes/settings', {
    fallback: 'Failed to save the setting.',
    touches: ['storyFixes'],
  });
