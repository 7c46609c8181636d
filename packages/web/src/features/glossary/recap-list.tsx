import { chapterName } from '@inkling/contract/chapter-title';
import type { Recap } from '@inkling/contract/glossary';

interface Props {
  recaps: readonly Recap[];
  language: string | undefined;
}

/** What has happened in a story, by chapter. */
export const RecapList = ({ recaps, language }: Props) => (
  <ol className="space-y-3">
    {recaps.map(({ chapter, recap }) => (
      <li key={chapter._id}>
        <p className="text-sm text-muted wrap-anywhere" dir="auto" lang={language}>
          {chapterName(chapter)}
        </p>
        <p dir="auto" lang={language} className="whitespace-pre-line wrap-anywhere">
          {recap}
        </p>
      </li>
    ))}
  </ol>
);
