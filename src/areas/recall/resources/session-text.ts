/** The texts of context://session/current and context://sessions/recent. */
import { isoTime } from '../../../core/clock.ts';
import { keywords } from '../../../core/text/index.ts';
import type { Session } from '../sessions/session.ts';
import { bullets, duration, limited } from './markdown.ts';

const CURRENT_MAX_BYTES = 10 * 1024;
const RECENT_MAX_BYTES = 50 * 1024;
const MOST_TOPICS = 12;
const SHORT_ID = 8;

export function currentText(session: Session, nowMs: number): string {
  const files = session.files.map(
    ({ path, reads }) => `${path} (${reads} ${reads === 1 ? 'read' : 'reads'})`,
  );
  return limited(
    [
      '# Current session',
      '',
      `- Session: ${session.id}`,
      `- Started: ${isoTime(session.startedMs)}`,
      `- Duration: ${duration(nowMs - session.startedMs)}`,
      `- Status: ${session.status}`,
      `- Tool calls: ${session.toolCalls}`,
      `- Discoveries: ${session.discoveries.length}`,
      ...topicLine(session),
      '',
      '## Files',
      '',
      ...(files.length === 0 ? ['None read so far.'] : bullets(files)),
    ],
    CURRENT_MAX_BYTES,
  );
}

export function recentText(sessions: readonly Session[], nowMs: number): string {
  const lines = ['# Recent sessions'];
  for (const session of sessions) {
    const until = session.endedMs ?? (session.status === 'active' ? nowMs : session.lastMs);
    lines.push(
      '',
      `## ${session.id.slice(0, SHORT_ID)}`,
      '',
      `- Started: ${isoTime(session.startedMs)}`,
      `- Duration: ${duration(until - session.startedMs)}`,
      `- Status: ${session.status}`,
      `- Files: ${session.fileCount}`,
      ...topicLine(session),
      `- Discoveries: ${session.discoveries.length}`,
    );
  }
  if (sessions.length === 0) lines.push('', 'None yet.');
  return limited(lines, RECENT_MAX_BYTES);
}

function topicLine({ searches }: Session): string[] {
  const topics = keywords(searches.join(' '), MOST_TOPICS);
  return topics.length === 0 ? [] : [`- Topics: ${topics.join(', ')}`];
}
