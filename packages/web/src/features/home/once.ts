/** Remembers that something was shown, permanently or for this tab, depending on the storage. */
export interface Once {
  done(): boolean;
  finish(): void;
}

function once(key: string, storage: () => Storage): Once {
  // Without storage, remember it until the page is reloaded.
  let doneInMemory = false;
  return {
    done() {
      try {
        return doneInMemory || storage().getItem(key) === 'true';
      } catch {
        return doneInMemory;
      }
    },
    finish() {
      doneInMemory = true;
      try {
        storage().setItem(key, 'true');
      } catch {
        // No storage: see doneInMemory.
      }
    },
  };
}

/** Choosing genres as a new user, or skipping it (docs/product/home.md#onboarding). */
export const onboarding = once('onboarding-completed', () => localStorage);

/** The card that links to the last read story (docs/product/home.md#continue-card). */
export const continueCard = once('continue-reading-shown', () => sessionStorage);
