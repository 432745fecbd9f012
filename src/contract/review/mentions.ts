/** Not in the middle of an email address. A name does not end with punctuation of the sentence. */
const MENTION_PATTERN = /(?<![\w.@])@[\w.-]*\w/g;

/** The user names after an @, each once. */
export const findMentions = (text: string): string[] => [
  ...new Set(text.match(MENTION_PATTERN)?.map((mention) => mention.slice(1))),
];
