/** Prefix of the ids of files uploaded for a request. Ids sent by clients belong to other vendors. */
export const UPLOADED = 'dify-upload:'
