import type { Chapter } from '@inkling/contract/chapters';
import type { Passage } from '@inkling/contract/passage-link';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { CallResponse } from '../../lib/api.ts';
import { showNotice } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { chapterQuery } from '../chapters/chapters.api.ts';
import { jumpToPassage } from '../chapters/reader/jump-to-passage.ts';
import { passageQuery } from './sharing.api.ts';

interface Props {
  chapter: Chapter;
  passage: Passage;
  text: RefObject<HTMLElement | null>;
}

/** Where the paragraph begins in the chapter's content; null if it has gone. */
function beginningOf({ content, paragraphIds }: Chapter, paragraph: number): number | null {
  const line = paragraphIds.indexOf(paragraph);
  if (line === -1) return null;
  return content
    .split('\n')
    .slice(0, line)
    .reduce((sum, { length }) => sum + length + 1, 0);
}

/**
 * Leads to a shared passage once the chapter is on the page (docs/product/sharing.md#links). The page begins at its
 * paragraph; this finds it in a text that has changed, outlines it or says that it has gone, and takes it out of the
 * address, so that a reload returns to where the reader is by then.
 */
export function OpenPassage({ chapter, passage, text }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    let wanted = true;
    /** Undefined once the page gets a newer text, in which it is looked for again. */
    const find = async () => {
      if (passage.version === chapter.version) return passage;
      const { data } = await client.fetchQuery(passageQuery(chapter._id, passage));
      if (data.version === chapter.version) return data.place;
      // The page shows a text that is some seconds old.
      const { queryKey } = chapterQuery(chapter._id);
      await client.refetchQueries({ queryKey });
      const shown = client.getQueryData<CallResponse<'GET /chapters/{id}'>>(queryKey)?.data;
      return shown?.version === chapter.version ? null : undefined;
    };
    const open = async () => {
      const place = await find().catch(() => null);
      if (!wanted || place === undefined || text.current === null) return;
      const beginning = beginningOf(chapter, passage.paragraph);
      const isThere =
        beginning !== null &&
        place !== null &&
        beginning + place.to <= chapter.content.length &&
        jumpToPassage(text.current, chapter, beginning + place.from, beginning + place.to);
      if (!isThere)
        showNotice(
          beginning === null
            ? 'The shared passage is no longer in this chapter.'
            : 'The shared passage has changed. This is where it was.',
        );
      const path = paths.reading(chapter.story, chapter._id);
      void navigate(path, { replace: true, preventScrollReset: true });
    };
    void open();
    return () => {
      wanted = false;
    };
  }, [chapter, passage, text, client, navigate]);
  return null;
}
