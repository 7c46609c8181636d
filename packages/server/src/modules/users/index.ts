export { type AuthorRow, presentAuthor } from './users.present.ts';
export { findUserByName, insertUser, makeAuthor, setAdmin, usernameKey } from './users.queries.ts';
