import {
  buildReferenceList,
  findChoiceErrors,
  isChoiceList,
  toSourceName,
  type ReferenceList,
} from "../../generate/choiceLists.ts";
import { isListName, toListFile } from "../fileNames.ts";

/** Of "reference/survey-methods": surveyMethods. */
export const getSourceName = (name: string): string => toSourceName(toListFile(name));

/** @throws Error if the text is no list without errors */
export function readList(name: string, text: string): ReferenceList {
  const entries: unknown = JSON.parse(text);
  if (!isChoiceList(entries) || findChoiceErrors(entries).length > 0) throw new Error("The list has errors.");
  return buildReferenceList(toListFile(name), entries);
}

type Vocabulary = Record<string, object>;

const getOptions = (vocabulary: Vocabulary) =>
  vocabulary["x-options"] as { properties: { source: { enum: string[] } } };

export const listSources = (vocabulary: Vocabulary): string[] =>
  getOptions(vocabulary).properties.source.enum;

/** Also offers the lists that are not saved yet. */
export function addSources(vocabulary: Vocabulary, names: string[]): Vocabulary {
  const options = getOptions(vocabulary);
  const added = names.filter(isListName).map(getSourceName);
  const source = { enum: [...new Set([...options.properties.source.enum, ...added])].toSorted() };
  return { ...vocabulary, "x-options": { ...options, properties: { ...options.properties, source } } };
}
