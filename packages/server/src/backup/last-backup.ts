// The platform has these, since metrics and admins' pages show them too.
export {
  type LastBackup,
  lastBackup,
  recordFailedBackup,
  recordGoodBackup,
} from '../platform/last-backup.queries.ts';
