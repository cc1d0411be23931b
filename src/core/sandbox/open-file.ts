/** Opens files for reading: first opens, then checks what was opened, so that a link swapped in between changes nothing. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { IS_LINUX } from '../system.ts';
import type { Boundary } from './boundary.ts';
import { isRefusal, type Refusal, refusalOf, refuse, systemCode } from './refusal.ts';
import type { RepoPath } from './repo-path.ts';

export interface OpenedFile {
  fd: number;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

// NONBLOCK: a FIFO must not hang the server. NOCTTY: a terminal must not take it over. Windows has none of them.
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
/** What O_NOFOLLOW says to a link: ELOOP on Linux and macOS, EMLINK on FreeBSD. */
const IS_A_LINK = new Set(['ELOOP', 'EMLINK']);

/** The real path of a descriptor; undefined where the system does not offer it. */
export type DescriptorPath = (fd: number) => string | undefined;

export const procDescriptorPath: DescriptorPath = (fd) => {
  if (!IS_LINUX) return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // No /proc in this container.
    return undefined;
  }
};

/**
 * What tells that a file is another one. In a frozen tree the time of writing stands for the content, and the other two differ from
 * machine to machine though the files are the same.
 */
export function fileStat(
  { frozen }: Boundary,
  { size, mtimeMs, ctimeMs, ino }: Omit<OpenedFile, 'fd'>,
): Omit<OpenedFile, 'fd'> {
  return frozen ? { size, mtimeMs, ctimeMs: 0, ino: 0 } : { size, mtimeMs, ctimeMs, ino };
}

interface Identity {
  dev: bigint;
  ino: bigint;
}

/** Which file a name leads to; links are not followed. */
export type NamedIdentity = (place: string) => Identity;

const lstatIdentity: NamedIdentity = (place) => lstatSync(place, { bigint: true });

/** The caller closes what it gets. */
export function openFile(
  boundary: Boundary,
  path: RepoPath,
  descriptorPath: DescriptorPath = procDescriptorPath,
  namedIdentity: NamedIdentity = lstatIdentity,
): OpenedFile | Refusal {
  if (boundary.isDenied(path)) return refuse('denied');
  const place = boundary.hostPath(path);
  const fd = openAt(boundary, place);
  if (typeof fd !== 'number') return fd;
  const judged = judge(
    boundary,
    fd,
    place,
    (opened) => descriptorPath(opened) ?? namedPath(opened, place, namedIdentity),
  );
  if (isRefusal(judged)) closeSync(fd);
  return judged;
}

function openAt(boundary: Boundary, place: string): number | Refusal {
  try {
    return openSync(place, FLAGS);
  } catch (thrown) {
    if (!IS_A_LINK.has(systemCode(thrown))) return refusalOf(thrown);
  }
  // A link inside the root to a file inside the root may be read: open its target instead.
  try {
    const real = realpathSync.native(place);
    const admitted = boundary.admit(real);
    return isRefusal(admitted) ? admitted : openSync(real, FLAGS);
  } catch (thrown) {
    return refusalOf(thrown);
  }
}

function judge(
  boundary: Boundary,
  fd: number,
  place: string,
  realPath: (fd: number) => string | Refusal,
): OpenedFile | Refusal {
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return refuse('not_a_file');
    const real = realPath(fd);
    if (isRefusal(real)) return real;
    if (real !== place) {
      const admitted = boundary.admit(real);
      if (isRefusal(admitted)) return admitted;
    }
    return { fd, ...fileStat(boundary, stat) };
  } catch (thrown) {
    return refusalOf(thrown);
  }
}

/** Without /proc: the name is resolved again and must still lead to the very file that was opened. */
function namedPath(fd: number, place: string, namedIdentity: NamedIdentity): string | Refusal {
  const real = realpathSync.native(place);
  const named = namedIdentity(real);
  const opened = fstatSync(fd, { bigint: true });
  const isSame =
    named.ino === opened.ino && (named.dev === opened.dev || sameIdentity(openedAt(real), opened));
  return isSame ? real : refuse('outside');
}

/** Some releases of Node for Windows (22.12, 24.0) report another device by name than by descriptor, so compare descriptors. */
function openedAt(real: string): Identity {
  const fd = openSync(real, FLAGS);
  try {
    return fstatSync(fd, { bigint: true });
  } finally {
    closeSync(fd);
  }
}

function sameIdentity(one: Identity, other: Identity): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}
