import type { ChapterStage } from '@inkling/contract/chapters';

export const stageNames: Record<ChapterStage, string> = {
  idea: 'Idea',
  draft: 'In progress',
  revised: 'Revised',
};
