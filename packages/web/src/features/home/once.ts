/** Something that is shown once, and kept in mind by the browser: for good, or for as long as the tab lives. */
export interface Once {
  done(): boolean;
  finish(): void;
}

function once(key: string, storage: () => Storage): Once {
  // Of a browser that keeps nothing, at least until the page is loaded anew.
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
        // Said above.
      }
    },
  };
}

/** Choosing genres when one is new here, or leaving it for later (docs/product.md §5.11). */
export const onboarding = once('onboarding-completed', () => localStorage);

/** The card that leads back to the story read last (docs/product.md §5.11). */
export const continueCard = once('continue-reading-shown', () => sessionStorage);
