import type { English } from '../phrases.ts'

export const thirdParty: English<'thirdParty'> = {
  or: 'or',
  continueWith: {
    github: 'Continue with GitHub',
    oidc: 'Continue with OIDC',
    linuxdo: 'Continue with Linux DO',
    wechat: 'Continue with WeChat',
  },
  signedIn: 'Login successful',
  elsewhere: 'This works at the address of the site only: open {{address}} and log in there.',
  name: {
    github: 'GitHub',
    oidc: 'OIDC',
    linuxdo: 'Linux DO',
    wechat: 'WeChat',
    telegram: 'Telegram',
  },
  wechat: {
    title: 'Log in with WeChat',
    submit: 'Log in',
    bindTitle: 'Bind WeChat',
    bindSubmit: 'Bind',
    picture: 'QR code of the official account',
    noPicture: 'The administrator has set no QR code. Look for the official account of this site in WeChat.',
    how: 'Scan the code with WeChat, follow the official account and ask it for a verification code. The code is valid for 3 minutes.',
    code: 'Verification code',
    codeRequired: 'Please enter the verification code',
    bound: 'WeChat bound',
  },
  telegram: {
    noName: 'The administrator has not set the name of the Telegram bot, so its button cannot be shown.',
    missing: 'The Telegram button cannot be loaded. Check whether telegram.org is reachable from here.',
  },
  return: {
    bindHeading: 'Binding {{provider}}',
    heading: 'Logging in with {{provider}}',
    wait: 'One moment please.',
    failed: 'Operation failed',
    denied: 'You did not allow it at {{provider}}',
  },
  bind: {
    title: 'Ways to log in',
    none: 'Not bound',
    off: 'Not offered by this site',
    action: 'Bind',
    actionFor: 'Bind {{provider}}',
    done: '{{provider}} bound',
  },
}
