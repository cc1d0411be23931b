/** `openGate`, `open_gate`, `open-gate`, `OpenGate` and `OPEN_GATE` are one name, spelt after the custom of the place. */
export function folded(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
