/** The classes of a sticky dialog footer with buttons. */
export const footerClass =
  'sticky -bottom-5 z-10 -mx-5 -mb-5 border-t border-line bg-raised px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6';
