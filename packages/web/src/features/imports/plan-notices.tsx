import { lossTexts } from '@inkling/contract/import-losses';
import type { ImportPlan } from '@inkling/contract/imports';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { useReadAgain } from './imports.api.ts';
import type { ReviewRow } from './review-rows.ts';

export const boxClass = 'rounded-xl border border-line bg-raised p-4';

/** Says which of the author's stories may be the same book. */
export function Duplicates({ duplicates }: Pick<ImportPlan, 'duplicates'>) {
  if (duplicates.length === 0) return null;
  return (
    <section className={boxClass} aria-label="You may have this book already">
      <p className="font-semibold">You may have this book already.</p>
      <ul className="mt-1 list-disc ps-5">
        {duplicates.map(({ _id, title, sameFile }) => (
          <li key={_id}>
            <Link to={paths.writeStory(_id)} className="underline" dir="auto">
              {title}
            </Link>{' '}
            {sameFile ? 'was imported from the same file.' : 'has the same title.'}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-muted">If you import it again, you’ll have it twice.</p>
    </section>
  );
}

/** Asks in which encoding a text file is, with a line of it in each. */
export function EncodingQuestion({ id, plan }: { id: string; plan: ImportPlan }) {
  const choose = useReadAgain(id);
  if (plan.encodings.length === 0) return null;
  return (
    <fieldset className={boxClass}>
      <legend className="px-1 font-semibold">Which line is spelled correctly?</legend>
      <p className="mb-3 text-muted">This older text file doesn’t say how its letters are stored.</p>
      <ul className="space-y-2">
        {plan.encodings.map(({ encoding, sample }) => (
          <li key={encoding}>
            <Button
              className="w-full justify-start! text-start"
              aria-pressed={encoding === plan.encoding}
              busy={choose.isPending}
              variant={encoding === plan.encoding ? 'primary' : 'quiet'}
              onClick={() =>
                choose.mutate({
                  params: { id },
                  body: { encoding, underlineAsItalics: plan.underlineAsItalics },
                })
              }
            >
              <span className="min-w-0 break-words" dir="auto">
                {sample}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Says what of the file is not in the chapters, and offers to import underlined passages as italic. */
export function Losses({ id, plan, rows }: { id: string; plan: ImportPlan; rows: readonly ReviewRow[] }) {
  const { losses, underlineAsItalics, encoding } = plan;
  const read = useReadAgain(id);
  const all = lossTexts(
    losses,
    rows.filter(({ use }) => use === 'omit'),
    underlineAsItalics,
  );
  if (all.length === 0) return null;
  const readAgain = () =>
    read.mutate({
      params: { id },
      body: { underlineAsItalics: !underlineAsItalics, ...(encoding !== null && { encoding }) },
    });
  return (
    <section className={boxClass} aria-label="What can’t be imported">
      <p className="font-semibold">What can’t be imported</p>
      <ul className="mt-1 list-disc ps-5 text-muted">
        {all.map((text) => (
          <li key={text} dir="auto" className="break-words">
            {text}
          </li>
        ))}
      </ul>
      {losses.missing && (
        <p className="mt-2">
          Find the words that aren’t in any chapter in your file. If they belong to the story, add them after
          the import.
        </p>
      )}
      {losses.underlined > 0 && (
        <Button className="mt-3" busy={read.isPending} onClick={readAgain}>
          {underlineAsItalics
            ? 'Import underlined passages as plain text'
            : 'Import underlined passages as italic'}
        </Button>
      )}
    </section>
  );
}
