/** Many indexes in one place or one database: what only a hub needs, so that a server over stdio never loads it. */
export { ANALYSIS_VERSION as INDEX_VERSION } from './contract.ts';
export { BlockCache } from './storage/cached-storage.ts';
export { type IndexPlaces, placesInDirectory, placesInPostgres } from './storage/places.ts';
export { INDEX_TABLES } from './storage/postgres-storage.ts';
