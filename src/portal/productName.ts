/** What the product is called wherever it names itself. */
export const PRODUCT_NAME = "Flood Model Portal";
