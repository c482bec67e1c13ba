import type { English } from '../phrases.ts'

export const about: English<'about'> = {
  title: 'About',
  text: 'Tollgate is a gateway that sells metered access to AI models: every request is routed, relayed, metered and charged exactly once. Any OpenAI, Anthropic or Gemini client works with it unchanged.',
  address: 'Base address',
  copyAddress: 'Copy base address',
  version: 'Version',
  started: 'Running since',
  models: 'Models and prices',
}
