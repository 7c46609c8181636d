import * as calls from '@inkling/contract/annotations';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The ids of a highlight and a passage bookmark in `annotatedChapter` of `annotatedStory`. */
    highlight: string;
    passageBookmark: string;
    annotatedStory: string;
    annotatedChapter: string;
  }
}

/** The first words of a chapter of the example stories. */
const selection = { version: 1, selectedText: 'w1x0 w1x1', startOffset: 0, endOffset: 9 };

const body = ({ annotatedStory, annotatedChapter }: Fixtures) => ({
  storyId: annotatedStory,
  chapterId: annotatedChapter,
  ...selection,
});
const ofHighlight = ({ highlight }: Fixtures) => ({ params: { id: highlight } });
const ofBookmark = ({ passageBookmark }: Fixtures) => ({ params: { id: passageBookmark } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const { story, chapters } = await writing(site).published(await site.person());
    const place = { annotatedStory: story._id, annotatedChapter: chapters[0]?._id ?? '' };
    const input = { body: body(place as Fixtures) };
    const highlight = await site.as(owner).call(calls.createHighlight, input);
    const bookmark = await site.as(owner).call(calls.createPassageBookmark, input);
    return { ...place, highlight: highlight.body.data._id, passageBookmark: bookmark.body.data._id };
  },
  examples: [
    example(calls.listHighlights, () => ({})),
    example(
      calls.createHighlight,
      (fixtures) => ({
        body: { ...body(fixtures), color: 'green' as const, note: 'A lamp worth following.' },
      }),
      // Words that are not in the text are refused, with all fields.
      { formattedFields: ['selectedText', 'note'] },
    ),
    example(
      calls.updateHighlight,
      (fixtures) => ({ ...ofHighlight(fixtures), body: { color: 'blue' as const } }),
      { formattedFields: ['changedAt'] },
    ),
    example(calls.deleteHighlight, ofHighlight),
    example(calls.restoreHighlight, ofHighlight),
    example(calls.listPassageBookmarks, () => ({})),
    example(calls.listBookmarkTags, () => ({})),
    example(
      calls.createPassageBookmark,
      (fixtures) => ({
        body: { ...body(fixtures), title: 'The lamp', note: 'Here it begins.', tags: ['lamps'] },
      }),
      { formattedFields: ['selectedText', 'title', 'note'] },
    ),
    example(
      calls.updatePassageBookmark,
      (fixtures) => ({
        ...ofBookmark(fixtures),
        body: { title: 'The first lamp', tags: ['lamps', 'light'] },
      }),
      { formattedFields: ['changedAt'] },
    ),
    example(calls.deletePassageBookmark, ofBookmark),
    example(calls.restorePassageBookmark, ofBookmark),
    example(calls.listAnnotations, () => ({})),
    example(calls.listAnnotatedStories, () => ({})),
    example(calls.changeAnnotations, ({ highlight, passageBookmark }) => ({
      body: { ids: [highlight, passageBookmark], action: 'color' as const, color: 'pink' as const },
    })),
    example(calls.exportAnnotations, () => ({})),
  ],
};
