import type { Me } from '@inkling/contract/account';
import { preferencesBody } from '@inkling/contract/users';
import { type MouseEvent, useState } from 'react';
import { showError } from '../../lib/notify.ts';
import { inputKey, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { FavoriteGenresPicker } from '../genres/favorite-genres-picker.tsx';
import { SignedOutDialog } from '../layout/session-lost.tsx';
import { useUpdatePreferences } from '../users/users.api.ts';

const minGenres = 3;
const tooFewMessage = 'Please select at least 3 genres to continue.';
const failedMessage = 'Failed to save preferences.';
const none: { favoriteGenres: string[] } = { favoriteGenres: [] };

/** Asks new users for their favourite genres; they can skip it. */
export function GenreOnboarding({ me, onDone }: { me: Me; onDone: () => void }) {
  const [showsTooFew, setShowsTooFew] = useState(false);
  const storageKey = inputKey(me._id, 'onboarding');
  const done = () => {
    storeInput(storageKey, null);
    onDone();
  };
  const save = useUpdatePreferences({
    success: 'Genre preferences saved successfully!',
    fallback: failedMessage,
  });
  const form = useSavedForm({
    storageKey,
    saved: none,
    schema: preferencesBody,
    send: async (body) => {
      await save.mutateAsync({ body });
      done();
    },
    fallback: failedMessage,
  });
  const genres = form.values.favoriteGenres;
  const tooFew = genres.length < minGenres;
  const submit = (event: MouseEvent) => {
    setShowsTooFew(tooFew);
    if (tooFew) showError(tooFewMessage);
    else form.onSubmit(event);
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
        onChange={(chosen) => form.setValue('favoriteGenres', chosen)}
        hint="Choose at least 3."
        error={showsTooFew && tooFew ? tooFewMessage : undefined}
      />
      <div className={`mt-6 space-y-3 ${footerClass}`}>
        <ErrorMessages messages={form.errorMessages} />
        <SignedOutDialog />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={done}>
            Skip for now
          </Button>
          <Button variant="primary" busy={form.busy} onClick={submit}>
            {form.busy ? 'Saving…' : 'Save and continue'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
