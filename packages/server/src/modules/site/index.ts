export { siteRoutes } from './site.routes.ts';
export { testimonialsFile } from './testimonials.ts';
