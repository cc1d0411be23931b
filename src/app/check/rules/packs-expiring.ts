import { isoTime } from '../../../core/clock.ts';
import { defineRule } from '../rule.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_MS = 7 * DAY_MS;

export const packsExpiring = defineRule({
  id: 'packs/expiring',
  severity: 'info',
  summary: 'A pack expires within a week, or has expired.',
  async find({ packs, now }) {
    return (await packs()).flatMap((each) => {
      if ('problem' in each) return [];
      const { pack, file } = each;
      const left = pack.expiresAt - now;
      if (left > SOON_MS) return [];
      // One made for an hour is meant to go; one that was to last should not go unnoticed.
      const lasting = pack.status === 'finalized' && pack.expiresAt - pack.createdAt > SOON_MS;
      const when = isoTime(pack.expiresAt).replace(/\.\d+Z$/, 'Z');
      return [
        {
          file,
          line: 1,
          severity: lasting && left <= DAY_MS ? 'warning' : 'info',
          message: `The pack ${pack.name ?? pack.id} ${left <= 0 ? 'expired' : 'expires'} at ${when}.`,
          advice: 'If it is still needed, give it more time: input with action touch_ttl.',
        } as const,
      ];
    });
  },
});
