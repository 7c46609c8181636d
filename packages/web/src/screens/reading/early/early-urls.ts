/** The addresses of the calls that open a chapter, as lib/api.ts builds them: that would be too large for a page's script. */
export const earlyUrls = {
  opening: (storyId: string) => `/api/v1/stories/${storyId}/reading`,
  chapter: (chapterId: string) => `/api/v1/chapters/${chapterId}`,
};

/** The story and the chapter of a reading screen's path; undefined for another path or one with other spellings of ids. */
export function idsIn(path: string): { storyId: string; chapterId: string | undefined } | undefined {
  const [, storyId, chapterId] = /^\/reading\/([\da-f-]{36})(?:\/([\da-f-]{36}))?$/.exec(path) ?? [];
  return storyId === undefined ? undefined : { storyId, chapterId };
}
