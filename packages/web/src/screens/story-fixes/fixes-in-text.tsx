import { chapterName } from '@inkling/contract/chapter-title';
import type { StoryFix } from '@inkling/contract/fixes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { versionQuery } from '../../features/chapters/own-chapters.api.ts';
import { ChapterText } from '../../features/chapters/reader/chapter-text.tsx';
import { jumpToPassage } from '../../features/chapters/reader/jump-to-passage.ts';
import { rangeOf } from '../../features/chapters/reader/passage-range.ts';
import { storyFixesQuery } from '../../features/fixes/fixes.api.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ApplySeveral, type Decision, FixRow } from './fix-row.tsx';

interface Props {
  storyId: string;
  chapterId: string;
  language: string | undefined;
  decision: Decision;
}

/** The text of a chapter with what readers suggest beside each paragraph, or below it on a narrow screen. */
export function FixesInText({ storyId, chapterId, language, decision }: Props) {
  const [page, setPage] = useState(1);
  const list = useQuery({ ...storyFixesQuery(storyId, page, chapterId), placeholderData: keepPreviousData });
  if (page > 1 && !list.isPlaceholderData && list.data?.data.length === 0) setPage(page - 1);
  const version = list.data?.text?.version;
  const text = useQuery({ ...versionQuery(chapterId, version ?? 0), enabled: version !== undefined });
  const now = list.data && text.data && { list: list.data, text: text.data.data };
  const [shown, setShown] = useState(now);
  // Until the text of a new version has been fetched, the one before stays, with its places.
  if (now && (now.list !== shown?.list || now.text !== shown.text)) setShown(now);
  const fixes = useMemo(
    () =>
      shown?.list.data.map((fix, index) => ({ fix, place: shown.list.text?.places[index] ?? null })) ?? [],
    [shown?.list],
  );
  const there = useMemo(
    () => fixes.flatMap(({ fix, place }) => (place === null ? [] : [{ fix, place }])),
    [fixes],
  );
  if (shown === undefined)
    return (
      <QueryState
        query={list.data ? text : list}
        fallback="Failed to fetch the chapter"
        pending={<TextSkeleton lines={12} />}
      />
    );
  const gone = fixes.filter(({ place }) => place === null);
  const { totalPages } = shown.list.pagination;
  const chapter = fixes[0]?.fix.chapter;
  const name = chapter && chapter.chapterNumber !== 0 ? chapterName(chapter) : shown.text.title;
  return (
    <section aria-labelledby="chapter" className="space-y-6">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-2">
        <h2 id="chapter" className="font-serif text-2xl wrap-anywhere" dir="auto" lang={language}>
          <Link to={paths.writeChapter(storyId, chapterId)} className="hover:underline">
            {name ?? 'This chapter'}
          </Link>
        </h2>
        {there.length > 1 && (
          <ApplySeveral
            label={`Apply ${totalPages <= 1 ? 'all' : 'these'} ${there.length}`}
            busy={decision.busy}
            onApply={() =>
              decision.decide(
                'apply',
                there.map(({ fix }) => fix),
              )
            }
          />
        )}
      </div>
      {fixes.length === 0 && (
        <EmptyState title="No suggested fixes">There’s nothing left to decide in this chapter.</EmptyState>
      )}
      {there.length > 0 && (
        <div className="max-w-3xl">
          <Switch
            label="Thank readers when I apply their fixes"
            checked={decision.thank}
            onChange={({ target }) => decision.setThank(target.checked)}
          />
        </div>
      )}
      {gone.length > 0 && (
        <ul aria-label="Suggestions for earlier versions" className="max-w-3xl space-y-3">
          {gone.map(({ fix }) => (
            <FixRow key={fix.ids[0]} fix={fix} language={language} decision={decision} onShow={null} />
          ))}
        </ul>
      )}
      <TextWithFixes text={shown.text} fixes={there} language={language} decision={decision} />
      <NumberedPager label="Pages of suggestions" page={page} totalPages={totalPages} onChange={setPage} />
    </section>
  );
}

interface Text {
  content: string;
  paragraphIds: (number | null)[];
}
interface PlacedFix {
  fix: StoryFix;
  place: { start: number; end: number };
}

/** A text cut before and after each line with suggestions; lines are cut as `ChapterText` needs them. */
function partsOf({ content, paragraphIds }: Text, fixes: PlacedFix[]) {
  const lines = content.split('\n');
  const byLine = Map.groupBy(fixes, ({ place }) => content.slice(0, place.start).split('\n').length - 1);
  const at = [...byLine.keys()].sort((a, b) => a - b);
  const cut = (from: number, to: number): Text | null =>
    paragraphIds.slice(from, to).some((id) => id !== null)
      ? { content: lines.slice(from, to).join('\n'), paragraphIds: paragraphIds.slice(from, to) }
      : null;
  return [-1, ...at].map((line, index) => ({
    line,
    fixes: (byLine.get(line) ?? []).sort((a, b) => a.place.start - b.place.start),
    own: line === -1 ? null : cut(line, line + 1),
    rest: cut(line + 1, at[index] ?? lines.length),
  }));
}

interface TextProps {
  text: Text;
  fixes: PlacedFix[];
  language: string | undefined;
  decision: Decision;
}

function TextWithFixes({ text, fixes, language = '', decision }: TextProps) {
  const element = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => partsOf(text, fixes), [text, fixes]);
  useLayoutEffect(() => {
    // Browsers from before 2025 show the place only when its suggestion is pressed.
    const shown = element.current;
    if (shown === null || !('highlights' in CSS)) return;
    const ranges = fixes.flatMap(({ place }) => rangeOf(shown, text, place.start, place.end) ?? []);
    CSS.highlights.set('search-match', new Highlight(...ranges));
    return () => void CSS.highlights.delete('search-match');
  }, [text, fixes]);
  return (
    <div ref={element} className="text-lg lg:[&_.chapter-text]:max-w-prose">
      {parts.map(({ line, own, rest, fixes: here }) => (
        <div
          key={line}
          className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-8"
        >
          {own && <ChapterText ref={null} chapter={own} language={language} />}
          {here.length > 0 && (
            <ul className="mb-4 space-y-3 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              {here.map(({ fix, place }) => (
                <FixRow
                  key={fix.ids[0]}
                  fix={fix}
                  language={language}
                  decision={decision}
                  onShow={() => {
                    if (element.current) jumpToPassage(element.current, text, place.start, place.end);
                  }}
                />
              ))}
            </ul>
          )}
          {rest && (
            <div className="lg:col-start-1">
              <ChapterText ref={null} chapter={rest} language={language} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
