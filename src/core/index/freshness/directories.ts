/** All directories on the way to the files, the root (``) included. */
export function directoriesOf(paths: Iterable<string>): Set<string> {
  const directories = new Set<string>(['']);
  for (const path of paths) {
    let end = path.lastIndexOf('/');
    while (end > 0) {
      const directory = path.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
      end = path.lastIndexOf('/', end - 1);
    }
  }
  return directories;
}
