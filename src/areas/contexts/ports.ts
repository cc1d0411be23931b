/** What contexts asks of the rest of the program; the app passes it in. */
import type { Project } from './project.ts';

export interface ContextsDeps {
  /** By the `path` argument; undefined if there is no such project, or it may not be read. */
  project(path: string | undefined): Promise<Project | undefined>;
}
