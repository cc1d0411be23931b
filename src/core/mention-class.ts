/** What a mention of a symbol's name can be; docs/design/symbols.md says what each promises. In order: the surest first. */
export const CLASSES = ['definition', 'certain', 'likely', 'possible', 'other', 'comment', 'string'] as const;
export type MentionClass = (typeof CLASSES)[number];
