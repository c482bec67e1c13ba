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
  elsewhere: "This only works at the site's own address: open {{address}} and sign in there.",
  name: {
    github: 'GitHub',
    oidc: 'OIDC',
    linuxdo: 'Linux DO',
    wechat: 'WeChat',
    telegram: 'Telegram',
  },
  wechat: {
    title: 'Sign in with WeChat',
    submit: 'Sign in',
    bindTitle: 'Bind WeChat',
    bindSubmit: 'Bind',
    picture: 'QR code of the official account',
    noPicture:
      'The administrator has not set a QR code. Search WeChat for the official account of this site.',
    how: 'Scan the code with WeChat, follow the official account and ask it for a verification code. The code is valid for 3 minutes.',
    code: 'Verification code',
    codeRequired: 'Please enter the verification code',
    bound: 'WeChat bound',
  },
  telegram: {
    noName: 'The administrator has not set the name of the Telegram bot, so its button cannot be shown.',
    missing: 'The Telegram button could not be loaded. Check whether you can reach telegram.org.',
  },
  return: {
    bindHeading: 'Binding {{provider}}',
    heading: 'Signing in with {{provider}}',
    wait: 'One moment please.',
    failed: 'Operation failed',
    denied: 'You declined access at {{provider}}',
  },
  bind: {
    title: 'Sign-in methods',
    none: 'Not bound',
    off: 'Not offered by this site',
    action: 'Bind',
    actionFor: 'Bind {{provider}}',
    done: '{{provider}} bound',
  },
}
