/** What knowing the files may cost. Beyond any of these all files are searched each time, as in a small tree. */
export interface Limits {
  tableBytes: number;
  files: number;
  directories: number;
}

export const LIMITS: Limits = {
  // What a server beside an editor may hold: kubernetes six times over. Tables are between a fourth (no two lines alike)
  // and a twenty-fourth (kubernetes) of the text.
  tableBytes: 64 * 1024 * 1024,
  // A file takes 330 bytes beside its table: 66 MB.
  files: 200_000,
  // A directory takes 26 µs to watch and 0.8 KB here, and about 1 KB of the kernel's memory; older systems give one
  // person no more than 8,192, newer ones by their memory, and editors want some too.
  directories: 32_768,
};
