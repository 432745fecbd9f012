import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { routes } from "../routes.ts";
import type { DictionarySection } from "./dictionarySections.ts";

/** Every field by its label, under its section; each leads to what is said of it. */
export const DictionaryContents = ({ sections }: { sections: DictionarySection[] }) => (
  <Box component="nav" aria-label="Fields" sx={columns}>
    {sections.map(({ title, rows }) => (
      <Box key={title} sx={{ breakInside: "avoid", mb: 2 }}>
        <Typography component="p" variant="body2" sx={{ fontWeight: 650 }}>
          {title}
        </Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", fontSize: "0.9375rem" }}>
          {rows.map(({ name, label }) => (
            <li key={name}>
              <Link component={RouterLink} to={`${routes.dictionary}#${name}`} sx={link}>
                {label}
              </Link>
            </li>
          ))}
        </Box>
      </Box>
    ))}
  </Box>
);

const columns = { columnWidth: "240px", columnGap: 3, mt: 3, mb: 2 };

const link = { display: "inline-block", py: 0.375 };
