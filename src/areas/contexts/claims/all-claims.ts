/** The claims of documents, for searches and notes on results: each decision and each constraint on its own. */
import { isRefusal } from '../../../core/workspace/index.ts';
import { checkScope, documentOf, documentScopes, type Project } from '../freshness/freshness.ts';

export interface Claim {
  /** `src/auth#decision-1` */
  id: string;
  scope: string;
  kind: 'decision' | 'constraint';
  title: string;
  text: string;
  /** When the document was last updated. */
  date: string;
}

export interface ContextKnowledge {
  /** The claims of these directories, in their order; costs one stat for each while nothing changed. */
  of(scopes: readonly string[]): Promise<Claim[]>;
  all(signal: AbortSignal): Promise<Claim[]>;
  /** Whether the files of a directory are those that its document was written about; undefined if it has none. */
  freshness(scope: string, signal: AbortSignal): Promise<'fresh' | 'stale' | undefined>;
}

export function knowledgeOf(project: () => Promise<Project>): ContextKnowledge {
  const of = async (scopes: readonly string[]) => {
    const opened = await project();
    const found: Claim[] = [];
    for (const scope of scopes) found.push(...(await claimsOf(opened, scope)));
    return found;
  };
  return {
    of,
    async all(signal) {
      const { workspace } = await project();
      return await of(await documentScopes(workspace, signal));
    },
    async freshness(scope, signal) {
      const opened = await project();
      const path = opened.workspace.resolve(scope);
      return isRefusal(path) ? undefined : (await checkScope(opened, path, signal)).freshness?.state;
    },
  };
}

async function claimsOf(project: Project, scope: string): Promise<Claim[]> {
  const document = await documentOf(project, scope);
  if (document === null) return [];
  const { decisions, constraints, lastUpdated: date } = document;
  return [
    ...decisions.map(({ what, why, tradeoff }, at) => ({
      id: `${scope}#decision-${at + 1}`,
      scope,
      kind: 'decision' as const,
      title: what,
      text: [what, why, tradeoff ?? ''].filter(Boolean).join('\n'),
      date,
    })),
    ...constraints.map((text, at) => ({
      id: `${scope}#constraint-${at + 1}`,
      scope,
      kind: 'constraint' as const,
      title: text,
      text,
      date,
    })),
  ];
}
