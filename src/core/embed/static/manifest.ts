/** The table that ships in the package. The hashes are here, in code, so that a swapped file is noticed. */
export interface ModelManifest {
  name: string;
  rows: number;
  dims: number;
  table: { file: string; sha256: string };
  vocabulary: { file: string; bytes: number; sha256: string };
}

export const MANIFEST: ModelManifest = {
  name: 'static-256',
  rows: 39_816,
  dims: 256,
  table: {
    file: 'static-256.bin',
    sha256: 'fa72004b118b9ad219b98246a8d51a831c11ca5bda4e406a02cee6aef6693d72',
  },
  vocabulary: {
    file: 'static-256.vocab.txt',
    bytes: 308_528,
    sha256: 'a268a2975a19d6c4f488a5447f4536400ca6694caa75f0fab8724d84e84ff2c6',
  },
};
