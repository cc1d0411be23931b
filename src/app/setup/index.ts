/**
 * Set-up of a project and its clients. Owns the entries named `pilotbook` in the clients' configurations; leaves
 * every other byte of those files as it is.
 */
export { CLIENTS, type Home, type Launch } from './clients.ts';
export { type BrokenEntry, type Entries, examineEntries, writeAnew } from './entries.ts';
export {
  type Findings,
  planSetup,
  type Setup,
  type SetupFailure,
  type SetupRequest,
  type SetupStep,
} from './setup.ts';
