import { useStore } from "react-admin";

export type RecordsView = "cards" | "table";

/** How the user likes to see the records, remembered in this browser. */
export const useRecordsView = () => useStore<RecordsView>("records.view", "cards");
