declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: { saveData: boolean };
  }
}

/** Whether the browser is set to use little data: then nothing is fetched ahead. */
export const savesData = (): boolean => navigator.connection?.saveData ?? false;
