import { defineModule } from '../../platform/module.ts';
import './plans.table.ts';

export const plans = defineModule({ name: 'plans' });

export { hasRight, requireRight, rightsOf } from './rights.ts';
