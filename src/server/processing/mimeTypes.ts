const DEFAULT_MIME_TYPE = "application/octet-stream";

/** File types of flood models. Types that a browser could execute on our pages become plain text or a download. */
const MIME_TYPE_BY_EXTENSION: Record<string, string> = {
  bmp: "image/bmp",
  css: "text/plain",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  geojson: "application/geo+json",
  gif: "image/gif",
  h5: "application/x-hdf5",
  hdf: "application/x-hdf5",
  htm: "text/plain",
  html: "text/plain",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/plain",
  json: "application/json",
  log: "text/plain",
  md: "text/plain",
  nc: "application/x-netcdf",
  pdf: "application/pdf",
  png: "image/png",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  prj: "text/plain",
  py: "text/plain",
  rasmap: "text/plain",
  svg: "text/plain",
  tif: "image/tiff",
  tiff: "image/tiff",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  xhtml: "text/plain",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "text/plain",
  yaml: "text/plain",
  yml: "text/plain",
  zip: "application/zip",
};

export function getMimeType(path: string): string {
  const [, extension = ""] = /\.([A-Za-z0-9]+)$/.exec(path) ?? [];
  return Object.hasOwn(MIME_TYPE_BY_EXTENSION, extension.toLowerCase())
    ? MIME_TYPE_BY_EXTENSION[extension.toLowerCase()]!
    : DEFAULT_MIME_TYPE;
}
