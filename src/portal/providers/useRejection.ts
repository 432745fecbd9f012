import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { Notification } from "../../contract/generated/entities.ts";
import type { PortalDataProvider } from "./dataProvider.ts";
import { latestNotification } from "./latestNotification.ts";
import { useRecordNotifications } from "./useRecordNotifications.ts";

/** What a rejection asks to be changed: one field, one file, or one finding of the model report. */
export type Reason = NonNullable<Notification["reasons"]>[number];

/** The record's last rejection; undefined where there was none. */
export function useRejection(recordId: string): Notification | undefined {
  const { data = [] } = useRecordNotifications(recordId);
  return latestNotification(data, "rejected");
}

/** Ticks reasons of the last rejection off, and takes ticks away. */
export function useAnswerReason(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate } = useMutation({
    mutationFn: ({ id, answered }: { id: string; answered: boolean }) =>
      dataProvider.answerReason(recordId, id, answered),
    onError: () => notify(messages.generic, { type: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications", recordId] }),
  });
  return { answer: (id: string, answered: boolean) => mutate({ id, answered }) };
}
