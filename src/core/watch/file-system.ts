/** On which file systems of Linux a watch sees every change, and sees it at once. */
import { statfsSync } from 'node:fs';
import { IS_LINUX } from '../system.ts';

/** The kernel makes all changes to these itself. Those of network file systems, and of those in user space, others make too: without an event. */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x9123683e, // btrfs
  0x58465342, // xfs
  0x01021994, // tmpfs
  0x794c7630, // overlay
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0xca451a4e, // bcachefs
]);

/** Whether the kernel queues the event of every change before the writer's call returns. */
export function canBeWatched(place: string): boolean {
  try {
    return IS_LINUX && LOCAL.has(statfsSync(place).type);
  } catch {
    return false;
  }
}
