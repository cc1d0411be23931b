/** What contexts asks of the house; the app hands it in. */
import type { Project } from './project.ts';

export interface ContextsDeps {
  /** By the `path` argument; undefined if there is no such project, or it may not be read. */
  project(path: string | undefined): Promise<Project | undefined>;
}
