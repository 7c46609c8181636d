export { type AuthorRow, presentAuthor } from './users.present.ts';
export { findUserByName, insertUser, makeAuthor, setAdmin, setAvatar, usernameKey } from './users.queries.ts';
