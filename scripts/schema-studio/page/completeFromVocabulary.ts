import { snippetCompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { loadCompletions } from "./calls.ts";

/** While the user types this, the suggestions stay the same. */
const WORD = /^"?[\w-]*$/;

/** The same suggestions as in an editor with the project's settings. */
export async function completeFromVocabulary(
  name: string,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  if (!context.explicit && !context.matchBefore(/"[\w-]*/)) return null;
  const found = await loadCompletions({ name, text: context.state.doc.toString(), offset: context.pos });
  const [first] = found;
  if (!first || context.aborted) return null;
  const options = found.map(({ label, filterText, info, snippet }) =>
    snippetCompletion(toTemplate(snippet), { label: filterText, displayLabel: label, ...(info && { info }) }),
  );
  return { from: first.from, to: first.to, options, validFor: WORD };
}

/** `$1` of the Language Server Protocol is `${1}` in CodeMirror; `${1:text}` is the same in both. */
const toTemplate = (snippet: string) => snippet.replaceAll(/\$(\d)/g, (_, stop: string) => `\${${stop}}`);
