export { adaptClaudeRequest, claudeHeaders, defaultOutputTokens } from './claude-adapters.ts'
export { collectCountableTexts } from './count-tokens.ts'
export { anthropicMessages } from './messages.ts'
