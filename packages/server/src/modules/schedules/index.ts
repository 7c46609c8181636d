export { scheduleRoutes } from './schedules.routes.ts';
