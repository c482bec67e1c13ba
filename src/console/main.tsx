import './theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keepFocusInSight } from './components/ui/focus-in-sight.ts'
import { startI18n } from './i18n/i18n.ts'
import { preloadPageAt } from './page-modules.ts'
import { session } from './state/session.ts'
import { followTheme } from './state/theme.ts'

followTheme()
keepFocusInSight()
await startI18n()
preloadPageAt(location.pathname, session.user() !== undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<App />)
