import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "data", "coverage", "src/contract/generated"] },
  ...tseslint.configs.strict,
  reactHooks.configs.flat.recommended,
  {
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "max-lines": ["warn", { max: 300, skipBlankLines: true, skipComments: true }],
      // Only the React Compiler, which is not used here, cannot memoize around such a library.
      "react-hooks/incompatible-library": "off",
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["tests/**"],
    rules: { "max-lines": "off", "react-hooks/rules-of-hooks": "off" },
  },
  { files: ["scripts/**", "src/server/main.ts"], rules: { "no-console": "off" } },
);
