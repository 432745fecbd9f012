import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { CollapsibleItems } from "../../ui/NameList.tsx";

const MAX_SHOWN = 5;

export const PathList = ({ title, paths }: { title: string; paths: string[] }) => (
  <div>
    <Typography variant="body2">{title}</Typography>
    <Box component="ul" sx={{ m: 0, pl: 2.5, typography: "body2", overflowWrap: "anywhere" }}>
      <CollapsibleItems
        items={paths}
        pluralNoun="files"
        maxShown={MAX_SHOWN}
        renderItem={(path) => <li key={path}>{showInvisibleCharacters(path)}</li>}
      />
    </Box>
  </div>
);
