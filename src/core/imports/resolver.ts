/** One import of one file, to the files of the workspace it means. Empty: not a file of this workspace. */
import type { ImportReference } from '../languages/index.ts';
import type { FileView } from './file-view.ts';

export interface ImportAt {
  /** The file that imports. */
  from: string;
  reference: ImportReference;
  view: FileView;
}

export type Resolver = (asked: ImportAt) => Promise<readonly string[]>;
