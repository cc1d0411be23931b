import type { Folder } from './folder.ts';

/** Makes a file of a name and takes it away again, so that whoever watches the folder is told of it. */
export function markerIn(open: () => Promise<Folder>): (name: string) => Promise<void> {
  let opened: Promise<Folder> | undefined;
  return async (name) => {
    opened ??= open();
    try {
      const folder = await opened;
      await folder.createExclusive(name, '', { durable: false });
      await folder.remove(name);
    } catch (thrown) {
      opened = undefined;
      throw thrown;
    }
  };
}
