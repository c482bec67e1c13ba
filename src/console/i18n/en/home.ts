import type { English } from '../phrases.ts'

export const home: English<'home'> = {
  title: 'Home',
  lead: 'One address for all models',
  text: 'Keep your OpenAI, Anthropic or Gemini client. Change its base address, and use a token from this site as the key.',
  textPriced:
    'Keep your OpenAI, Anthropic or Gemini client. Change its base address, use a token from this site as the key, and pay the prices listed below.',
  openConsole: 'Open the console',
  playground: 'Try it in the playground',
  login: 'Sign in',
  register: 'Create an account',
  example: 'Your first request',
  connect: {
    title: 'Connect your client',
    lead: 'The same token works with all three protocols.',
    copy: 'Copy the address for {{protocol}}',
    register: {
      title: 'Create an account',
      text: 'You are signed in right away.',
    },
    login: {
      title: 'Sign in',
      text: 'Use the account that the administrator gave you.',
    },
    signedIn: {
      title: 'Check your balance',
      text: 'You are signed in. The wallet shows what you can spend.',
    },
    token: {
      title: 'Create a token',
      text: 'It is the key of your client. You can limit its models, budget and expiry date.',
    },
    address: {
      title: 'Set the base address and the key',
      text: 'Use the address of the protocol that your client speaks.',
    },
  },
  protocol: {
    openai: { name: 'OpenAI', clients: 'OpenAI SDKs, Codex and compatible clients' },
    anthropic: { name: 'Anthropic', clients: 'Anthropic SDKs and Claude Code' },
    gemini: { name: 'Gemini', clients: 'Google Gen AI SDKs and Gemini CLI' },
  },
  models: {
    title: 'Models and prices',
    lead: 'In dollars per million tokens, unless another unit is given.',
    leadOfGroup: 'Group {{group}}, in dollars per million tokens, unless another unit is given.',
    all_one: 'See the model',
    all_other: 'See all {{count}} models',
    model: 'Model',
    input: 'Input',
    cached: 'Cached input',
    output: 'Output',
    perCall: '{{price}} per call',
    perSecond: '{{price}} per second',
    none: 'No models are available at the moment.',
    unpriced: 'No prices are set at the moment.',
    unpricedAdmin: 'No model has a price yet. Set prices and they appear here.',
    setPrices: 'Set prices',
    noneAdmin: 'No channel offers any models yet. Add a channel and its models appear here.',
    channels: 'Go to channels',
  },
  notice: 'Notice',
  noticeSeen: 'Got it',
}
