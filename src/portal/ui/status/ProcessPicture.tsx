import CheckCircle from "@mui/icons-material/CheckCircle";
import Cancel from "@mui/icons-material/CancelOutlined";
import CloudUpload from "@mui/icons-material/CloudUploadOutlined";
import Description from "@mui/icons-material/DescriptionOutlined";
import EditNote from "@mui/icons-material/EditNote";
import FolderZip from "@mui/icons-material/FolderZipOutlined";
import Schedule from "@mui/icons-material/Schedule";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { PHONE } from "../../theme.ts";

interface Station {
  Icon: SvgIconComponent;
  name: string;
  note: string;
  color?: string;
}

const stations: Station[] = [
  { Icon: EditNote, name: "Record", note: "in progress" },
  { Icon: Description, name: "YAML file", note: "into the model folder" },
  { Icon: FolderZip, name: "Zip", note: "of the model folder" },
  { Icon: CloudUpload, name: "Script", note: "sends the zip" },
  { Icon: Schedule, name: "Pending", note: "admin acceptance", color: "warning.main" },
];

const ends: Station[] = [
  { Icon: CheckCircle, name: "Accepted", note: "data available", color: "success.main" },
  { Icon: Cancel, name: "Rejected", note: "with reasons", color: "error.main" },
];

/** The way of a model in one line: from the record over the script to the agency's decision. On a phone it goes down. */
export function ProcessPicture() {
  return (
    <Box component="figure" sx={{ m: 0, my: 3 }}>
      <Box role="img" aria-label={inWords} sx={lineLook}>
        {stations.map((station) => (
          <Stop key={station.name} {...station} />
        ))}
        <Box sx={{ display: "grid", gap: 1.5, "& > *": { minHeight: 0 } }}>
          {ends.map((station) => (
            <Stop key={station.name} {...station} isSmall />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

const inWords =
  "A record in progress gives the YAML file; it goes into the model folder, which is zipped; the script sends the zip; " +
  "the record is pending admin acceptance, and then accepted or rejected.";

function Stop({
  Icon,
  name,
  note,
  color = "primary.main",
  isSmall = false,
}: Station & { isSmall?: boolean }) {
  return (
    <Box sx={isSmall ? smallStop : stop}>
      <Box sx={{ ...disc, ...(isSmall && { width: 32, height: 32 }), color, borderColor: color }}>
        <Icon sx={{ fontSize: isSmall ? 18 : 24 }} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" component="div" sx={{ fontWeight: 650, lineHeight: 1.3 }}>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div" sx={{ lineHeight: 1.3 }}>
          {note}
        </Typography>
      </Box>
    </Box>
  );
}

const lineLook = {
  display: "grid",
  gridTemplateColumns: "repeat(5, minmax(0, 1fr)) minmax(0, 1.35fr)",
  alignItems: "start",
  p: 2.5,
  border: "1px solid",
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.default",
  [PHONE]: { gridTemplateColumns: "1fr", gap: 2.5 },
};

const stop = {
  position: "relative",
  display: "grid",
  justifyItems: "center",
  gap: 1,
  textAlign: "center",
  px: 0.5,
  // The way on: a line to the next stop.
  "&::after": {
    content: '""',
    position: "absolute",
    top: 22,
    left: "calc(50% + 30px)",
    width: "calc(100% - 60px)",
    borderTop: "2px solid",
    borderColor: "divider",
  },
  // The two ends stand at the edge of their column: the line to them is shorter.
  "&:nth-last-of-type(2)::after": { width: "calc(50% - 26px)", [PHONE]: { width: 0 } },
  [PHONE]: {
    gridTemplateColumns: "auto 1fr",
    justifyItems: "start",
    alignItems: "center",
    textAlign: "left",
    columnGap: 2,
    "&::after": {
      content: '""',
      position: "absolute",
      top: 48,
      left: 25,
      width: 0,
      height: 16,
      borderTop: 0,
      borderLeft: "2px solid",
      borderColor: "divider",
    },
  },
} as const;

const smallStop = {
  display: "grid",
  gridTemplateColumns: "auto 1fr",
  alignItems: "center",
  gap: 1.25,
  pl: 1.5,
  [PHONE]: { pl: 0.75, gap: 2.5 },
} as const;

const disc = {
  width: 44,
  height: 44,
  display: "grid",
  placeItems: "center",
  borderRadius: "50%",
  border: "1.5px solid",
  bgcolor: "background.paper",
};
