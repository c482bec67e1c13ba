import type { English } from '../phrases.ts'

export const home: English<'home'> = {
  title: 'Home',
  lead: 'One address for every model. Metered by the token, every charge explained.',
  openConsole: 'Open the console',
  login: 'Sign in',
  pricing: 'See prices',
  example: 'Works with any OpenAI, Anthropic or Gemini client',
  notice: 'Notice',
  noticeSeen: 'Got it',
}
