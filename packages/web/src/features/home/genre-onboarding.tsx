import type { Me } from '@inkling/contract/account';
import { useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { showError } from '../../lib/notify.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { SuggestedGenres } from '../genres/suggested-genres.tsx';
import { SignedOutDialog } from '../layout/session-lost.tsx';
import { useUpdatePreferences } from '../users/users.api.ts';

const minGenres = 3;
const tooFewMessage = 'Please select at least 3 genres to continue.';

/** The choice from before a reload. */
function restoreChoice(key: string): string[] {
  const { genres } = readInput<{ genres: string[] }>(key) ?? {};
  return Array.isArray(genres) ? genres : [];
}

/**
 * Asks new users for their favorite genres; they can skip it. One choice without text fields, so it does without the
 * script for forms: a newcomer's first page makes few enough requests.
 */
export function GenreOnboarding({ me, onDone }: { me: Me; onDone: () => void }) {
  const storageKey = inputKey(me._id, 'onboarding');
  const [genres, setGenres] = useState(() => restoreChoice(storageKey));
  const done = () => {
    storeInput(storageKey, null);
    onDone();
  };
  const save = useUpdatePreferences({
    success: 'Genre preferences saved successfully!',
    fallback: 'Failed to save preferences.',
    errors: 'toast',
  });
  const choose = (chosen: string[]) => {
    setGenres(chosen);
    storeInput(storageKey, { genres: chosen });
  };
  const submit = () => {
    if (genres.length < minGenres) showError(tooFewMessage);
    // A callback of `mutate` would not run once the user's new genres have removed this dialog.
    else save.mutateAsync({ body: { favoriteGenres: genres } }).then(done, () => undefined);
  };

  return (
    <Dialog
      open
      onOpenChange={done}
      title="What do you like to read?"
      initialFocus="title"
      description="Pick at least three genres you enjoy. You can change them later in Settings."
    >
      <SuggestedGenres value={genres} onChange={choose} />
      <div className={`mt-6 space-y-3 ${footerClass}`}>
        <SignedOutDialog />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="me-auto text-muted">
            {pluralize(genres.length, 'genre')} selected
          </p>
          <Button variant="ghost" onClick={done}>
            Skip for now
          </Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            {save.isPending ? 'Saving…' : 'Save and continue'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
