export { deleteMessage, listMessages, type StoredMessage } from './contact.queries.ts';
export { personalPart as sitePersonalPart } from './personal-data.queries.ts';
export { siteRoutes } from './site.routes.ts';
export { testimonialsFile } from './testimonials.ts';
