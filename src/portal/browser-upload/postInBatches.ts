import { yieldToPage } from "../../contract/yieldToPage.ts";

const BATCH_SIZE = 500;

/** Posting all files of a large model at once would block the page. */
export async function postInBatches<Item>(items: Item[], post: (batch: Item[]) => void): Promise<void> {
  for (let first = 0; first < items.length; first += BATCH_SIZE) {
    post(items.slice(first, first + BATCH_SIZE));
    await yieldToPage();
  }
}
