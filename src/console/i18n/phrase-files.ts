/** Each catalogue is a chunk of its own, fetched with the page that needs it. */
export const phraseFiles = import.meta.glob<Readonly<Record<string, unknown>>>([
  './zh/*.ts',
  './en/*.ts',
  '!./*/common.ts',
])
