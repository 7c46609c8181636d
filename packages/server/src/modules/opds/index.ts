import { defineModule } from '../../platform/module.ts';
import { opdsRoutes } from './opds.routes.ts';

/** A catalog of what a person reads, for e-readers and reading apps (docs/product/opds.md). */
export const opds = defineModule({ name: 'opds', routes: opdsRoutes });
