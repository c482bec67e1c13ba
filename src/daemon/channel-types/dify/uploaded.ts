/** What the ids of files that were uploaded for a request begin with: clients' own ids are other vendors'. */
export const UPLOADED = 'dify-upload:'
