export { quoteLimit } from './quote-limit.ts';
export { publicChapterRevision } from './sharing.queries.ts';
export { sharingRoutes } from './sharing.routes.ts';
export { readForVisitors, type SharedPassage } from './sharing.service.ts';
