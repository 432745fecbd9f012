import { useEffect, useState } from "react";

const SHOWN_FOR = 3000;

/** Why the last session ended: at the bottom right, announced, for three seconds. */
export function Farewell({ words }: { words?: string | undefined }) {
  const [over, setOver] = useState<string>();
  useEffect(() => {
    if (words === undefined) return;
    const timer = setTimeout(() => setOver(words), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div role="status" className="login-toasts">
      {words !== undefined && words !== over && <p className="login-toast">{words}</p>}
    </div>
  );
}
