import { useQuery } from "@tanstack/react-query";
import type { ExtentServices } from "./extentServices.ts";

/** Null where the server does not read geodatabases. Loads nothing without a name. */
export const useUploadedArea = (storedName: string | undefined, readExtent: ExtentServices["readExtent"]) =>
  useQuery({
    queryKey: ["uploaded-extent", storedName],
    queryFn: async () => (await readExtent?.(storedName ?? "")) ?? null,
    enabled: storedName !== undefined && readExtent !== undefined,
    staleTime: Infinity,
    retry: false,
  });
