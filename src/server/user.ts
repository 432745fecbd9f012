/** The signed-in user. The id is also the id of the user's contact. */
export interface User {
  id: string;
  username: string;
  roles: string[];
}
