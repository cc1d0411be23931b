/** Words that hold a question together and say nothing about what is asked. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could did do does for from had has have how i if in into is it its may might of on or our
should so such than that the their them then there these they this those to was we were what when where which who why will with
would you your`.split(/\s+/),
);
