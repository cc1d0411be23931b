/**
 * Set-up of a project and its clients. Owns the entries named `pilotbook` and `pilotbook-hub` in the clients' configurations; leaves
 * everything else in those files as it is.
 */
export type { Home, Launch } from './clients.ts';
export { type BrokenEntry, type Entries, examineEntries, rewriteEntry } from './entries.ts';
export { planSetup, type Setup, type SetupRequest } from './setup.ts';
