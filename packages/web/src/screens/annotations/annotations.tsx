import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { type ClientLoaderFunctionArgs, Link } from 'react-router';
import { AnnotationList } from '../../features/annotations/annotation-list.tsx';
import { AnnotationToolbar } from '../../features/annotations/annotation-toolbar.tsx';
import { filterOf, isFiltered, parseView } from '../../features/annotations/annotation-view.ts';
import { annotationsQuery } from '../../features/annotations/annotations.api.ts';
import { ExportButton } from '../../features/annotations/export-button.tsx';
import { useAnnotationView } from '../../features/annotations/use-annotation-view.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  prefetch(annotationsQuery(filterOf(parseView(new URL(request.url).search)), 1));

/** The reader's highlights and passage bookmarks in all stories. */
export default function Annotations() {
  const { view, text, setText, change, reset } = useAnnotationView();
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useQuery(annotationsQuery(filterOf(view), 1));
  /** There is nothing to search, to narrow or to export. */
  const isEmpty = !isFiltered(view) && text === '' && first.data?.pagination.total === 0;
  return (
    <>
      <title>{pageTitle('Your Annotations')}</title>
      <Link
        to={paths.library}
        className="mb-4 inline-flex min-h-11 items-center gap-2 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        Back to your library
      </Link>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="font-serif text-3xl outline-none sm:text-4xl">
          Your Annotations
        </h1>
        {!isEmpty && <ExportButton storyId={view.storyId} />}
      </div>
      {!isEmpty && <AnnotationToolbar view={view} text={text} onText={setText} onChange={change} />}
      <AnnotationList view={view} onReset={reset} heading={heading} />
    </>
  );
}
