import { useAnswer } from "./useAnswer.ts";

/** The lists that come from calls, asked for once. */
export const useReferences = () =>
  useAnswer(["references"], (dataProvider) => dataProvider.references(), { staleTime: Infinity });
