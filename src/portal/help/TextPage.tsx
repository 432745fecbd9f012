import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import type { DictionaryRow } from "../../contract/schema/dataDictionary.ts";
import { routes } from "../routes.ts";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { useHomePath } from "../ui/page/useHomePath.ts";

export const TextPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageFrame title={title} back={{ to: useHomePath(), label: "Back" }}>
    <Paper variant="outlined" sx={pageStyles}>
      {children}
    </Paper>
  </PageFrame>
);

export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to} underline="always">
    {children}
  </Link>
);

export const FieldLinks = ({ rows }: { rows: DictionaryRow[] }) => (
  <ul style={{ columnWidth: "240px" }}>
    {rows.map(({ name, label, isRequired }) => (
      <li key={name} style={{ breakInside: "avoid" }}>
        <TextLink to={`${routes.dictionary}#${name}`}>{label}</TextLink>
        {isRequired && " *"}
      </li>
    ))}
  </ul>
);

const pageStyles = {
  p: { xs: 2.5, sm: 4 },
  "& h2": { typography: "h2", m: 0, mb: 1 },
  "& * + h2": { mt: 5 },
  "& h3": { typography: "h3", mt: 2.5, mb: 0.5 },
  "& p": { my: 1.5 },
  "& ul, & ol": { mt: 0.5, mb: 2, pl: 3 },
  "& li": { py: 0.375 },
};
