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

const SESSION_KEY = "plain-admin.user";
const list = new URLSearchParams(location.search).get("list") ?? "";

const authProvider: AuthProvider = {
  async login(credentials) {
    const response = await fetch("/data/signin", { method: "POST", body: JSON.stringify(credentials) });
    localStorage.setItem(SESSION_KEY, await response.text());
  },
  logout: async () => localStorage.removeItem(SESSION_KEY),
  checkAuth: () =>
    localStorage.getItem(SESSION_KEY) === null ? Promise.reject(new Error()) : Promise.resolve(),
  checkError: async () => undefined,
  getPermissions: async () => undefined,
};

const filters = [<SearchInput key="q" source="q" alwaysOn />];

/** As in react-admin's documentation: pages of 25 records from the server. */
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

const FileTree = () => (
  <RichTreeView items={useRecordContext<{ id: number; files: Item[] }>()?.files ?? []} />
);

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
