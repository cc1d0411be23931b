/**
 * A hub for a team: many repositories behind one address, for callers who may see some of them. It keeps copies of repositories elsewhere,
 * opens an app for each commit that is asked about, knows who may ask what, and owns its directory and its database. It speaks no protocol.
 */
export { AuditQueue } from './audit-queue.ts';
export { addToken, type Caller, recogniser } from './callers.ts';
export { Hub } from './hub.ts';
export type { HubHost } from './hub-apps.ts';
export { announce, migrateDatabase, openHubDatabase } from './hub-database.ts';
export { servedTo } from './served-hub.ts';
export {
  type HubSettings,
  isLoopback,
  loadSettings,
  repositorySettings,
} from './settings.ts';
export { isSignedBy } from './webhook.ts';
