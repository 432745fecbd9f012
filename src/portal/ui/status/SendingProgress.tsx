import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { paceWords, percentOf, standstillOf, watchOn, type SendingZip, type Watch } from "./sendingPace.ts";

/** A zip on its way: how much of it has arrived, at what rate, and how long the rest will take. */
export function SendingProgress({ zip, lookedAt }: { zip: SendingZip; lookedAt: number }) {
  const [watch, setWatch] = useState(() => watchOn(undefined, zip, lookedAt));
  if (watch.lookedAt !== lookedAt) setWatch(watchOn(watch, zip, lookedAt));
  const percent = percentOf(watch.zip);
  const words = paceWords(watch);
  return (
    <Box sx={{ mb: 2.5 }}>
      {percent !== undefined && (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
          <LinearProgress
            variant="determinate"
            value={percent}
            aria-label="The zip is being sent"
            aria-valuetext={words}
            sx={{ flexGrow: 1, height: 8, borderRadius: 4 }}
          />
          <Typography variant="body2" aria-hidden>
            {percent}%
          </Typography>
        </Box>
      )}
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {words}
      </Typography>
      <span role="status" style={visuallyHidden}>
        {newsOf(watch)}
      </span>
    </Box>
  );
}

/** What is announced: each quarter and a standstill, and not every look. */
function newsOf(watch: Watch): string {
  if (standstillOf(watch) !== undefined) return "Nothing new arrives of the zip.";
  const quarters = Math.floor((percentOf(watch.zip) ?? 0) / 25);
  return quarters === 0 ? "" : `${quarters * 25}% of the zip has arrived.`;
}
