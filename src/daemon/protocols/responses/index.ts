export { collectCountableTexts } from './countable-texts.ts'
export { openaiResponses } from './openai-responses.ts'
export { readStoredUse } from './read-stored-use.ts'
