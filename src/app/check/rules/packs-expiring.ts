import { isoTime } from '../../../core/clock.ts';
import { defineRule } from '../rule.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time to notice over a weekend; packs are made for a week unless said otherwise. */
const SOON_MS = 3 * DAY_MS;
const LASTING_MS = 7 * DAY_MS;

export const packsExpiring = defineRule({
  id: 'packs/expiring',
  severity: 'info',
  summary: 'A pack expires within three days, or has expired.',
  async find({ packs, now }) {
    return (await packs()).flatMap((each) => {
      if ('problem' in each) return [];
      const { pack, file } = each;
      if (pack.expiresAt === null) return [];
      const left = pack.expiresAt - now;
      if (left > SOON_MS) return [];
      // One made for an hour is meant to go; one that was to last should not go unnoticed.
      const lasting = pack.status === 'finalized' && pack.expiresAt - pack.createdAt > LASTING_MS;
      const when = isoTime(pack.expiresAt).replace(/\.\d+Z$/, 'Z');
      return [
        {
          file,
          line: 1,
          severity: lasting && left <= DAY_MS ? 'warning' : 'info',
          message: `The pack ${pack.name ?? pack.id} ${left <= 0 ? 'expired' : 'expires'} at ${when}.`,
          advice:
            left <= 0
              ? `If it is still needed: pilotbook pack restore ${pack.id}.`
              : `If it is still needed, give it more time: pilotbook pack edit ${pack.id} touch_ttl extend_minutes=10080.`,
        } as const,
      ];
    });
  },
});
