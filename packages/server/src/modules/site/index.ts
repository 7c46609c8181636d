export { deleteMessage, type KeptMessage, listMessages } from './contact.queries.ts';
export { siteRoutes } from './site.routes.ts';
export { testimonialsFile } from './testimonials.ts';
