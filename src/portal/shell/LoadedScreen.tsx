import { useQuery } from "@tanstack/react-query";
import { messages } from "../../contract/messages.ts";
import { VendorError } from "../providers/vendorError.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { screenCode, type ScreenRoute } from "./screenCode.ts";

/** A screen whose code is fetched when it is first opened, and fetched again on Retry when it could not be had. */
export function LoadedScreen({ route }: { route: ScreenRoute }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["screen", route],
    queryFn: async () => {
      try {
        return { Screen: await screenCode.load(route) };
      } catch (cause) {
        throw new VendorError(messages.networkFailed, 0, {}, { cause });
      }
    },
    initialData: () => {
      const Screen = screenCode.known(route);
      return Screen && { Screen };
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: "always",
    retry: false,
  });
  if (data) return <data.Screen />;
  const retry = async () => {
    const { isError } = await refetch();
    if (isError && (await isServed())) location.reload();
  };
  return error ? (
    <PageFrame title="Page not loaded">
      <ErrorState title="This page could not be loaded" error={error} onRetry={() => void retry()} />
    </PageFrame>
  ) : (
    <Loading />
  );
}

/** The portal answers, and yet the code is not there: another version is served by now, or the browser gave it up. */
const isServed = () =>
  fetch(import.meta.env.BASE_URL).then(
    ({ ok }) => ok,
    () => false,
  );
