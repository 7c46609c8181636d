/** The password of those whom `site.person()` signs up. */
export const personsPassword = 'a lamp in the window';
