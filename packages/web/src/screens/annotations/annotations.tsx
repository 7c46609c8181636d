import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import type { ClientLoaderFunctionArgs } from 'react-router';
import { AnnotationList } from '../../features/annotations/annotation-list.tsx';
import { AnnotationToolbar } from '../../features/annotations/annotation-toolbar.tsx';
import {
  annotationAddress,
  filterOf,
  isFiltered,
  parseView,
} from '../../features/annotations/annotation-view.ts';
import { annotationsQuery } from '../../features/annotations/annotations.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import { useViewInAddress } from '../../lib/use-view-in-address.ts';
import { Button } from '../../ui/button.tsx';

const ExportMenu = lazyComponent(
  async () => (await import('../../features/annotations/export-menu.tsx')).ExportMenu,
);

const ExportTrigger = (props: ComponentProps<'button'>) => (
  <Button {...props}>
    <Download aria-hidden="true" className="size-5" />
    Export
  </Button>
);

/** Opens the menu of exports, which is loaded on first use. */
function ExportButton({ storyId }: { storyId: string }) {
  const [open, setOpen] = useState(false);
  const [first, menu] = useLazyMenu(open, setOpen);
  return (
    <>
      {first && <ExportTrigger {...first} />}
      {menu && <ExportMenu storyId={storyId} trigger={<ExportTrigger />} {...menu} />}
    </>
  );
}

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  prefetch(annotationsQuery(filterOf(parseView(new URL(request.url).search)), 1));
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** The reader's highlights and passage bookmarks in all stories. */
export default function Annotations() {
  const { view, text, setText, change, reset } = useViewInAddress(annotationAddress);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useQuery(annotationsQuery(filterOf(view), 1));
  /** There is nothing to search, to narrow or to export. */
  const isEmpty = !isFiltered(view) && text === '' && first.data?.pagination.total === 0;
  return (
    <>
      <title>{pageTitle('Your Annotations')}</title>
      <BackLink to={paths.library}>Back to your library</BackLink>
      <div className="mb-6 flex max-w-3xl flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="font-serif text-3xl outline-none sm:text-4xl">
          Your Annotations
        </h1>
        {!isEmpty && <ExportButton storyId={view.storyId} />}
      </div>
      {!isEmpty && (
        <div className="max-w-3xl">
          <AnnotationToolbar view={view} text={text} onText={setText} onChange={change} />
        </div>
      )}
      <AnnotationList view={view} onReset={reset} heading={heading} />
    </>
  );
}
