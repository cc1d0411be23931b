/** A reason of the anchor engine as the end of a message. */
export function sentence(reason: string): string {
  return reason.endsWith('.') ? reason : `${reason}.`;
}
