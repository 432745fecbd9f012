import { RichTreeView } from "@mui/x-tree-view/RichTreeView";
import simpleRestProvider from "ra-data-simple-rest";
import {
  Admin,
  DataTable,
  List,
  Resource,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
  useRecordContext,
  type AuthProvider,
} from "react-admin";
import { createRoot } from "react-dom/client";

const SIGNED_IN = "stock-admin.user";
const list = new URLSearchParams(location.search).get("list") ?? "";

/** Signing in by a call, kept in local storage: react-admin's own example. */
const authProvider: AuthProvider = {
  async login(credentials) {
    const answer = await fetch("/data/signin", { method: "POST", body: JSON.stringify(credentials) });
    localStorage.setItem(SIGNED_IN, await answer.text());
  },
  logout: async () => localStorage.removeItem(SIGNED_IN),
  checkAuth: () =>
    localStorage.getItem(SIGNED_IN) === null ? Promise.reject(new Error()) : Promise.resolve(),
  checkError: async () => undefined,
  getPermissions: async () => undefined,
};

const filters = [<SearchInput key="q" source="q" alwaysOn />];

/** The records in react-admin's own list and table, as its documentation begins: pages of 25, made by the server. */
const RecordList = () => (
  <List filters={filters} perPage={25}>
    <DataTable>
      <DataTable.Col source="title" />
      <DataTable.Col source="identifier" />
      <DataTable.Col source="summary" />
      <DataTable.Col source="cities" />
      <DataTable.Col source="counties" />
      <DataTable.Col source="status" />
      <DataTable.Col source="since" />
    </DataTable>
  </List>
);

interface Item {
  id: string;
  label: string;
  children?: Item[];
}

/** The files of a model in MUI X's own tree view. */
const FileTree = () => (
  <RichTreeView items={useRecordContext<{ id: number; files: Item[] }>()?.files ?? []} />
);

/** A record on react-admin's own page. */
const RecordShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="title" />
      <FileTree />
    </SimpleShowLayout>
  </Show>
);

createRoot(document.getElementById("root")!).render(
  <Admin dataProvider={simpleRestProvider(`/data/lists/${list}`)} authProvider={authProvider}>
    <Resource name="records" list={RecordList} show={RecordShow} />
  </Admin>,
);
