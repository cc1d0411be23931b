import { execFileSync } from 'node:child_process';

/** Tests of the built program must not meet yesterday's build. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
