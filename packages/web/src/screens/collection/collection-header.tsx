import type { Collection } from '@inkling/contract/collections';
import { Bookmark, BookmarkCheck, Check, ListOrdered, PenLine, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSaveCollection } from '../../features/collections/collections.api.ts';
import { VisibilityMark } from '../../features/collections/visibility.tsx';
import { WithheldNote } from '../../features/measures/withheld-note.tsx';
import { ReportButton } from '../../features/reports/report-button.tsx';
import { OwnerLink } from '../../features/users/owner-link.tsx';
import { pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { showError, showSuccess } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

/** Offers the page's address to other apps, or copies it where the device has no such menu. */
async function shareCollection(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  try {
    if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    showSuccess('Link copied.');
  } catch (error) {
    // The reader has closed the menu.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    showError('The link couldn’t be copied. You can copy it from the address bar.');
  }
}

const EditCollectionDialog = lazyComponent(
  async () => (await import('../../features/collections/edit-collection-dialog.tsx')).EditCollectionDialog,
);
const DeleteCollection = lazyComponent(
  async () => (await import('./delete-collection.tsx')).DeleteCollection,
);

interface Props {
  collection: Collection;
  isOwner: boolean;
  loaded: boolean;
  arranging: boolean;
  onArrange: (arranging: boolean) => void;
}

/** A collection's name, description and owner, with what its viewer can do with it. */
export function CollectionHeader(props: Props) {
  const { collection, isOwner } = props;
  const { name, description, visibility, owner, storyCount, withheld } = collection;
  return (
    <header className="rounded-xl bg-sunken p-5 sm:p-8">
      <h1 className="font-serif text-3xl leading-tight wrap-anywhere sm:text-4xl" dir="auto">
        {name}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 text-muted">
        <OwnerLink person={owner} />
        <span className="tabular-nums">{pluralize(storyCount, 'story', 'stories')}</span>
        {(isOwner || visibility !== 'public') && <VisibilityMark visibility={visibility} />}
      </p>
      {description !== '' && (
        <p className="mt-2 max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
      <WithheldNote kind="collection" withheld={withheld} />
      <div className="mt-4 flex min-h-11 flex-wrap gap-3">
        {isOwner ? <OwnersActions {...props} /> : <ReadersActions {...props} />}
      </div>
    </header>
  );
}

function Share({ collection: { visibility, name } }: Pick<Props, 'collection'>) {
  if (useSessionState() === 'unknown' || visibility === 'private') return null;
  return (
    <Button onClick={() => void shareCollection(name)}>
      <Share2 aria-hidden="true" className="size-5" />
      Share
    </Button>
  );
}

function ReadersActions({ collection, loaded }: Props) {
  const session = useSessionState();
  const save = useSaveCollection(collection);
  const Icon = save.on ? BookmarkCheck : Bookmark;
  if (session === 'member' && !loaded)
    return <div className="h-11 w-28 animate-pulse rounded-md bg-line" aria-busy="true" />;
  return (
    <>
      {session === 'member' ? (
        <Button
          variant={save.on ? 'quiet' : 'primary'}
          aria-pressed={save.on}
          aria-busy={save.busy || undefined}
          onClick={save.toggle}
        >
          <Icon aria-hidden="true" className="size-5" />
          {save.on ? 'Saved' : 'Save'}
        </Button>
      ) : (
        <Link
          to={paths.login(paths.collection(collection._id))}
          data-for="visitor"
          className={buttonClass('primary')}
        >
          <Bookmark aria-hidden="true" className="size-5" />
          Save<span className="sr-only">: sign in first</span>
        </Link>
      )}
      <Share collection={collection} />
      {session === 'member' && (
        <ReportButton
          variant="ghost"
          things={[{ kind: 'collection', id: collection._id }]}
          personId={collection.owner._id}
        />
      )}
    </>
  );
}

type OpenDialog = 'edit' | 'delete' | null;

function OwnersActions({ collection, arranging, onArrange }: Props) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <>
      {(collection.storyCount > 0 || arranging) && (
        <Button variant={arranging ? 'primary' : 'quiet'} onClick={() => onArrange(!arranging)}>
          {arranging ? (
            <Check aria-hidden="true" className="size-5" />
          ) : (
            <ListOrdered aria-hidden="true" className="size-5" />
          )}
          {arranging ? 'Done' : 'Reorder or remove'}
        </Button>
      )}
      <Button onClick={() => setDialog('edit')}>
        <PenLine aria-hidden="true" className="size-5" />
        Edit
      </Button>
      <Share collection={collection} />
      <Button variant="ghost" className="text-danger-text!" onClick={() => setDialog('delete')}>
        <Trash2 aria-hidden="true" className="size-5" />
        Delete
      </Button>
      {dialog === 'edit' && <EditCollectionDialog collection={collection} onClose={close} />}
      {dialog === 'delete' && <DeleteCollection collection={collection} onClose={close} />}
    </>
  );
}
