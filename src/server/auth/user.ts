/** Whoever signed in, as every call after sign-in knows them. The id is their contact's id too. */
export interface User {
  id: string;
  username: string;
  roles: string[];
}
