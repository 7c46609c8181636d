import type { Me } from '@inkling/contract/account';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, messageOf } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/notify.ts';
import { formKey, persistForm, readPersistedForm } from '../../lib/persisted-form.ts';
import { useSession } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { FavoriteGenresPicker } from '../genres/favorite-genres-picker.tsx';
import { SignedOutDialog } from '../layout/session-lost.tsx';

const least = 3;
const tooFew = 'Please select at least 3 genres to continue.';
const failed = 'Failed to save preferences.';

/** The session has ended, which is said in another way. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** What was chosen before the page was loaded anew. */
function begun(key: string): string[] {
  const { genres } = readPersistedForm<{ genres: string[] }>(key) ?? {};
  return Array.isArray(genres) ? genres : [];
}

/** Asks somebody who is new what they like to read; it can be left for later. */
export function GenreOnboarding({ me, onDone }: { me: Me; onDone: () => void }) {
  const session = useSession();
  const key = formKey(me._id, 'onboarding');
  const [genres, setGenres] = useState(() => begun(key));
  const [refused, setRefused] = useState(false);
  const done = () => {
    persistForm(key, null);
    onDone();
  };
  const save = useMutation({
    mutationFn: (favoriteGenres: string[]) => call('PATCH /users/preferences', { body: { favoriteGenres } }),
    meta: { errors: 'inline' },
    onError: (error) => {
      if (!isSignedOut(error)) showError(failed);
    },
    onSuccess: ({ data }) => {
      session.change({ readingPreferences: data });
      showSuccess('Genre preferences saved successfully!');
      done();
    },
  });
  const choose = (chosen: string[]) => {
    setGenres(chosen);
    persistForm(key, { genres: chosen });
    if (chosen.length >= least) setRefused(false);
  };
  const submit = () => {
    setRefused(genres.length < least);
    if (genres.length >= least) save.mutate(genres);
    else showError(tooFew);
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
        error={refused ? tooFew : undefined}
      />
      <div className={`mt-6 space-y-3 ${footerClass}`}>
        {save.isError && !isSignedOut(save.error) && <Alert>{messageOf(save.error, failed)}</Alert>}
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
