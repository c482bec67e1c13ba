/** Each catalogue is a separate chunk, fetched with the page that needs it. */
export const phraseFiles = import.meta.glob<Readonly<Record<string, unknown>>>([
  './zh/*.ts',
  './en/*.ts',
  '!./*/common.ts',
])
