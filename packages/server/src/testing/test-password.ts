/** The password of accounts created by `site.person()`. */
export const testPassword = 'a lamp in the window';
