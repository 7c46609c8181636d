import type { Me } from '@inkling/contract/account';
import { useState } from 'react';
import { isSignedOut, messageOf } from '../../lib/api.ts';
import { showError } from '../../lib/notify.ts';
import { formKey, persistForm, readPersistedForm } from '../../lib/persisted-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { FavoriteGenresPicker } from '../genres/favorite-genres-picker.tsx';
import { SignedOutDialog } from '../layout/session-lost.tsx';
import { useUpdatePreferences } from '../users/users.api.ts';

const minGenres = 3;
const tooFewMessage = 'Please select at least 3 genres to continue.';
const failedMessage = 'Failed to save preferences.';

/** The choice from before a reload. */
function restoreChoice(key: string): string[] {
  const { genres } = readPersistedForm<{ genres: string[] }>(key) ?? {};
  return Array.isArray(genres) ? genres : [];
}

/** Asks new users for their favourite genres; they can skip it. */
export function GenreOnboarding({ me, onDone }: { me: Me; onDone: () => void }) {
  const key = formKey(me._id, 'onboarding');
  const [genres, setGenres] = useState(() => restoreChoice(key));
  const [showsTooFew, setShowsTooFew] = useState(false);
  const done = () => {
    persistForm(key, null);
    onDone();
  };
  const save = useUpdatePreferences({
    success: 'Genre preferences saved successfully!',
    fallback: failedMessage,
  });
  const choose = (chosen: string[]) => {
    setGenres(chosen);
    persistForm(key, { genres: chosen });
    if (chosen.length >= minGenres) setShowsTooFew(false);
  };
  const submit = () => {
    setShowsTooFew(genres.length < minGenres);
    if (genres.length < minGenres) return showError(tooFewMessage);
    // The dialog disappears with the response, and `mutate` would then not call back.
    save.mutateAsync({ body: { favoriteGenres: genres } }).then(done, () => undefined);
  };

  return (
    <Dialog
      open
      onOpenChange={done}
      title="What do you like to read?"
      initialFocus="title"
      description="Pick a few genres you enjoy. You can change them later in Settings."
    >
      <FavoriteGenresPicker
        value={genres}
        onChange={choose}
        hint="Choose at least 3."
        error={showsTooFew ? tooFewMessage : undefined}
      />
      <div className={`mt-6 space-y-3 ${footerClass}`}>
        {save.isError && !isSignedOut(save.error) && <Alert>{messageOf(save.error, failedMessage)}</Alert>}
        <SignedOutDialog />
        <div className="flex flex-wrap justify-end gap-3">
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
