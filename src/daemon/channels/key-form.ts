/** Vertex AI: its key is one service-account JSON, which is full of commas. */
const VERTEX_AI = 41

/** Whether the stored key text is a list of keys that are used in turn. True for every type but one. */
export const isMultiKeyType = (type: number): boolean => type !== VERTEX_AI
