import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ChooseList } from '../../features/library-files/choose-list.tsx';
import { ImportReview, type Preview } from '../../features/library-files/import-review.tsx';
import { useFindStories, useImportLibrary } from '../../features/library-files/library-files.api.ts';
import { type CallResponse, isSignedOut, messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey, storeInput } from '../../lib/stored-input.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

type Step =
  | { step: 'choose' }
  | { step: 'review'; preview: Preview }
  | { step: 'done'; result: CallResponse<'POST /library/import'>['data'] };

const shown = (error: Error | null, fallback: string): string | null =>
  error === null || isSignedOut(error) ? null : messageOf(error, fallback);

/** Adds the stories of a Goodreads file or a list of titles to the library. */
export default function ImportLibrary() {
  const me = useMe();
  const [at, setAt] = useState<Step>({ step: 'choose' });
  const find = useFindStories();
  const add = useImportLibrary();
  const heading = useRef<HTMLHeadingElement>(null);
  const storageKey = inputKey(me?._id ?? '', 'library-import');
  const { step } = at;
  useEffect(() => {
    if (step !== 'choose') heading.current?.focus();
  }, [step]);
  const restart = () => {
    add.reset();
    setAt({ step: 'choose' });
  };
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Import your library')}</title>
      <BackLink to={paths.library}>Back to your library</BackLink>
      <h1 className="mb-6 font-serif text-3xl sm:text-4xl">Import your library</h1>
      {me === undefined ? (
        <TextSkeleton lines={8} />
      ) : at.step === 'choose' ? (
        <ChooseList
          storageKey={storageKey}
          onChoose={async (text) => {
            const { data } = await find.mutateAsync({ body: { text } });
            setAt({ step: 'review', preview: data });
          }}
        />
      ) : at.step === 'review' ? (
        <ImportReview
          preview={at.preview}
          heading={heading}
          busy={add.isPending}
          error={shown(add.error, 'Failed to add the stories.')}
          onBack={restart}
          onImport={(stories, collections) =>
            add.mutate(
              { body: { stories, collections } },
              {
                onSuccess: ({ data }) => {
                  storeInput(storageKey, null);
                  setAt({ step: 'done', result: data });
                },
              },
            )
          }
        />
      ) : (
        <Done result={at.result} heading={heading} onRestart={restart} />
      )}
    </div>
  );
}

interface DoneProps {
  result: CallResponse<'POST /library/import'>['data'];
  heading: RefObject<HTMLHeadingElement | null>;
  onRestart: () => void;
}

const Done = ({ result: { added, kept, unavailable, collected }, heading, onRestart }: DoneProps) => (
  <div className="rounded-xl bg-sunken px-6 py-10 text-center">
    <h2 ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
      {added === 0 && collected === 0
        ? 'Nothing was added'
        : `${pluralize(added, 'story', 'stories')} added to your library`}
    </h2>
    <p className="mx-auto mt-2 max-w-md text-muted empty:hidden">
      {collected > 0 && `${pluralize(collected, 'addition', 'additions')} to your collections. `}
      {kept > 0 &&
        `${pluralize(kept, 'story was', 'stories were')} already in your library and didn’t change. `}
      {unavailable > 0 && `${pluralize(unavailable, 'story is', 'stories are')} no longer available.`}
    </p>
    <div className="mt-5 flex flex-wrap justify-center gap-3">
      <Link to={paths.library} className={buttonClass('primary')}>
        Open your library
      </Link>
      <Button onClick={onRestart}>Import another list</Button>
    </div>
  </div>
);
