import * as chapterCalls from '@inkling/contract/chapters';
import * as genreCalls from '@inkling/contract/genres';
import * as storyCalls from '@inkling/contract/stories';
import type { Person, TestApp } from './test-app.ts';

/** Text with this number of words, in paragraphs of twenty. */
export function textOf(words: number, word = 'lantern'): string {
  const all = Array.from({ length: words }, (_, index) => `${word}${index}`);
  const lines: string[] = [];
  for (let from = 0; from < all.length; from += 20) lines.push(all.slice(from, from + 20).join(' '));
  return lines.join('\n');
}

/** Creates stories and chapters through the calls that authors use. */
export function writing(site: TestApp) {
  const anyGenre = async (): Promise<string> => {
    const { body } = await site.as(null).call(genreCalls.listGenres, {});
    const [first] = body.data;
    if (first === undefined) throw new Error('There are no genres.');
    return first._id;
  };
  return {
    anyGenre,
    async draft(author: Person, more: Partial<storyCalls.StoryBody> = {}) {
      const genres = more.genres ?? [await anyGenre()];
      const body = { title: 'The Lamp', description: 'A lamp, and who lit it.', ...more, genres };
      return (await site.as(author).call(storyCalls.createStory, { body })).body.data;
    },
    async chapter(
      author: Person,
      story: string,
      more: { title?: string; content?: string; isPublished?: boolean; announce?: boolean } = {},
    ) {
      const body = { story, title: 'A chapter', content: textOf(210), isPublished: true, ...more };
      return (await site.as(author).call(chapterCalls.createChapter, { body })).body.data;
    },
    /** Creates a published story with this number of published chapters. */
    async published(author: Person, more: Partial<storyCalls.StoryBody> & { chapters?: number } = {}) {
      const { chapters = 1, ...details } = more;
      const draft = await this.draft(author, details);
      const created = [];
      for (let number = 1; number <= chapters; number += 1) {
        created.push(
          await this.chapter(author, draft._id, {
            title: `Chapter ${number}`,
            content: textOf(210, `w${number}x`),
          }),
        );
      }
      const input = { params: { id: draft._id }, body: { isPublished: true } };
      const story = (await site.as(author).call(storyCalls.updateStory, input)).body.data;
      return { story, chapters: created };
    },
  };
}
