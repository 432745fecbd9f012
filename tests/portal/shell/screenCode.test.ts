import { expect, it } from "vitest";
import { screenAt } from "../../../src/portal/shell/screenCode.ts";

it.each([
  ["/metadata_app/app/", { route: "/app/" }],
  ["/metadata_app/app/settings", { route: "/app/settings" }],
  ["/metadata_app/app/form/new", { route: "/app/form/new" }],
  ["/metadata_app/app/form/7", { route: "/app/form/:recordId", recordId: "7" }],
  ["/metadata_app/app/view/7", { route: "/app/view/:recordId", recordId: "7" }],
  ["/metadata_app/app/view/7/more", { route: "/app/" }],
  ["/metadata_app/app/view/%E0%A4%A", { route: "/app/" }],
  ["/metadata_app/", { route: "/app/" }],
  ["/elsewhere", { route: "/app/" }],
])("knows what %s will need", (pathname, expected) => {
  expect(screenAt(pathname)).toEqual(expected);
});
