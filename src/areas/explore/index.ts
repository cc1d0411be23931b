/**
 * Explore: ask the repository (specs/repo). Deterministic, sandboxed, audited. Owns `last_bundle.*` in the
 * data directory; refuses to know who calls.
 */
import type { Area } from '../../core/tool.ts';
import type { ExploreDeps } from './ports.ts';
import { auditLogTool } from './tools/audit-log.ts';
import { listFilesTool } from './tools/list-files.ts';
import { openFileTool } from './tools/open-file.ts';
import { statusTool } from './tools/status.ts';
import { exploreWire } from './wire.ts';

export type { AuditReader, ExploreDeps, ExploreLimits } from './ports.ts';

export function exploreArea(deps: ExploreDeps): Area {
  return {
    toolset: 'explore',
    tools: [statusTool(deps), listFilesTool(deps), openFileTool(deps), auditLogTool(deps)],
    wire: exploreWire(deps.limits.maxTotalBytesPerResponse),
  };
}
