export function title(text: string): void {
  console.log(`\n${text}`);
}

export function row(name: string, ms: number, note = ''): void {
  const time =
    ms < 100 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
  console.log(`  ${name.padEnd(32)}${time.padStart(10)}   ${note}`);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
