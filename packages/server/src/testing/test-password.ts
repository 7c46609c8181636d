/** The password of those whom `site.person()` signs up. */
export const testPassword = 'a lamp in the window';
