export { adaptClaudeRequest, claudeHeaders, defaultOutputTokens } from './claude-adapters.ts'
export { collectCountableTexts } from './count-tokens.ts'
export { anthropicMessages, bedrockMessages } from './messages.ts'
