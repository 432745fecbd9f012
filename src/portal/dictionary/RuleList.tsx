import Box from "@mui/material/Box";
import type { DictionaryRule } from "../../contract/schema/dataDictionary.ts";
import { Code } from "./Code.tsx";

/** The rules of a field in words, each with what people read when they break it. */
export const RuleList = ({ rules }: { rules: DictionaryRule[] }) => (
  <Box component="ul" sx={list}>
    {rules.map(({ about, rule, wording }) => (
      <li key={`${about} ${rule}`}>
        <RuleWords words={`${about && `${about} `}${rule}`} />
        {wording !== undefined && (
          <Box component="span" sx={{ display: "block", color: "error.main" }}>{`“${wording}”`}</Box>
        )}
      </li>
    ))}
  </Box>
);

/** The rule as a sentence; a pattern in it as the code it is. */
function RuleWords({ words }: { words: string }) {
  const [, before = words, pattern] = /^(.*?matches )(.+)$/s.exec(words) ?? [];
  return (
    <>
      {sentence(before)}
      {pattern !== undefined && <Code text={pattern} />}
    </>
  );
}

/** "is required" is said "Is required". */
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const list = { m: 0, p: 0, listStyle: "none", "& li + li": { mt: 0.75 } };
