import { useMutation } from '@tanstack/react-query';
import { updateStory } from '../stories/stories.api.ts';
import { updateChapter } from './chapters.api.ts';

/** Publishes a chapter and then its story. If the story fails, the chapter is published, but readers see neither. */
export const usePublishWithChapter = (storyId: string) =>
  useMutation({
    mutationFn: async (chapterId: string) => {
      await updateChapter(chapterId, { isPublished: true });
      return updateStory(storyId, { isPublished: true });
    },
    meta: {
      success: 'Story published successfully!',
      fallback: 'Failed to publish story.',
      stale: ['story', 'storyLists', 'ownChapters'],
    },
  });
