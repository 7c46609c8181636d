/** The maximum number of characters in an address; many sites refuse more. */
const maxText = 500;

/** The address of another site with the selected words in it; undefined without one. */
export const outsideAddress = (address: string | null | undefined, text: string): string | undefined =>
  // A surrogate without its other half can't be in an address.
  address?.replace('{text}', () =>
    encodeURIComponent(text.slice(0, maxText).replace(/\s+/g, ' ').toWellFormed().trim()),
  );
