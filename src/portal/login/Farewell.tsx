import { useEffect, useState } from "react";

const SHOWN_FOR = 3000;

/** Why the last session ended: at the bottom right, announced, for three seconds from when the tab is looked at. */
export function Farewell({ words }: { words?: string | undefined }) {
  const [over, setOver] = useState<string>();
  useEffect(() => {
    if (words === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      if (!document.hidden) timer ??= setTimeout(() => setOver(words), SHOWN_FOR);
    };
    begin();
    document.addEventListener("visibilitychange", begin);
    return () => {
      document.removeEventListener("visibilitychange", begin);
      clearTimeout(timer);
    };
  }, [words]);
  return (
    <div role="status" className="login-toasts">
      {words !== undefined && words !== over && <p className="login-toast">{words}</p>}
    </div>
  );
}
