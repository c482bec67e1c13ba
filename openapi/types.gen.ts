// Made by scripts/generate-contract.ts from openapi/openapi.yaml. Do not edit.
export interface paths {
    "/api/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the about page */
        get: operations["getAbout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access_token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the own access tokens */
        get: operations["listAccessTokens"];
        put?: never;
        /** Make a named access token */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access_token/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End an access token */
        delete: operations["deleteAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages that were sent
         * @description Newest first.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a message
         * @description All recipients have it at the same moment, or nobody has.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the messages that were sent
         * @description Newest first.
         */
        get: operations["searchMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one message */
        get: operations["getMessage"];
        /**
         * Change a message
         * @description Whoever has read it has still read it; the recipients stay.
         */
        put: operations["updateMessage"];
        post?: never;
        /**
         * Delete a message
         * @description It is gone from every inbox as well.
         */
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who was sent a message
         * @description By number of the account.
         */
        get: operations["listMessageRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the books add up
         * @description Derives every balance again from the entries, on a snapshot of the running system. One run at a time; who comes meanwhile gets its result.
         */
        get: operations["auditBooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/last": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what the last audit of all entries found
         * @description As this daemon remembers it; a restart forgets.
         */
        get: operations["getLastAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit_event/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List administrative changes
         * @description Newest first.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List channels */
        get: operations["listChannels"];
        /** Change a channel */
        put: operations["updateChannel"];
        /** Create a channel */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete the selected channels */
        post: operations["deleteChannels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/batch/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give the selected channels a tag */
        post: operations["tagChannels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete all disabled channels
         * @description Those of status 2 and 3.
         */
        delete: operations["deleteDisabledChannels"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/fetch_models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask an upstream for its models before the channel is saved */
        post: operations["fetchModelsForForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/fetch_models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask a channel's upstream for its models */
        get: operations["fetchChannelModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/fix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repair the routing table
         * @description Builds the routing table anew from the stored channels, on every daemon.
         */
        post: operations["fixChannels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell how many calls each channel answered and failed lately
         * @description Every attempt counts, also those that were followed by another one. What is the request's own fault (a refused
         *     prompt, a model that does not exist) counts as neither. Attempts of other daemons are seen some seconds later.
         */
        get: operations["getChannelHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/last_run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what the last finished run over all channels found
         * @description As this daemon remembers it; a restart forgets.
         */
        get: operations["getLastChannelRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models of each channel type */
        get: operations["listChannelModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/models_enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models that enabled channels serve */
        get: operations["listEnabledModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell which channels a call would go to now, and why the others are passed over
         * @description As this daemon sees its upstreams at this moment, for a call of the usual kind. Every channel that serves the model
         *     is listed: first those that would be tried, in their order, then the others.
         */
        get: operations["planCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell how far a run over all channels is */
        get: operations["getChannelRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search channels */
        get: operations["searchChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change every channel of a tag */
        put: operations["editChannelTag"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/tag/disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disable every channel of a tag */
        post: operations["disableChannelTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/tag/enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable every channel of a tag */
        post: operations["enableChannelTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Test all channels
         * @description Answers at once; the run goes on in the background, see GET /api/channel/progress.
         */
        get: operations["testChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/test/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Test one channel
         * @description Sends one tiny request through the channel's full path. Nobody is charged; response and test time are stored.
         */
        get: operations["testChannel"];
        put?: never;
        /**
         * Test one channel and show the exchange
         * @description The same test as GET, answered with what went over the wire: request and answer as text. Keys, tokens made from
         *     them, signatures and cookies are masked. A test that fails is an answer too: `passed` is false, `reason` says why.
         */
        post: operations["tryChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the channel types */
        get: operations["listChannelTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/update_balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask all upstreams for their balances
         * @description Answers at once; the run goes on in the background, see GET /api/channel/progress.
         */
        get: operations["updateChannelBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/update_balance/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask one channel's upstream for the balance */
        get: operations["updateChannelBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one channel */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description No further call is routed to it. What was charged for its answers stays in the books.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{id}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a copy of a channel
         * @description With the keys and everything that can be set. The copy has a name of its own and is disabled, so that it can be
         *     changed before the first call goes to it.
         */
        post: operations["copyChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the hourly statistics of all users
         * @description Without a user name the users are added up by model and hour.
         */
        get: operations["listHourlyStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the consumption of all users with the span before
         * @description At most 30 days at once. Requests, quota and tokens come from the hourly statistics; failures and latencies from the log.
         */
        get: operations["getUsageOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your hourly statistics
         * @description At most one month at once.
         */
        get: operations["listOwnHourlyStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/self/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare your consumption with the span before
         * @description At most 30 days at once. Requests, quota and tokens come from the hourly statistics; failures and latencies from the log.
         */
        get: operations["getOwnUsageOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/event/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the log and the channels as they change
         * @description Server-sent events (text/event-stream). The `id` of every event is an opaque resume id: whoever reconnects with
         *     the last one gets what was logged meanwhile, each row once. Non-administrators get their own rows, without
         *     channel fields, and neither `channels` nor figures.
         *
         *     - `log`: a row as the list of the log gives it.
         *     - `channels`: channels changed; fetch what you show of them again. Administrators only.
         *     - `pulse`: sign of life, about once a second. Reconnect after ten seconds without any event.
         *     - `dropped`: the reader was too slow and the stream ends; resume with the last id.
         *     - `bye`: the daemon stops and the stream ends; resume with the last id.
         *
         *     A row that commits more than 60 seconds after it was numbered may be missed. The stream also ends when the
         *     credential ends or the role changes; a reconnect then tells why.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/group/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the names of all price groups */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home_page_content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the content of the home page */
        get: operations["getHomePageContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the log of all users
         * @description Newest first. `total` counts at most 100000 rows; narrow the time for more.
         */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        /**
         * Delete old log rows
         * @description Rows of every type that are older. The books stay as they are, and a marker tells the audit why rows are missing.
         */
        delete: operations["clearLogs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/explain/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain one call
         * @description Own calls; administrators any.
         */
        get: operations["explainRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search the log of all users */
        get: operations["searchLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own log
         * @description Newest first. `total` counts at most 100000 rows; narrow the time for more.
         */
        get: operations["listOwnLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/self/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search your own log */
        get: operations["searchOwnLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/self/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count your own log over time
         * @description The matching rows counted over time, in at most 100 steps of the same length. Only the newest 100000 rows are counted.
         */
        get: operations["getOwnLogSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/self/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sum up your own log */
        get: operations["getOwnLogStat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the log of all users over time
         * @description The matching rows counted over time, in at most 100 steps of the same length. Only the newest 100000 rows are counted.
         */
        get: operations["getLogSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sum up the log of all users */
        get: operations["getLogStat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the log of the token that asks
         * @description Signed with the token itself, Authorization: Bearer sk-...
         */
        get: operations["listTokenLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models of each channel type */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the notice to visitors */
        get: operations["getNotice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/email/bind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bind an e-mail address to the own account
         * @description With the code that `GET /api/verification` sent to the address while being signed in; the address takes the place
         *     of the one before and is good for signing in.
         */
        get: operations["bindEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/github": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through GitHub, or bind a GitHub account
         * @description What the provider sent the browser back with. Who is signed in (cookie and header) binds the identity to his account
         *     and gets the message `bind`. Everybody else signs in to the account that the identity is bound to; an unknown one
         *     makes an account where registration is open.
         */
        get: operations["signInWithGithub"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/linuxdo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through Linux DO, or bind a Linux DO account
         * @description What the provider sent the browser back with. Who is signed in (cookie and header) binds the identity to his account
         *     and gets the message `bind`. Everybody else signs in to the account that the identity is bound to; an unknown one
         *     makes an account where registration is open.
         */
        get: operations["signInWithLinuxDo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through OpenID Connect, or bind an identity
         * @description What the provider sent the browser back with. Who is signed in (cookie and header) binds the identity to his account
         *     and gets the message `bind`. Everybody else signs in to the account that the identity is bound to; an unknown one
         *     makes an account where registration is open.
         */
        get: operations["signInWithOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Begin a sign-in through a provider
         * @description The state to send along to GitHub, OpenID Connect or Linux DO, and to show again afterwards. It is good once, for ten
         *     minutes, and only in the browser that got it, which a cookie tells; who is signed in meanwhile must not change.
         *     OpenID Connect gets `code_challenge` (S256) and `nonce` as well.
         */
        get: operations["createOauthState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/telegram/bind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bind a Telegram account to the own account
         * @description With the fields that Telegram's widget gives.
         */
        get: operations["bindTelegram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/telegram/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through Telegram
         * @description With the fields that Telegram's widget gives, signed by Telegram, at most ten minutes old and good once; only for
         *     Telegram accounts that are bound to an account here. A call that another site makes a browser do is refused.
         */
        get: operations["signInWithTelegram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/wechat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through WeChat
         * @description With the code that the official account answers, good for three minutes and once. An unknown identity makes an
         *     account where registration is open. A call that another site makes a browser do is refused.
         */
        get: operations["signInWithWechat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/wechat/bind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bind a WeChat account to the own account */
        get: operations["bindWechat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all settings */
        get: operations["listOptions"];
        /**
         * Change one setting
         * @description Acts at once, on other daemons within seconds. Script, markup, payment and sign-in secrets need role 100.
         */
        put: operations["setOption"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge settings without saving them
         * @description Tells for each whether it would be taken, and the text it would be stored as.
         */
        post: operations["checkOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/discover_oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the endpoints of an OpenID Connect provider
         * @description The server asks the well-known address. Nothing is stored.
         */
        post: operations["discoverOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of settings that are tables
         * @description Numbers are given digit by digit, as they were written.
         */
        get: operations["listOptionEntries"];
        /**
         * Change single entries of settings that are tables
         * @description All of them or none, in one step; the other entries stay as they are, also those that somebody else writes at the
         *     same moment. An entry that is not as `before` says is refused with 409, and nothing is changed.
         */
        put: operations["changeOptionEntries"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/latest_release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the latest release of the release feed
         * @description The server asks the address that the option `general_setting.release_feed_address` names for JSON with `tag_name` and
         *     `body`.
         */
        get: operations["getLatestRelease"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/rest_model_ratio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put the built-in model ratios back */
        post: operations["resetModelRatio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/test_mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a mail to try the mail settings
         * @description By the settings as they are stored.
         */
        post: operations["testMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/test_webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to a webhook to try it
         * @description A POST of JSON with `type`, `title`, `content`, `values` and `timestamp`, by the worker of the stored settings where there is
         *     one. An answer of 2xx is a delivery; redirects are not followed.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/validate_fallback_pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Judge settings of fallback pricing without saving them */
        post: operations["validateFallbackPricing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/option/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Put the built-in value of one setting back
         * @description The setting is as if it had never been set; what a later version builds in will apply.
         */
        delete: operations["resetOption"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List which objects manifests look after
         * @description By kind and reference. Rows go with their object.
         */
        get: operations["listOwners"];
        /**
         * Give objects the label of a manifest
         * @description All of them or none. An object with another label is refused unless take_over says so.
         */
        put: operations["setOwner"];
        post?: never;
        /**
         * Take the label off an object
         * @description Without a label there is nothing to do; that is no error.
         */
        delete: operations["removeOwner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/fingerprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fingerprint secrets without storing them
         * @description Tells whether a secret is the stored one: equal to `key_fingerprint` of a channel and to `fingerprint` of a setting
         *     when it is. Nothing is stored or logged. Sixty calls in ten minutes, then 429.
         */
        post: operations["fingerprintSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prices
         * @description With a session, for the groups of the user; without one, for the groups anybody may use.
         */
        get: operations["getPricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pricing/defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List default prices to take over
         * @description `built_in` is the table of this version. The other sources are files on the host that the option
         *     `general_setting.price_files_address` names, asked for by this server: `<address>/<source>/prompt.json` with model
         *     ratios and `<address>/<source>/completion.json` with completion ratios, of which `legacy` has only the second. Nothing
         *     is stored.
         */
        get: operations["listDefaultPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pricing/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the price of one model
         * @description Administrators any model that is served or has a price; everybody else those in the list of prices.
         */
        get: operations["getModelPrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pricing/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what every known model costs
         * @description Every model that has an entry in a price table or that an enabled channel serves, under the name it is priced by: without the prefix of a channel.
         */
        get: operations["listModelPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redemption codes
         * @description Newest first.
         */
        get: operations["listRedemptions"];
        /** Change a redemption code */
        put: operations["updateRedemption"];
        /**
         * Create redemption codes
         * @description All of them or none.
         */
        post: operations["createRedemptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/batch-disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Disable the selected redemption codes
         * @description Unused ones only; used codes stay used.
         */
        put: operations["disableRedemptions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/count-by-name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the redemption codes of a name */
        get: operations["countRedemptionsByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/delete-by-name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete the redemption codes of a name */
        delete: operations["deleteRedemptionsByName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/delete-disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete all disabled redemption codes
         * @description Status 2 only; used codes stay.
         */
        delete: operations["deleteDisabledRedemptions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search redemption codes */
        get: operations["searchRedemptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the redemption codes and add up what they are worth */
        get: operations["getRedemptionStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one redemption code */
        get: operations["getRedemption"];
        put?: never;
        post?: never;
        /** Delete a redemption code */
        delete: operations["deleteRedemption"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reset_password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a link for a new password
         * @description To an address that belongs to an account; it leads to /user/reset on the site's own address, is good for ten
         *     minutes and for one use, and a newer one takes its place. The answer is the same for an address without an
         *     account: whoever reads its mail is told there. Refused while signing in by password is switched off.
         */
        get: operations["requestPasswordReset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell whether the site has been set up */
        get: operations["getSetup"];
        put?: never;
        /**
         * Set the site up
         * @description Makes the super administrator with the opening balance of 100000000 quota units, once. Of several callers at the same time one wins.
         */
        post: operations["postSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what anybody may know about this site
         * @description Carries an ETag; with If-None-Match an unchanged status is answered by 304 without a body.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your tokens
         * @description Newest first, with their keys.
         */
        get: operations["listTokens"];
        /** Change a token */
        put: operations["updateToken"];
        /** Create a token */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete the selected tokens */
        post: operations["deleteTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search your tokens */
        get: operations["searchTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one of your tokens */
        get: operations["getToken"];
        put?: never;
        post?: never;
        /**
         * Delete one of your tokens
         * @description Its key is refused at once.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give one of your tokens a new key
         * @description The old key is refused at once; calls that are under way end as they would have. Quota, limits and everything else
         *     of the token stay.
         */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what the token that asks has spent
         * @description Signed with the token itself, Authorization: Bearer sk-...
         */
        get: operations["getTokenUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Newest first, deactivated ones too.
         */
        get: operations["listUsers"];
        /** Change an account */
        put: operations["updateUser"];
        /**
         * Make an account
         * @description Role 1, group default, and the balance for new users (QuotaForNewUser).
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/aff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own invite code
         * @description Made at the first call, the same for ever after. The link is /register?aff={code}.
         */
        get: operations["getAffCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/aff_transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move earnings of invitations to the balance
         * @description Both sides are booked together. What was earned stays reachable after invitations are switched off.
         */
        post: operations["transferAffQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/amount": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask what an online top-up costs */
        post: operations["quoteTopup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/check_in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check in for today
         * @description Credits the reward of the day: CheckInQuota, or a random whole number from there to CheckInMaxQuota where that is
         *     more. Of any number of calls in one day one is paid.
         */
        post: operations["checkIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/check_in_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the daily check-in is due
         * @description Once a day, and the day begins at midnight of the option CheckInTimeZone (UTC unless it is set). Where the check-in
         *     is switched off (status: check_in_enabled) it is never due.
         */
        get: operations["getCheckInStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add money to an account or take it
         * @description One entry of the ledger and one log row of type 3. With the header Idempotency-Key a repeated call books once.
         */
        post: operations["creditUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Price groups that a visitor or the signed-in user may choose */
        get: operations["listUsableGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Sets the session cookie, valid 30 days. A session the request came with ends.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign out
         * @description Ends the session on the server and takes the cookie back.
         */
        get: operations["logout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/manage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Promote, demote, disable, enable or deactivate an account */
        post: operations["manageUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages you were sent
         * @description Newest first, read ones too.
         */
        get: operations["listInboxMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages/unread_count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count your unread messages */
        get: operations["countUnreadMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of the messages you were sent
         * @description Getting it does not make it read. A message that was sent to others only does not exist for you.
         */
        get: operations["getInboxMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a message as read
         * @description The time of the first reading stays.
         */
        put: operations["readInboxMessage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models you can call */
        get: operations["listOwnModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account
         * @description With role 1 and the balance for new users; the new user then signs in. With a known `aff_code` both sides get what
         *     the options say, an unknown one is ignored.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new password
         * @description With what stands in the link of the mail. Every session of the account and its system access token end. Of several
         *     calls with one token one succeeds.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search accounts
         * @description The keyword matches the number, or a part of name, shown name or e-mail address.
         */
        get: operations["searchUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the own account */
        get: operations["getSelf"];
        /** Change the own name or password */
        put: operations["updateSelf"];
        post?: never;
        /**
         * Deactivate the own account
         * @description For good; sessions and access tokens end. Refused to the super administrator.
         */
        delete: operations["deleteSelf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/self/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the own balance and what it is made of */
        get: operations["getOwnBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/self/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of the own balance
         * @description Newest first. Each continues the balance of the one before.
         */
        get: operations["listOwnEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/self/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Price groups that the user may choose */
        get: operations["listOwnGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/setting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the own settings
         * @description What is absent stays, null removes it. A webhook needs an address; one on another host, given without a secret,
         *     empties the secret: it was meant for the host before.
         */
        put: operations["updateSetting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make a new system access token
         * @description Shown this once; the one before it ends.
         */
        get: operations["createSystemToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a code
         * @description Credits your account at most as often as the code allows. Ten wrong codes in an hour, then 429.
         */
        post: operations["redeemCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account
         * @description Accounts of the same or a higher level are refused, except the own one and to the super administrator.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Deactivate an account
         * @description The same as the action delete of manage.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a code that proves an e-mail address
         * @description For registration; for who is signed in (cookie and header): to bind the address to his account. The code is good
         *     for ten minutes; a newer one takes its place. The answer is the same for an address that has an account: its owner
         *     is told so by mail instead.
         */
        get: operations["sendVerificationCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/billing/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give the limits in the form of OpenAI's billing page
         * @description Signed with a token, Authorization: Bearer sk-... Of the token, or of the account when DisplayTokenStatEnabled is off.
         */
        get: operations["getBillingSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/billing/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give the usage in the form of OpenAI's billing page
         * @description Signed with a token, Authorization: Bearer sk-... Of the token, or of the account when DisplayTokenStatEnabled is off.
         */
        get: operations["getBillingUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell that the process lives */
        get: operations["getAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures for Prometheus
         * @description Answers callers on the machine itself, or with Authorization: Bearer and the token of TOLLGATE_METRICS_TOKEN.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether requests may be sent here
         * @description 503 while the store does not answer or the daemon is stopping.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A named credential of this API. The token itself is shown once, when it is made.
         * @example {
         *       "id": 3,
         *       "name": "ci",
         *       "hint": "at_4Yj0",
         *       "scopes": [
         *         "channels:write"
         *       ],
         *       "created_time": 1795000000,
         *       "expires_time": -1,
         *       "last_used_time": 0,
         *       "is_system": false
         *     }
         */
        AccessToken: {
            /** @description Number of the access token. */
            id: number;
            /** @description Its name, one of a kind per user. */
            name: string;
            /** @description First characters of the token. */
            hint: string;
            /** @description What it may do. */
            scopes: string[];
            /** @description Unix seconds. */
            created_time: number;
            /** @description Unix seconds; -1 = never. */
            expires_time: number;
            /** @description Unix seconds, to the minute; 0 = never. */
            last_used_time: number;
            /** @description The one that GET /api/user/token makes. */
            is_system: boolean;
        };
        /**
         * @description Both balances after the transfer.
         * @example {
         *       "quota": 599875,
         *       "quota_exact": "599874.75",
         *       "aff_quota": 100000,
         *       "aff_quota_exact": "100000"
         *     }
         */
        AffTransfer: {
            /** @description What can be spent now, in quota units. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Earnings of invitations that are still to be moved, in quota units. */
            aff_quota: number;
            /** @description The same as decimal text. */
            aff_quota_exact: string;
        };
        /**
         * @description How much is to be moved.
         * @example {
         *       "quota": 500000
         *     }
         */
        AffTransferRequest: {
            /** @description Quota units; at least one dollar's worth (quota_per_unit). */
            quota: number;
        };
        /**
         * @description One administrative change.
         * @example {
         *       "id": 12,
         *       "at_ms": 1795000000000,
         *       "actor_id": 1,
         *       "actor_name": "root",
         *       "action": "option.set",
         *       "target_kind": "option",
         *       "target_id": "RetryTimes",
         *       "before": "{\"value\":\"0\"}",
         *       "after": "{\"value\":\"3\"}",
         *       "ip": "127.0.0.1",
         *       "request_id": "req_01JABCDEFGHJKMNPQRSTVWXYZ0"
         *     }
         */
        AuditEvent: {
            /** @description Number of the event. */
            id: number;
            /** @description Unix milliseconds. */
            at_ms: number;
            /** @description Who did it; 0 = the program itself. */
            actor_id: number;
            /** @description Sign-in name at that time. */
            actor_name: string;
            /** @description What was done, such as user.update. */
            action: string;
            /** @description What it was done to: user, channel, option, ... */
            target_kind: string;
            /** @description Number or key of it. */
            target_id: string;
            /** @description JSON text of what changed, before; secrets masked, empty when new. */
            before: string;
            /** @description JSON text of what changed, after; secrets masked, empty when gone. */
            after: string;
            /** @description Address it came from. */
            ip: string;
            /** @description Request it came with. */
            request_id: string;
        };
        /**
         * @description What the entries of one kind add up to.
         * @example {
         *       "kind": "redeem",
         *       "entries": 1,
         *       "amount": 100000,
         *       "amount_exact": "100000"
         *     }
         */
        BalancePart: {
            kind: components["schemas"]["LedgerEntryKind"];
            /** @description How many entries. */
            entries: number;
            /** @description Their sum in quota units, rounded. */
            amount: number;
            /** @description The same as decimal text. */
            amount_exact: string;
        };
        /**
         * @description What a client of the OpenAI routes expects of a failure.
         * @example {
         *       "error": {
         *         "message": "invalid token",
         *         "type": "authentication_error",
         *         "param": null,
         *         "code": "token_invalid"
         *       }
         *     }
         */
        BillingFailure: {
            /** @description message, type, param and code. */
            error: {
                [key: string]: unknown;
            };
        };
        /**
         * @description One invariant.
         * @example {
         *       "id": "I1",
         *       "name": "balance = sum of the wallet’s entries",
         *       "state": "ok",
         *       "ok": true,
         *       "checked": 2,
         *       "violations": 0,
         *       "error": null,
         *       "first": null
         *     }
         */
        BooksCheck: {
            /** @description Number of the invariant. */
            id: string;
            /** @description What must hold. */
            name: string;
            /**
             * @description unknown: could not look. skipped: a part of the entries cannot decide it.
             * @enum {string}
             */
            state: "ok" | "violated" | "unknown" | "skipped";
            /** @description state is ok. */
            ok: boolean;
            /** @description Rows that were judged. */
            checked: number;
            /** @description Rows that are wrong. */
            violations: number;
            /** @description Why it could not look. */
            error: string | null;
            /** @description The first wrong row. */
            first: {
                /** @description Number of the user. */
                user: number | null;
                /** @description 1 quota, 2 earnings of invitations. */
                wallet: number | null;
                /** @description Sequence number in the wallet. */
                seq: number | null;
                /** @description Table and key. */
                row: string;
                /** @description What should stand there; amounts in thousandths of a quota unit. */
                expected: string;
                /** @description What stands there. */
                found: string;
            } | null;
        };
        /**
         * @description Whether the books add up.
         * @example {
         *       "state": "clean",
         *       "entries": 12,
         *       "since": 0,
         *       "took_ms": 3,
         *       "checks": [],
         *       "trial_balance": {
         *         "balances_exact": "99996250",
         *         "held_exact": "0",
         *         "by_kind_exact": {
         *           "opening": "100000000",
         *           "usage": "-3750"
         *         }
         *       }
         *     }
         */
        BooksReport: {
            /**
             * @description clean: everything holds. violated: a check failed. unknown: nothing is wrong as far as it could look, but it could not look everywhere.
             * @enum {string}
             */
            state: "clean" | "violated" | "unknown";
            /** @description Entries that were read. */
            entries: number;
            /** @description Only entries after this id were read; 0 = all. */
            since: number;
            /** @description Milliseconds. */
            took_ms: number;
            /** @description One for each invariant. */
            checks: components["schemas"]["BooksCheck"][];
            /** @description The sums, in quota units as decimal text. */
            trial_balance: {
                /** @description Sum of all balances. */
                balances_exact: string;
                /** @description Sum of all open holds. */
                held_exact: string;
                /** @description Sum of the entries of each kind. */
                by_kind_exact: {
                    [key: string]: string;
                };
            };
        };
        /**
         * @description Where a call would go now.
         * @example {
         *       "model": "gpt-4o",
         *       "group": "default",
         *       "group_ratio": "1",
         *       "is_group_known": true,
         *       "channels": []
         *     }
         */
        CallPlan: {
            /** @description Name as asked for. */
            model: string;
            /** @description Price group of the call. */
            group: string;
            /** @description Factor on every price, decimal text; 1 where the group has none. */
            group_ratio: string;
            /** @description Whether there is such a group. */
            is_group_known: boolean;
            /** @description Those that would be tried, in their order, then the others by name. */
            channels: components["schemas"]["PlannedChannel"][];
        };
        /**
         * @description Entries to write or remove.
         * @example {
         *       "entries": [
         *         {
         *           "key": "GroupRatio",
         *           "name": "vip",
         *           "value": "0.8",
         *           "before": "0.9"
         *         }
         *       ]
         *     }
         */
        ChangeOptionEntriesRequest: {
            /** @description Carried out in this order. */
            entries: components["schemas"]["SetOptionEntry"][];
        };
        /**
         * @description One configured upstream account. The key is never in an answer.
         * @example {
         *       "id": 1,
         *       "type": 1,
         *       "name": "openai-main",
         *       "openai_organization": "",
         *       "max_input_tokens": 0,
         *       "base_url": "",
         *       "other": "",
         *       "model_mapping": "",
         *       "status_code_mapping": "",
         *       "models": "gpt-4o,gpt-4o-mini",
         *       "auto_ban": 1,
         *       "test_model": "",
         *       "group": "default",
         *       "priority": 0,
         *       "weight": 0,
         *       "tag": "",
         *       "model_prefix": "",
         *       "setting": "",
         *       "param_override": "",
         *       "system_prompt": "",
         *       "status": 1,
         *       "response_time": 0,
         *       "test_time": 0,
         *       "used_quota": 0,
         *       "used_quota_exact": "0",
         *       "balance": 0,
         *       "balance_currency": "",
         *       "balance_updated_time": 0,
         *       "other_info": "",
         *       "created_time": 1795160000,
         *       "key_count": 1,
         *       "key_fingerprint": "5f1d2c"
         *     }
         */
        Channel: {
            /** @description Number of the channel. */
            id: number;
            /** @description Number of the channel type, see GET /api/channel/types. */
            type: number;
            /** @description Name for people. */
            name: string;
            /** @description Sent as OpenAI-Organization; empty = not sent. */
            openai_organization: string;
            /** @description Longer prompts are not given to this channel; 0 = no limit. */
            max_input_tokens: number;
            /** @description Address without a slash at its end; empty = the default of the type. */
            base_url: string;
            /** @description Extra of the type: API version, region, account id, library id. */
            other: string;
            /** @description JSON text: requested model name to upstream name. */
            model_mapping: string;
            /** @description JSON text: upstream status to the status used instead. */
            status_code_mapping: string;
            /** @description Comma list of the models it serves, without the prefix. */
            models: string;
            /**
             * @description 1 = may be disabled automatically.
             * @enum {integer}
             */
            auto_ban: 0 | 1;
            /** @description Model of the test when none is given. */
            test_model: string;
            /** @description Comma list of the groups it serves. */
            group: string;
            /** @description Higher goes first. */
            priority: number;
            /** @description Share inside a priority, 0 or more. */
            weight: number;
            /** @description Label for acting on several channels at once. */
            tag: string;
            /** @description Clients write it before the model name; removed before the call. */
            model_prefix: string;
            /** @description JSON text with the keys proxy, force_format, thinking_to_content, stream_support, system_role_to_user, pass_through_body_enabled, no_connection_reuse, refuse_lossy_translation. */
            setting: string;
            /** @description JSON text: members that overwrite those of the upstream body. */
            param_override: string;
            /** @description Put before every conversation. */
            system_prompt: string;
            /** @description 1 enabled, 2 disabled, 3 disabled automatically. */
            status: number;
            /** @description Milliseconds of the last test; 0 = never tested. */
            response_time: number;
            /** @description Unix seconds of the last test; 0 = never. */
            test_time: number;
            /** @description Quota units charged for its answers. */
            used_quota: number;
            /** @description The same as decimal text. */
            used_quota_exact: string;
            /** @description What is left at the upstream, as of balance_updated_time. */
            balance: number;
            /** @description Currency of the balance, such as USD; empty = never asked. */
            balance_currency: string;
            /** @description Unix seconds; 0 = never. */
            balance_updated_time: number;
            /** @description JSON text { status_reason, status_time } after an automatic change of status, else empty. */
            other_info: string;
            /** @description Unix seconds. */
            created_time: number;
            /** @description How many keys are stored. */
            key_count: number;
            /** @description Changes when the keys change and says nothing about them. Empty = the stored key cannot be opened. */
            key_fingerprint: string;
        };
        /**
         * @description A new channel.
         * @example {
         *       "type": 1,
         *       "name": "openai-main",
         *       "key": "sk-first",
         *       "models": "gpt-4o,gpt-4o-mini",
         *       "group": "default,vip"
         *     }
         */
        ChannelCreate: {
            /** @description Number of the channel type. */
            type: number;
            /** @description Name for people. */
            name?: string;
            /** @description One key, or several separated by commas or line feeds; kept sealed, never shown again. */
            key?: string;
            openai_organization?: components["schemas"]["ChannelText"];
            /** @description 0 = no limit. */
            max_input_tokens?: number;
            /** @description http or https address; a slash at its end is removed. */
            base_url?: string;
            other?: components["schemas"]["ChannelLongText"];
            model_mapping?: components["schemas"]["ChannelLongText"];
            status_code_mapping?: components["schemas"]["ChannelLongText"];
            /** @description Comma list of model names. */
            models?: string;
            /**
             * @description 1 when absent.
             * @enum {integer}
             */
            auto_ban?: 0 | 1;
            test_model?: components["schemas"]["ChannelText"];
            /** @description Comma list of groups, default when absent. */
            group?: string;
            /** @description 0 when absent. */
            priority?: number;
            /** @description 0 when absent; below 0 becomes 0. */
            weight?: number;
            tag?: components["schemas"]["ChannelText"];
            model_prefix?: components["schemas"]["ChannelText"];
            setting?: components["schemas"]["ChannelLongText"];
            param_override?: components["schemas"]["ChannelLongText"];
            system_prompt?: components["schemas"]["ChannelLongText"];
            /**
             * @description 1 when absent.
             * @enum {integer}
             */
            status?: 1 | 2;
        };
        /**
         * @description What the calls to one channel came to.
         * @example {
         *       "channel_id": 1,
         *       "succeeded": 98,
         *       "failed": 2,
         *       "hours": [
         *         {
         *           "hour_time": 1795159200,
         *           "succeeded": 98,
         *           "failed": 2
         *         }
         *       ]
         *     }
         */
        ChannelHealth: {
            /** @description Number of the channel. */
            channel_id: number;
            /** @description Calls it answered. */
            succeeded: number;
            /** @description Calls it failed. */
            failed: number;
            /** @description The hours with calls, oldest first. */
            hours: components["schemas"]["ChannelHour"][];
        };
        /**
         * @description One hour of a channel.
         * @example {
         *       "hour_time": 1795159200,
         *       "succeeded": 98,
         *       "failed": 2
         *     }
         */
        ChannelHour: {
            /** @description Unix seconds of its beginning. */
            hour_time: number;
            /** @description Calls it answered. */
            succeeded: number;
            /** @description Calls it failed. */
            failed: number;
        };
        /**
         * @description The selected channels.
         * @example {
         *       "ids": [
         *         1,
         *         2
         *       ]
         *     }
         */
        ChannelIds: {
            ids?: components["schemas"]["Selection"];
        };
        /**
         * @description The selected channels and their new tag.
         * @example {
         *       "ids": [
         *         1,
         *         2
         *       ],
         *       "tag": "openai"
         *     }
         */
        ChannelIdsTag: {
            ids?: components["schemas"]["Selection"];
            /** @description The tag. */
            tag?: string | null;
        };
        /** @description A text; empty clears it. */
        ChannelLongText: string;
        /**
         * @description Enough of an unsaved channel to ask its upstream for models.
         * @example {
         *       "type": 1,
         *       "base_url": "https://api.openai.com",
         *       "key": "sk-first"
         *     }
         */
        ChannelProbe: {
            /** @description Number of the channel type. */
            type: number;
            /** @description Empty = the default of the type. */
            base_url?: string;
            /** @description The key; of several the first is used. */
            key?: string;
            other?: components["schemas"]["ChannelLongText"];
        };
        /**
         * @description What a run over all channels found of one.
         * @example {
         *       "channel_id": 1,
         *       "channel_name": "openai-main",
         *       "result": "failed",
         *       "model": null,
         *       "seconds": null,
         *       "balance": null,
         *       "currency": null,
         *       "reason": "the channel test failed: status 401"
         *     }
         */
        ChannelRunResult: {
            /** @description Number of the channel. */
            channel_id: number;
            /** @description Its name. */
            channel_name: string;
            /**
             * @description skipped = its upstream cannot be asked for a balance.
             * @enum {string}
             */
            result: "passed" | "failed" | "skipped";
            /** @description The model of a test that passed. */
            model: string | null;
            /** @description How long a test that passed took. */
            seconds: number | null;
            /** @description What is left, decimal text; null for tests and failures. */
            balance: string | null;
            /** @description Currency of the balance. */
            currency: string | null;
            /** @description Why it failed, in the language of Accept-Language. */
            reason: string | null;
        };
        /**
         * @description A tag.
         * @example {
         *       "tag": "openai"
         *     }
         */
        ChannelTag: {
            /** @description The tag. */
            tag?: string;
        };
        /**
         * @description What to change on every channel of a tag. Empty or absent texts leave a field as it is.
         * @example {
         *       "tag": "openai",
         *       "new_tag": "openai-eu",
         *       "priority": 10
         *     }
         */
        ChannelTagEdit: {
            /** @description The tag as it is. */
            tag?: string;
            /** @description The new tag. */
            new_tag?: string | null;
            /** @description Takes the tag off all of them; not together with `new_tag`. */
            remove_tag?: boolean;
            /** @description JSON text. */
            model_mapping?: string | null;
            /** @description Comma list. */
            groups?: string | null;
            /** @description Comma list. */
            models?: string | null;
            /** @description Higher goes first. */
            priority?: number | null;
            /** @description 0 or more. */
            weight?: number | null;
        };
        /**
         * @description A test that went well.
         * @example {
         *       "model": "gpt-4o-mini"
         *     }
         */
        ChannelTestAnswer: {
            /** @description The model that was asked. */
            model: string;
        };
        /** @description A short text; empty clears it. */
        ChannelText: string;
        /**
         * @description A test and what went over the wire.
         * @example {
         *       "model": "gpt-4o-mini",
         *       "upstream_model": "gpt-4o-mini",
         *       "passed": true,
         *       "seconds": 0.8,
         *       "reason": null,
         *       "request": {
         *         "method": "POST",
         *         "url": "https://api.openai.com/v1/chat/completions",
         *         "headers": [
         *           {
         *             "name": "authorization",
         *             "value": "***"
         *           }
         *         ],
         *         "body": "{}"
         *       },
         *       "response": {
         *         "status": 200,
         *         "headers": [],
         *         "body": "{}",
         *         "bytes": 2,
         *         "is_cut": false
         *       }
         *     }
         */
        ChannelTrial: {
            /** @description The model that was asked. */
            model: string;
            /** @description Its name after the model mapping. */
            upstream_model: string;
            /** @description Whether the upstream answered as it should. */
            passed: boolean;
            /** @description How long it took. */
            seconds: number;
            /** @description Why it failed; null when it passed. */
            reason: string | null;
            /** @description What was sent; null = nothing, the channel's own fields did not allow a call. */
            request: {
                /** @description HTTP method. */
                method: string;
                /** @description Address. Values of its query that may be secrets are masked. */
                url: string;
                headers: components["schemas"]["WireHeaders"];
                /** @description As it was sent. */
                body: string;
            } | null;
            /** @description What came back; null = no answer. */
            response: {
                /** @description HTTP status of the upstream. */
                status: number;
                headers: components["schemas"]["WireHeaders"];
                /** @description As it came, keys masked; empty for what is no text. */
                body: string;
                /** @description Size of the body. */
                bytes: number;
                /** @description Whether only the beginning of the body is given. */
                is_cut: boolean;
            } | null;
        };
        /**
         * @description What to try.
         * @example {
         *       "model": "gpt-4o-mini"
         *     }
         */
        ChannelTrialOrder: {
            /** @description Model to ask, as the channel lists it; absent or empty = the channel's test model, else its first. */
            model?: string;
        };
        /**
         * @description One kind of upstream and the fields of its form.
         * @example {
         *       "type": 1,
         *       "slug": "openai",
         *       "label": "OpenAI",
         *       "owned_by": "openai",
         *       "is_served": true,
         *       "operations": [
         *         "chat"
         *       ],
         *       "default_base_url": "https://api.openai.com",
         *       "models": [
         *         "gpt-4o"
         *       ],
         *       "has_balance": true,
         *       "fields": {}
         *     }
         */
        ChannelTypeEntry: {
            /** @description The number stored with a channel. */
            type: number;
            /** @description The name used in manifests and on the command line. */
            slug: string;
            /** @description Name for people. */
            label: string;
            /** @description Whose models they are. */
            owned_by: string;
            /** @description False = channels of this type can be stored, but this version calls none of them. */
            is_served: boolean;
            /** @description What it can be asked for: chat, embedding and so on. */
            operations: string[];
            /** @description Used when base_url is empty; empty = base_url must be given, or is computed. */
            default_base_url: string;
            /** @description Model names offered in the form. */
            models: string[];
            /** @description Whether the upstream can be asked for a balance. */
            has_balance: boolean;
            /** @description Labels, hints and defaults of the columns this type uses. */
            fields: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Absent fields stay, present ones are written even when empty; an empty key keeps the old one. Read-only fields of an answer may be sent back and are ignored.
         * @example {
         *       "id": 1,
         *       "status": 2
         *     }
         */
        ChannelUpdate: {
            /** @description Which channel. */
            id: number;
            /** @description Number of the channel type. */
            type?: number;
            /** @description Name for people. */
            name?: string;
            /** @description Empty or absent = unchanged. */
            key?: string;
            openai_organization?: components["schemas"]["ChannelText"];
            /** @description 0 = no limit. */
            max_input_tokens?: number;
            /** @description Another host than before needs the key again. */
            base_url?: string;
            other?: components["schemas"]["ChannelLongText"];
            model_mapping?: components["schemas"]["ChannelLongText"];
            status_code_mapping?: components["schemas"]["ChannelLongText"];
            /** @description Comma list of model names. */
            models?: string;
            /**
             * @description 1 = may be disabled automatically.
             * @enum {integer}
             */
            auto_ban?: 0 | 1;
            test_model?: components["schemas"]["ChannelText"];
            /** @description Comma list of groups. */
            group?: string;
            /** @description Higher goes first. */
            priority?: number;
            /** @description Below 0 becomes 0. */
            weight?: number;
            tag?: components["schemas"]["ChannelText"];
            model_prefix?: components["schemas"]["ChannelText"];
            setting?: components["schemas"]["ChannelLongText"];
            param_override?: components["schemas"]["ChannelLongText"];
            system_prompt?: components["schemas"]["ChannelLongText"];
            /**
             * @description 1 enables, 2 disables; 3 only where it is 3 already.
             * @enum {integer}
             */
            status?: 1 | 2 | 3;
            response_time?: components["schemas"]["Ignored"];
            test_time?: components["schemas"]["Ignored"];
            used_quota?: components["schemas"]["Ignored"];
            used_quota_exact?: components["schemas"]["Ignored"];
            balance?: components["schemas"]["Ignored"];
            balance_currency?: components["schemas"]["Ignored"];
            balance_updated_time?: components["schemas"]["Ignored"];
            other_info?: components["schemas"]["Ignored"];
            created_time?: components["schemas"]["Ignored"];
            key_count?: components["schemas"]["Ignored"];
            key_fingerprint?: components["schemas"]["Ignored"];
        };
        /**
         * @description How the channels are.
         * @example {
         *       "from": 1795160000,
         *       "hours": 24,
         *       "enabled": 5,
         *       "disabled": 0,
         *       "disabled_automatically": 1,
         *       "channels": []
         *     }
         */
        ChannelsHealth: {
            /** @description Unix seconds of the beginning of the first hour. */
            from: number;
            /** @description How many hours are looked at, the one that goes on included. */
            hours: number;
            /** @description Channels of status 1. */
            enabled: number;
            /** @description Channels of status 2. */
            disabled: number;
            /** @description Channels of status 3. */
            disabled_automatically: number;
            /** @description Those that were called in these hours, by number. */
            channels: components["schemas"]["ChannelHealth"][];
        };
        /**
         * @description What today's check-in brought.
         * @example {
         *       "quota": 1234
         *     }
         */
        CheckIn: {
            /** @description Quota units that were credited. */
            quota: number;
        };
        /**
         * @description Whether the user can check in now, and what it brings.
         * @example {
         *       "can_check_in": true,
         *       "quota_min": 1000,
         *       "quota_max": 2000,
         *       "last_check_in_time": 1795080000,
         *       "next_check_in_time": 1795219200
         *     }
         */
        CheckInStatus: {
            /** @description False after today's check-in and while it is switched off. */
            can_check_in: boolean;
            /** @description Least reward, in quota units. */
            quota_min: number;
            /** @description Greatest reward; the same as the least one where it is fixed. */
            quota_max: number;
            /** @description Unix seconds of the last check-in; 0 = never. */
            last_check_in_time: number;
            /** @description Unix seconds of the next midnight, when the next day of check-ins begins. */
            next_check_in_time: number;
        };
        /**
         * @description Settings to judge.
         * @example {
         *       "options": [
         *         {
         *           "key": "RetryTimes",
         *           "value": "999"
         *         }
         *       ]
         *     }
         */
        CheckOptionsRequest: {
            /** @description Which ones. */
            options: components["schemas"]["SetOptionRequest"][];
        };
        /**
         * @description An access token to make for the own account.
         * @example {
         *       "name": "ci",
         *       "scopes": [
         *         "channels:write",
         *         "tokens:write"
         *       ],
         *       "expires_time": 1826000000
         *     }
         */
        CreateAccessTokenRequest: {
            /** @description Name, one of a kind per user. */
            name: string;
            /** @description What it may do; not more than the credential it is made with. */
            scopes: components["schemas"]["Scope"][];
            /** @description Unix seconds in the future; -1 or absent = never. */
            expires_time?: number;
        };
        /**
         * @description A new account.
         * @example {
         *       "username": "alice",
         *       "password": "correct-horse",
         *       "display_name": "Alice"
         *     }
         */
        CreateUserRequest: {
            /** @description Sign-in name, 1 to 12 characters. */
            username: string;
            /** @description 8 to 20 characters. */
            password: string;
            /** @description Name that is shown, at most 20 characters; the sign-in name when absent or empty. */
            display_name?: string;
            /** @description Accepted because clients send it; must be below the own role. The account gets role 1 all the same: promoting is a call of its own. */
            role?: number;
        };
        /**
         * @description Money to add to or take from an account, as one entry of the ledger.
         * @example {
         *       "id": 7,
         *       "delta": "500000",
         *       "note": "refund of March"
         *     }
         */
        CreditUserRequest: {
            /** @description Number of the account. */
            id: number;
            /** @description Quota units to add, as decimal text with up to three places; negative takes away. */
            delta: string;
            /** @description Why; stands in the entry and in the log. */
            note?: string;
        };
        /**
         * @description What the account has after the entry.
         * @example {
         *       "id": 7,
         *       "quota": 999800,
         *       "quota_exact": "999800.125",
         *       "delta_exact": "500000"
         *     }
         */
        CreditedUser: {
            /** @description Number of the account. */
            id: number;
            /** @description What can be spent now, in quota units. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description What was booked, in quota units as decimal text. */
            delta_exact: string;
        };
        /**
         * @description What a source says that one model costs; null = it says nothing of it.
         * @example {
         *       "model_name": "gpt-4o",
         *       "model_ratio": "1.25",
         *       "completion_ratio": "4",
         *       "cache_ratio": "0.5",
         *       "model_price": null,
         *       "origin": "OpenAI API pricing, standard tier, short context (2026-09-24)"
         *     }
         */
        DefaultPrice: {
            /** @description Name as clients write it. */
            model_name: string;
            /** @description Decimal text. */
            model_ratio: string | null;
            /** @description Decimal text. */
            completion_ratio: string | null;
            /** @description Decimal text. */
            cache_ratio: string | null;
            /** @description Dollars per call, decimal text. */
            model_price: string | null;
            /** @description Where a built-in price was read, and when; null where the source does not say. */
            origin: string | null;
        };
        /**
         * @description Where the provider describes itself.
         * @example {
         *       "well_known": "https://id.example.com/.well-known/openid-configuration"
         *     }
         */
        DiscoverOidcRequest: {
            /** @description Address, http:// or https://. */
            well_known: string;
        };
        /**
         * @description Why this channel and why this price.
         * @example {
         *       "request_id": "req_01JD8X4M2W0000000000000000",
         *       "outcome": "charged",
         *       "quota_exact": "1.8",
         *       "balance_after_exact": "99999998.2",
         *       "logs": [],
         *       "explanation": {
         *         "candidates": [],
         *         "attempts": []
         *       }
         *     }
         */
        Explanation: {
            /** @description The x-request-id of the call. */
            request_id: string;
            /**
             * @description charged: a charge is in the books; free: finished without one; failed: refused or failed, nothing charged; running: still held.
             * @enum {string}
             */
            outcome: "charged" | "free" | "failed" | "running";
            /** @description Quota units charged as decimal text; absent while running. */
            quota_exact?: string;
            /** @description Balance of the account after the charge as decimal text. */
            balance_after_exact?: string;
            /** @description Its rows in the log, oldest first. */
            logs: components["schemas"]["LogRow"][];
            /** @description Candidates, skipped channels, attempts, price with its derivation, usage with its source, hold. Administrators see which channels. */
            explanation: {
                [key: string]: unknown;
            };
        };
        /**
         * @description What every refusal and every error looks like.
         * @example {
         *       "success": false,
         *       "message": "the user does not exist",
         *       "code": "user_not_found"
         *     }
         */
        Failure: {
            /** @description Always false. */
            success: boolean;
            /** @description What is wrong, in the language of Accept-Language (zh or en; zh by default). */
            message: string;
            /** @description Stable name of the error, the same in every language. */
            code: string;
            /** @description The field of the request that is to blame, where there is one. */
            field?: string;
            /** @description Set for internal errors: names the entry in the server log. */
            request_id?: string;
        };
        /**
         * @description Settings of fallback pricing to judge together. Numbers or decimal text; empty, null or 0 = not set.
         * @example {
         *       "enabled": true,
         *       "single_price": 0.01,
         *       "input_ratio": null,
         *       "completion_ratio": null
         *     }
         */
        FallbackPricingRequest: {
            /** @description Whether fallback pricing is on; off is always fine. */
            enabled?: boolean;
            /** @description Dollars per call. */
            single_price?: number | string | null;
            /** @description Model ratio. */
            input_ratio?: number | string | null;
            /** @description Completion ratio. */
            completion_ratio?: number | string | null;
        };
        /**
         * @description Last event for a reader that did not take what was sent.
         * @example {
         *       "code": "reader_too_slow",
         *       "message": "the events were not read fast enough; reconnect with the last ID, nothing is lost"
         *     }
         */
        FeedDropped: {
            /**
             * @description Stable name of the reason.
             * @enum {string}
             */
            code: "reader_too_slow";
            /** @description What happened and what to do, in the language of Accept-Language. */
            message: string;
        };
        /**
         * @description Sign of life of the feed, about once a second. The figures are for administrators only.
         * @example {
         *       "at_ms": 1795160000123,
         *       "open_holds": 41,
         *       "commit_p99_ms": 3.2
         *     }
         */
        FeedPulse: {
            /** @description Unix milliseconds, clock of the daemon. */
            at_ms: number;
            /** @description Calls that are running on this site, each with its hold. */
            open_holds?: number;
            /** @description Milliseconds the ledger took to commit, 99th percentile of the last batches; absent before the first. */
            commit_p99_ms?: number;
        };
        /**
         * @description Secrets to fingerprint.
         * @example {
         *       "secrets": [
         *         {
         *           "for": "channel",
         *           "type": 1,
         *           "text": "sk-first"
         *         }
         *       ]
         *     }
         */
        FingerprintRequest: {
            /** @description Which ones. */
            secrets: components["schemas"]["FingerprintSecret"][];
        };
        /**
         * @description One secret and what it is meant for.
         * @example {
         *       "for": "channel",
         *       "type": 1,
         *       "text": "sk-first"
         *     }
         */
        FingerprintSecret: {
            /**
             * @description What it is: keys of a channel, a secret setting, an own code, a first password.
             * @enum {string}
             */
            for: "channel" | "option" | "code" | "password";
            /** @description Of a channel: its type, which decides how keys are told apart. */
            type?: number;
            /** @description Of a setting: its name. */
            key?: string;
            /** @description The secret itself. */
            text: string;
        };
        /**
         * @description State of the daemon.
         * @example {
         *       "status": "ok"
         *     }
         */
        Health: {
            /** @description ok. */
            status: string;
        };
        /**
         * @description Consumption of one model in one hour.
         * @example {
         *       "model_name": "gpt-4o-mini",
         *       "created_at": 1795158000,
         *       "count": 3,
         *       "quota": 11250,
         *       "quota_exact": "11250",
         *       "token_used": 4500,
         *       "user_id": 1,
         *       "username": "root"
         *     }
         */
        HourlyStat: {
            /** @description Model as the client wrote it. */
            model_name: string;
            /** @description Unix seconds of the beginning of the hour. */
            created_at: number;
            /** @description Calls. */
            count: number;
            /** @description Quota units charged. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Input and output tokens. */
            token_used: number;
            /** @description Whose; 0 = all users together. */
            user_id: number;
            /** @description Name of the user; empty for all together. */
            username: string;
        };
        /** @description Read-only; accepted so that an answer can be sent back, and ignored. */
        Ignored: unknown;
        /**
         * @description A message as one of its recipients sees it.
         * @example {
         *       "id": 7,
         *       "title": "Maintenance on Sunday",
         *       "content": "We are away from **02:00** to 03:00 UTC.",
         *       "format": "markdown",
         *       "created_at": "2026-11-22T06:10:00.000Z",
         *       "read_at": null,
         *       "is_read": false
         *     }
         */
        InboxMessage: {
            /** @description Number of the message. */
            id: number;
            /** @description What it is about. */
            title: string;
            /** @description The text, in the language of `format`. It may hold any markup: clean it before it is shown. */
            content: string;
            format: components["schemas"]["MessageFormat"];
            created_at: components["schemas"]["MessageTime"];
            read_at: components["schemas"]["ReadTime"];
            /** @description Whether you have opened it. */
            is_read: boolean;
        };
        /**
         * @description How long the answered calls of one step took, from request to end. Nearest rank.
         * @example {
         *       "at": 1795158000,
         *       "calls": 3,
         *       "p50_ms": 812,
         *       "p95_ms": 2100
         *     }
         */
        LatencyBucket: {
            /** @description Unix seconds of its beginning. */
            at: number;
            /** @description Calls in the log. */
            calls: number;
            /** @description Half of them took no longer; null without calls. */
            p50_ms: number | null;
            /** @description 95 of 100 took no longer; null without calls. */
            p95_ms: number | null;
        };
        /**
         * @description One change of a balance. It never changes and never goes away.
         * @example {
         *       "seq": 2,
         *       "created_at": 1795160000,
         *       "kind": "usage",
         *       "amount": -125,
         *       "amount_exact": "-125.25",
         *       "balance": 99875,
         *       "balance_exact": "99874.75",
         *       "request_id": "01JD2Y4Q8M0000000000000000",
         *       "redemption_id": 0,
         *       "model_name": "gpt-4o-mini",
         *       "token_name": "ci",
         *       "is_logged": true,
         *       "note": ""
         *     }
         */
        LedgerEntry: {
            /** @description Number of the entry in this balance: 1 is the first, without gaps. */
            seq: number;
            /** @description Unix seconds. */
            created_at: number;
            kind: components["schemas"]["LedgerEntryKind"];
            /** @description Quota units, rounded; negative was taken. */
            amount: number;
            /** @description The same as decimal text. */
            amount_exact: string;
            /** @description Balance afterwards, in quota units, rounded. */
            balance: number;
            /** @description The same as decimal text. */
            balance_exact: string;
            /** @description Call that was charged, or whose charge was given back; else empty. */
            request_id: string;
            /** @description Number of the code that was redeemed; 0 = none. */
            redemption_id: number;
            /** @description Model of the call, as the log has it; else empty. */
            model_name: string;
            /** @description Token of the call, as the log has it; else empty. */
            token_name: string;
            /** @description Whether the log was given a row of it as well. */
            is_logged: boolean;
            /** @description What is special about it, or the administrator's words; mostly empty. */
            note: string;
        };
        /**
         * @description usage, recovered and late are charges of calls, task_refund gives one back; the others say where money came from or went.
         * @enum {string}
         */
        LedgerEntryKind: "usage" | "recovered" | "late" | "redeem" | "topup" | "admin" | "checkin" | "signup" | "inviter" | "invitee" | "rebate" | "transfer" | "task_refund" | "reversal" | "opening";
        /**
         * @description What was logged within one step.
         * @example {
         *       "at": 1795158060,
         *       "calls": 3,
         *       "errors": 0,
         *       "others": 0,
         *       "quota": 11250,
         *       "quota_exact": "11250",
         *       "tokens": 4500
         *     }
         */
        LogBucket: {
            /** @description Unix seconds of its beginning. */
            at: number;
            /** @description Consumption rows. */
            calls: number;
            /** @description Rows of failed attempts. */
            errors: number;
            /** @description Rows of any other type. */
            others: number;
            /** @description Quota units charged. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Input and output tokens of the consumption rows. */
            tokens: number;
        };
        /**
         * @description One row of the usage log. Channel fields are there for administrators only.
         * @example {
         *       "id": 12,
         *       "request_id": "req_01JD8X4M2W0000000000000000",
         *       "created_at": 1795160000,
         *       "created_at_ms": 1795160000123,
         *       "type": 2,
         *       "channel": 1,
         *       "channel_name": "openai-main",
         *       "user_id": 1,
         *       "username": "root",
         *       "token_id": 7,
         *       "token_name": "ci",
         *       "group": "default",
         *       "model_name": "gpt-4o-mini",
         *       "is_stream": false,
         *       "use_time": 0.812,
         *       "prompt_tokens": 12,
         *       "completion_tokens": 3,
         *       "quota": 2,
         *       "quota_exact": "1.8",
         *       "usage_source": "upstream",
         *       "content": "",
         *       "client_ip": "",
         *       "other": "{}"
         *     }
         */
        LogRow: {
            /** @description Number of the row; grows with time. */
            id: number;
            /** @description The x-request-id of the call; empty for rows that are no call. */
            request_id: string;
            /** @description Unix seconds. */
            created_at: number;
            /** @description Unix milliseconds. */
            created_at_ms: number;
            /** @description 1 top-up, 2 consumption, 3 admin, 4 system, 5 check-in, 6 error; 0 model-related. */
            type: number;
            /** @description Number of the channel; 0 = none. */
            channel?: number;
            /** @description Its name; empty once it is deleted. */
            channel_name?: string;
            /** @description Whose row it is. */
            user_id: number;
            /** @description Name at the time. */
            username: string;
            /** @description Number of the token; 0 = none. */
            token_id: number;
            /** @description Name at the time. */
            token_name: string;
            /** @description Group that routed and priced the call. */
            group: string;
            /** @description Model as the client wrote it. */
            model_name: string;
            /** @description Whether the answer was streamed. */
            is_stream: boolean;
            /** @description Seconds from request to end, with milliseconds. */
            use_time: number;
            /** @description Input tokens. */
            prompt_tokens: number;
            /** @description Output tokens. */
            completion_tokens: number;
            /** @description Quota units charged or credited. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Where the token counts came from: upstream, upstream-partial, counted, held; empty for rows that are no call. */
            usage_source: string;
            /** @description What happened, for people. */
            content: string;
            /** @description Address of the caller where it is stored. */
            client_ip: string;
            /** @description JSON text: ratios, cached tokens, first-token time (frt, ms) and more. */
            other: string;
        };
        /**
         * @description Rows of the log counted over time.
         * @example {
         *       "from": 1795158000,
         *       "until": 1795161599,
         *       "step": 60,
         *       "is_complete": true,
         *       "buckets": [
         *         {
         *           "at": 1795158060,
         *           "calls": 3,
         *           "errors": 0,
         *           "others": 0,
         *           "quota": 11250,
         *           "quota_exact": "11250",
         *           "tokens": 4500
         *         }
         *       ]
         *     }
         */
        LogSeries: {
            /** @description Unix seconds at which the first bucket begins. */
            from: number;
            /** @description Unix seconds of the end, inclusive. */
            until: number;
            /** @description Seconds that one bucket lasts. */
            step: number;
            /** @description False when more rows match than are counted: the oldest are left out. */
            is_complete: boolean;
            /** @description Those with rows, oldest first. */
            buckets: components["schemas"]["LogBucket"][];
        };
        /**
         * @description Sums over the consumption rows that match.
         * @example {
         *       "quota": 3750,
         *       "quota_exact": "3750",
         *       "token_total": 1500,
         *       "token_input": 1000,
         *       "token_output": 500,
         *       "rpm": 1,
         *       "tpm": 1500
         *     }
         */
        LogStat: {
            /** @description Quota units charged. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Input and output tokens. */
            token_total: number;
            /** @description Input tokens. */
            token_input: number;
            /** @description Output tokens. */
            token_output: number;
            /** @description Matching calls of the last 60 seconds. */
            rpm: number;
            /** @description Tokens of the matching calls of the last 60 seconds. */
            tpm: number;
        };
        /**
         * @description Name or e-mail address and password.
         * @example {
         *       "username": "root",
         *       "password": "correct-horse"
         *     }
         */
        LoginRequest: {
            /** @description Sign-in name or bound e-mail address. */
            username: string;
            /** @description The password. */
            password: string;
        };
        /**
         * @description One action on one account.
         * @example {
         *       "id": 7,
         *       "action": "disable"
         *     }
         */
        ManageUserRequest: {
            /** @description Number of the account. */
            id: number;
            /**
             * @description promote and demote change the role (super administrator only), disable and enable the status; delete deactivates for good.
             * @enum {string}
             */
            action: "promote" | "demote" | "disable" | "enable" | "delete";
        };
        /**
         * @description The account after the action.
         * @example {
         *       "role": 1,
         *       "status": 2
         *     }
         */
        ManagedUser: {
            role: components["schemas"]["Role"];
            /** @description 1 enabled, 2 banned. */
            status: number;
        };
        /**
         * @description A message as administrators see it.
         * @example {
         *       "id": 7,
         *       "title": "Maintenance on Sunday",
         *       "content": "We are away from **02:00** to 03:00 UTC.",
         *       "format": "markdown",
         *       "created_at": "2026-11-22T06:10:00.000Z",
         *       "updated_at": "2026-11-22T06:10:00.000Z",
         *       "created_by": 1,
         *       "stats": {
         *         "total_recipients": 3,
         *         "read_count": 2,
         *         "unread_count": 1
         *       }
         *     }
         */
        Message: {
            /** @description Number of the message. */
            id: number;
            /** @description What it is about. */
            title: string;
            /** @description The text, in the language of `format`. */
            content: string;
            format: components["schemas"]["MessageFormat"];
            created_at: components["schemas"]["MessageTime"];
            /**
             * Format: date-time
             * @description Time of the last change; of the sending when there was none.
             */
            updated_at: string;
            /** @description Number of the account that sent it. */
            created_by: number;
            /** @description How far it has come. */
            stats: {
                /** @description Accounts it was sent to. */
                total_recipients: number;
                /** @description Of these have opened it. */
                read_count: number;
                /** @description Of these have not. */
                unread_count: number;
            };
        };
        /** @description 1 to 20000 characters, spaces around it not counted. */
        MessageContent: string;
        /**
         * @description A new message. Title, content and at least one recipient are needed.
         * @example {
         *       "title": "Maintenance on Sunday",
         *       "content": "We are away from **02:00** to 03:00 UTC.",
         *       "format": "markdown",
         *       "user_ids": [
         *         2,
         *         3
         *       ]
         *     }
         */
        MessageCreate: {
            title?: components["schemas"]["MessageTitle"];
            content?: components["schemas"]["MessageContent"];
            format?: components["schemas"]["MessageFormat"];
            /** @description Numbers of the accounts that are to have it; one that stands there twice gets it once. Deactivated accounts are refused. */
            user_ids?: number[];
        };
        /**
         * @description How the content is written; markdown when absent.
         * @enum {string}
         */
        MessageFormat: "markdown" | "html";
        /**
         * @description Somebody who was sent a message.
         * @example {
         *       "user_id": 2,
         *       "username": "ada",
         *       "display_name": "Ada",
         *       "read_at": "2026-11-22T06:12:00.000Z"
         *     }
         */
        MessageRecipient: {
            /** @description Number of the account. */
            user_id: number;
            /** @description Its name. */
            username: string;
            /** @description How it is called on the screen. */
            display_name: string;
            read_at: components["schemas"]["ReadTime"];
        };
        /**
         * Format: date-time
         * @description When it was sent.
         */
        MessageTime: string;
        /** @description 1 to 200 characters, spaces around it not counted. */
        MessageTitle: string;
        /**
         * @description What is to change; what is absent stays. Read-only fields of an answer may be sent back.
         * @example {
         *       "title": "Maintenance on Saturday",
         *       "content": "We are away from 02:00 to 03:00 UTC.",
         *       "format": "markdown"
         *     }
         */
        MessageUpdate: {
            title?: components["schemas"]["MessageTitle"];
            content?: components["schemas"]["MessageContent"];
            format?: components["schemas"]["MessageFormat"];
            id?: components["schemas"]["Ignored"];
            created_at?: components["schemas"]["Ignored"];
            updated_at?: components["schemas"]["Ignored"];
            created_by?: components["schemas"]["Ignored"];
            stats?: components["schemas"]["Ignored"];
        };
        /**
         * @description What one model costs before the factor of the group, and where that comes from.
         * @example {
         *       "model_name": "gpt-4o",
         *       "priced_as": "gpt-4o",
         *       "price_source": "explicit",
         *       "quota_type": 0,
         *       "model_ratio": "1.25",
         *       "completion_ratio": "4",
         *       "cache_ratio": "0.5",
         *       "model_price": "0",
         *       "input_usd": "2.5",
         *       "output_usd": "10",
         *       "cache_read_usd": "1.25",
         *       "call_usd": "",
         *       "enable_groups": [
         *         "default"
         *       ]
         *     }
         */
        ModelPrice: {
            /** @description Name as asked for. */
            model_name: string;
            /** @description The entry of the price tables that answered, such as the name without a suffix. */
            priced_as: string;
            /**
             * @description Whether the price is set for the model, the fallback of the site, or none at all.
             * @enum {string}
             */
            price_source: "explicit" | "fallback" | "unpriced";
            /**
             * @description 0 by use, 1 per call.
             * @enum {integer}
             */
            quota_type: 0 | 1;
            /** @description Decimal text; 0 when per call. */
            model_ratio: string;
            /** @description Decimal text; 0 when per call. */
            completion_ratio: string;
            /** @description Decimal text; 0 when per call. */
            cache_ratio: string;
            /** @description Dollars per call as decimal text; 0 when by use. */
            model_price: string;
            /** @description Dollars per million input tokens, decimal text; empty when per call. */
            input_usd: string;
            /** @description Dollars per million output tokens, decimal text; empty when per call. */
            output_usd: string;
            /** @description Dollars per million input tokens that come from the cache, decimal text; empty when per call. */
            cache_read_usd: string;
            /** @description Dollars per call, decimal text; empty when by use. */
            call_usd: string;
            /** @description Groups that a channel serves it to, sorted. */
            enable_groups: string[];
        };
        /**
         * @description Channel type number to the model names of that type.
         * @example {
         *       "1": [
         *         "gpt-4o"
         *       ]
         *     }
         */
        ModelsByType: {
            [key: string]: string[];
        };
        /**
         * @description The access token that was made, with its text.
         * @example {
         *       "id": 3,
         *       "name": "ci",
         *       "token": "at_4Yj0qk0nQxqk4mJ7h2fVq1m8wT3bR9sZ",
         *       "scopes": [
         *         "channels:write"
         *       ],
         *       "expires_time": -1
         *     }
         */
        NewAccessToken: {
            /** @description Number of the access token. */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description The text for Authorization: Bearer, shown this once. */
            token: string;
            /** @description What it may do. */
            scopes: string[];
            /** @description Unix seconds; -1 = never. */
            expires_time: number;
        };
        /**
         * @description Addresses of an OpenID Connect provider.
         * @example {
         *       "authorization_endpoint": "https://id.example.com/authorize",
         *       "token_endpoint": "https://id.example.com/token",
         *       "user_info_endpoint": "https://id.example.com/userinfo"
         *     }
         */
        OidcEndpoints: {
            /** @description Where the browser goes to sign in. */
            authorization_endpoint: string;
            /** @description Where the code is exchanged. */
            token_endpoint: string;
            /** @description Where the identity is read. */
            user_info_endpoint: string;
        };
        /**
         * @description One setting of the site.
         * @example {
         *       "key": "RetryTimes",
         *       "value": "3",
         *       "is_secret": false,
         *       "is_set": true,
         *       "is_default": false,
         *       "role": 10,
         *       "type": "integer",
         *       "default": "0",
         *       "range": {
         *         "min": 0,
         *         "max": 100,
         *         "is_above_min": false,
         *         "places": 0,
         *         "step": 1,
         *         "may_be_empty": false
         *       }
         *     }
         */
        Option: {
            /** @description Name of the setting. */
            key: string;
            /** @description Its text; booleans are true or false. Always empty for secrets. */
            value: string;
            /** @description Write-only. */
            is_secret: boolean;
            /** @description Whether it holds anything. */
            is_set: boolean;
            /** @description Whether it is what is built in. */
            is_default: boolean;
            /** @description Least role that may change it. */
            role?: number;
            /**
             * @description What its text must be; a decimal is a number that is kept digit by digit.
             * @enum {string}
             */
            type: "boolean" | "integer" | "decimal" | "text" | "json";
            /** @description What it is before anybody sets it. */
            default: string;
            /** @description Of a secret that is set: equal texts have equal fingerprints on this installation. */
            fingerprint?: string;
            range?: components["schemas"]["OptionRange"];
            /** @description Of a text that is one of a few: the only ones that are taken. */
            choices?: string[];
            /** @description A text of several lines; other texts stand in one. */
            is_multiline?: boolean;
            /**
             * @description What a number counts, where that is not its name.
             * @enum {string}
             */
            unit?: "quota" | "dollars" | "percent" | "minutes" | "seconds";
            /** @description Of a switch: settings that must hold something before it can be turned on. */
            needs?: string[];
        };
        /**
         * @description One entry of a setting that is a table.
         * @example {
         *       "key": "GroupRatio",
         *       "name": "vip",
         *       "value": "0.8",
         *       "default": "1"
         *     }
         */
        OptionEntry: {
            /** @description Name of the setting. */
            key: string;
            /** @description Name of the entry: a model, a group. */
            name: string;
            /** @description A number as decimal text, a text as it is, anything deeper as JSON text. */
            value: string;
            /** @description The built-in entry of that name; null = there is none. */
            default: string | null;
        };
        /**
         * @description What an entry was and is.
         * @example {
         *       "key": "GroupRatio",
         *       "name": "vip",
         *       "before": "0.9",
         *       "after": "0.8"
         *     }
         */
        OptionEntryChange: {
            /** @description Name of the setting. */
            key: string;
            /** @description Name of the entry. */
            name: string;
            /** @description null = it was not there. */
            before: string | null;
            /** @description null = it is gone. */
            after: string | null;
        };
        /**
         * @description Which numbers a setting takes.
         * @example {
         *       "min": 0,
         *       "max": 100,
         *       "is_above_min": false,
         *       "places": 1,
         *       "step": 0.1,
         *       "may_be_empty": false
         *     }
         */
        OptionRange: {
            /** @description Least one. */
            min: number;
            /** @description Greatest one. */
            max: number;
            /** @description The least one itself is refused. */
            is_above_min: boolean;
            /** @description Most digits after the point. */
            places: number;
            /** @description By how much a form goes up and down. */
            step: number;
            /** @description An empty text is taken too: not set. */
            may_be_empty: boolean;
        };
        /**
         * @description What would become of a setting.
         * @example {
         *       "key": "RetryTimes",
         *       "value": "",
         *       "code": "option_range",
         *       "message": "RetryTimes must be from 0 to 100"
         *     }
         */
        OptionVerdict: {
            /** @description Name of the setting. */
            key: string;
            /** @description The text it would be stored as; empty for secrets and for what is refused. */
            value: string;
            /** @description Code of the refusal; null = it would be taken. */
            code: string | null;
            /** @description What is wrong, in the language of Accept-Language. */
            message: string | null;
        };
        /**
         * @description The own balance and what it is made of, read in one moment: the parts add up to it exactly.
         * @example {
         *       "quota": 99875,
         *       "quota_exact": "99874.75",
         *       "held_quota": 0,
         *       "held_quota_exact": "0",
         *       "balance": 99875,
         *       "balance_exact": "99874.75",
         *       "entries": 2,
         *       "parts": [
         *         {
         *           "kind": "redeem",
         *           "entries": 1,
         *           "amount": 100000,
         *           "amount_exact": "100000"
         *         },
         *         {
         *           "kind": "usage",
         *           "entries": 1,
         *           "amount": -125,
         *           "amount_exact": "-125.25"
         *         }
         *       ]
         *     }
         */
        OwnBalance: {
            /** @description What can be spent now, in quota units: balance less what is held. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Quota units reserved by running calls. */
            held_quota: number;
            /** @description The same as decimal text. */
            held_quota_exact: string;
            /** @description Sum of all entries, in quota units, rounded. */
            balance: number;
            /** @description The same as decimal text. */
            balance_exact: string;
            /** @description Entries so far. */
            entries: number;
            /** @description One for each kind that there is; all charges and what was given back of them are one, usage. */
            parts: components["schemas"]["BalancePart"][];
        };
        /**
         * @description What kind of object it is.
         * @enum {string}
         */
        OwnedKind: "channel" | "token" | "code" | "user" | "group" | "price" | "option";
        /**
         * @description An object that a manifest may look after.
         * @example {
         *       "kind": "channel",
         *       "ref": "3"
         *     }
         */
        OwnedObject: {
            kind: components["schemas"]["OwnedKind"];
            ref: components["schemas"]["OwnedRef"];
        };
        /** @description The id of a channel, token or user; the name of codes of one name, of a group, of the model of a price, of an option. */
        OwnedRef: string;
        /**
         * @description An object and the manifest that looks after it.
         * @example {
         *       "kind": "channel",
         *       "ref": "3",
         *       "owner": "infra/prod",
         *       "updated_time": 1795160000
         *     }
         */
        Owner: {
            kind: components["schemas"]["OwnedKind"];
            /** @description Which object. */
            ref: string;
            /** @description Which manifest. */
            owner: string;
            /** @description When the label was set, unix seconds. */
            updated_time: number;
        };
        /** @description Which manifest it is, such as infra/prod. */
        OwnerLabel: string;
        /**
         * @description What one channel that serves the model would do for the call.
         * @example {
         *       "channel_id": 1,
         *       "channel_name": "openai-main",
         *       "type": 1,
         *       "status": 1,
         *       "priority": 10,
         *       "weight": 5,
         *       "rank": 1,
         *       "share": 1,
         *       "reason": null,
         *       "failed_lately": false,
         *       "failures_in_a_row": 0,
         *       "cooling_seconds": 0,
         *       "keys": 1,
         *       "usable_keys": 1
         *     }
         */
        PlannedChannel: {
            /** @description Number of the channel. */
            channel_id: number;
            /** @description Its name. */
            channel_name: string;
            /** @description Number of its type. */
            type: number;
            /** @description 1 enabled, 2 disabled, 3 disabled automatically. */
            status: number;
            /** @description Higher goes first. */
            priority: number;
            /** @description Share inside a priority. */
            weight: number;
            /** @description When it is tried: 1 first; channels of one rank are drawn by share. null = it is not tried. */
            rank: number | null;
            /** @description Chance, 0 to 1, to be the first of its rank; null = it is not tried. */
            share: number | null;
            /**
             * @description Why it is not tried; null = it is.
             * @enum {string|null}
             */
            reason: "disabled" | "disabled-automatically" | "other-group" | "prefix-taken" | "unsupported" | "cooling" | "failing" | "no-usable-key" | null;
            /** @description It failed in the last seconds, so it is tried after the others. */
            failed_lately: boolean;
            /** @description Failed calls since the last good one. */
            failures_in_a_row: number;
            /** @description How long the upstream asked to be left alone for this model; 0 = not. */
            cooling_seconds: number;
            /** @description Keys it has. */
            keys: number;
            /** @description Keys that were not refused lately. */
            usable_keys: number;
        };
        /**
         * @description What one model costs.
         * @example {
         *       "model_name": "gpt-4o",
         *       "quota_type": 0,
         *       "model_ratio": 1.25,
         *       "model_price": 0,
         *       "completion_ratio": 4,
         *       "cache_ratio": 0.5,
         *       "owner_by": "",
         *       "enable_groups": [
         *         "default"
         *       ],
         *       "price_source": "explicit",
         *       "input_usd": "2.5",
         *       "output_usd": "10",
         *       "cache_read_usd": "1.25",
         *       "call_usd": ""
         *     }
         */
        PricingItem: {
            /** @description Name as clients write it. */
            model_name: string;
            /**
             * @description 0 by use, 1 per call.
             * @enum {integer}
             */
            quota_type: 0 | 1;
            /** @description Input price in dollars per million tokens, divided by 2; 0 when per call. */
            model_ratio: number;
            /** @description Dollars per call; 0 when by use. */
            model_price: number;
            /** @description Output price divided by input price; 0 when per call. */
            completion_ratio: number;
            /** @description Price of cached input divided by that of input; 0 when per call. */
            cache_ratio: number;
            /** @description Whose model it is; empty where that is not known. */
            owner_by: string;
            /** @description Groups of the caller that a channel serves it to, sorted. */
            enable_groups: string[];
            /**
             * @description Whether the price is set for the model, the fallback of the site, or none at all.
             * @enum {string}
             */
            price_source: "explicit" | "fallback" | "unpriced";
            /** @description Dollars per million input tokens, decimal text; empty when per call. */
            input_usd: string;
            /** @description Dollars per million output tokens, decimal text; empty when per call. */
            output_usd: string;
            /** @description Dollars per million input tokens that come from the cache, decimal text; empty when per call. */
            cache_read_usd: string;
            /** @description Dollars per call, decimal text; empty when by use. */
            call_usd: string;
        };
        /**
         * Format: date-time
         * @description When it was first opened; null = not yet.
         */
        ReadTime: string | null;
        /**
         * @description A code that credits an account.
         * @example {
         *       "id": 3,
         *       "user_id": 1,
         *       "name": "welcome",
         *       "key": "1b2c3d4e5f60718293a4b5c6d7e8f901",
         *       "status": 1,
         *       "quota": 100000,
         *       "quota_exact": "100000",
         *       "created_time": 1795160000,
         *       "redeemed_time": 0,
         *       "used_user_id": 0,
         *       "is_gift": false,
         *       "max_uses": -1,
         *       "used_count": 0,
         *       "valid_from": 0,
         *       "valid_until": 0
         *     }
         */
        Redemption: {
            /** @description Number of the code. */
            id: number;
            /** @description Who made it. */
            user_id: number;
            /** @description Name for people. */
            name: string;
            /** @description The code itself. */
            key: string;
            /** @description 1 unused, 2 disabled, 3 used. */
            status: number;
            /** @description Quota units it credits. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Unix seconds. */
            created_time: number;
            /** @description Unix seconds of the last use; 0 = never. */
            redeemed_time: number;
            /** @description Who used an ordinary code; 0 = nobody. */
            used_user_id: number;
            /** @description May be used by several accounts, once by each. */
            is_gift: boolean;
            /** @description Uses of a gift code; -1 = unlimited. */
            max_uses: number;
            /** @description How often it was used. */
            used_count: number;
            /** @description Unix seconds; 0 = at once. */
            valid_from: number;
            /** @description Unix seconds; 0 = never ends. */
            valid_until: number;
        };
        /**
         * @description New codes. Read-only fields of an answer may be sent along and are ignored.
         * @example {
         *       "name": "welcome",
         *       "quota": 100000,
         *       "count": 3
         *     }
         */
        RedemptionCreate: {
            name: components["schemas"]["RedemptionName"];
            quota: components["schemas"]["RedemptionQuota"];
            /** @description How many codes, 1 when absent. */
            count?: number;
            /** @description An own code of up to 32 letters, digits, - and _; only with count 1. Empty = generated. */
            key?: string;
            /** @description false when absent. */
            is_gift?: boolean;
            /** @description Only for gift codes; -1, 0, null or absent = unlimited. */
            max_uses?: number | null;
            valid_from?: components["schemas"]["RedemptionTime"];
            valid_until?: components["schemas"]["RedemptionTime"];
            id?: components["schemas"]["Ignored"];
            user_id?: components["schemas"]["Ignored"];
            status?: components["schemas"]["Ignored"];
            used_count?: components["schemas"]["Ignored"];
            used_user_id?: components["schemas"]["Ignored"];
            created_time?: components["schemas"]["Ignored"];
            redeemed_time?: components["schemas"]["Ignored"];
            quota_exact?: components["schemas"]["Ignored"];
        };
        /**
         * @description The selected codes.
         * @example {
         *       "ids": [
         *         3,
         *         4
         *       ]
         *     }
         */
        RedemptionIds: {
            ids?: components["schemas"]["Selection"];
        };
        /** @description 1 to 20 characters. */
        RedemptionName: string;
        /** @description Quota units. */
        RedemptionQuota: number;
        /**
         * @description How many codes there are in each state, and what they are worth.
         * @example {
         *       "unused": 3,
         *       "expired": 1,
         *       "disabled": 0,
         *       "used": 2,
         *       "unlimited": 0,
         *       "outstanding_quota_exact": "300000",
         *       "redeemed_quota_exact": "200000",
         *       "redemptions": 2
         *     }
         */
        RedemptionStats: {
            /** @description Codes that can be redeemed, now or from a later time on. */
            unused: number;
            /** @description Unused codes whose time is over. */
            expired: number;
            /** @description Codes of status 2. */
            disabled: number;
            /** @description Codes of status 3. */
            used: number;
            /** @description Of the unused: gift codes with any number of uses. */
            unlimited: number;
            /** @description What the unused codes can still credit, in quota units as decimal text; without the unlimited ones. */
            outstanding_quota_exact: string;
            /** @description What codes have credited, deleted ones included, in quota units as decimal text. */
            redeemed_quota_exact: string;
            /** @description How often codes were redeemed, deleted ones included. */
            redemptions: number;
        };
        /** @description Unix seconds; 0 or null = not set. */
        RedemptionTime: number | null;
        /**
         * @description Name, quota and times of a code of status 1. Key, kind and uses never change; read-only fields of an answer may be sent back.
         * @example {
         *       "id": 3,
         *       "name": "welcome-2",
         *       "quota": 200000
         *     }
         */
        RedemptionUpdate: {
            /** @description Which code. */
            id: number;
            /**
             * @description 1 enables, 2 disables; written only with status_only=true.
             * @enum {integer}
             */
            status?: 1 | 2 | 3;
            name?: components["schemas"]["RedemptionName"];
            quota?: components["schemas"]["RedemptionQuota"];
            valid_from?: components["schemas"]["RedemptionTime"];
            valid_until?: components["schemas"]["RedemptionTime"];
            key?: components["schemas"]["Ignored"];
            is_gift?: components["schemas"]["Ignored"];
            max_uses?: components["schemas"]["Ignored"];
            count?: components["schemas"]["Ignored"];
            user_id?: components["schemas"]["Ignored"];
            used_count?: components["schemas"]["Ignored"];
            used_user_id?: components["schemas"]["Ignored"];
            created_time?: components["schemas"]["Ignored"];
            redeemed_time?: components["schemas"]["Ignored"];
            quota_exact?: components["schemas"]["Ignored"];
        };
        /**
         * @description A new account.
         * @example {
         *       "username": "alice",
         *       "password": "correct-horse",
         *       "password2": "correct-horse",
         *       "aff_code": "K7QM"
         *     }
         */
        RegisterRequest: {
            /** @description Sign-in name, 1 to 12 characters. */
            username: string;
            /** @description 8 to 20 characters. */
            password: string;
            /** @description The password once more; must be equal where it is sent. */
            password2?: string;
            /** @description Address that got the code, where the status says email_verification; ignored otherwise. */
            email?: string;
            /** @description The code from the mail. */
            verification_code?: string;
            /** @description Not looked at: WeChat sign-up has its own call. */
            wechat_verification_code?: string;
            /** @description Invite code of another user. */
            aff_code?: string;
        };
        /**
         * @description A release as the feed tells it.
         * @example {
         *       "tag_name": "v0.2.0",
         *       "body": "Faster lists.",
         *       "is_newer": true
         *     }
         */
        Release: {
            /** @description Its version, with or without a leading v. */
            tag_name: string;
            /** @description What is new, Markdown. */
            body: string;
            /** @description Whether it is another version than the one that runs. */
            is_newer: boolean;
        };
        /**
         * @description What stands in the link of the mail.
         * @example {
         *       "email": "alice@example.com",
         *       "token": "5f0c2d8e9b7a41c6a3d4e5f60718293a"
         *     }
         */
        ResetPasswordRequest: {
            /** @description Address that got the mail, in any case. */
            email: string;
            /** @description Good for ten minutes and one use. */
            token: string;
        };
        /**
         * @description 1 user, 10 administrator, 100 super administrator.
         * @enum {integer}
         */
        Role: 1 | 10 | 100;
        /**
         * @description What a token may do: `*` everything, `*:read` every reading, or a noun with read or write, such as `channels:write`. write covers read. The role of the user is the limit in any case.
         * @example channels:write
         */
        Scope: string;
        /** @description Numbers of the selected rows. */
        Selection: number[];
        /**
         * @description One entry to write, to remove, or to put back to what is built in.
         * @example {
         *       "key": "GroupRatio",
         *       "name": "vip",
         *       "value": "0.8"
         *     }
         */
        SetOptionEntry: {
            /** @description Name of the setting. */
            key: string;
            /** @description Name of the entry. */
            name: string;
            /** @description Its new value in the form of the list; null removes it, absent puts the built-in one back. */
            value?: string | null;
            /** @description What the caller takes it to be, null = not there. Absent = whatever it is. */
            before?: string | null;
        };
        /**
         * @description A setting to change.
         * @example {
         *       "key": "RetryTimes",
         *       "value": "3"
         *     }
         */
        SetOptionRequest: {
            /** @description Name of the setting. */
            key: string;
            /** @description Its new text; booleans are true or false, tables JSON text. */
            value: string;
            /** @description What the caller takes its text to be; when it is another one, nothing is changed. Not for secrets. */
            before?: string;
        };
        /**
         * @description Objects to give a label.
         * @example {
         *       "owner": "infra/prod",
         *       "objects": [
         *         {
         *           "kind": "channel",
         *           "ref": "3"
         *         }
         *       ]
         *     }
         */
        SetOwnerRequest: {
            owner: components["schemas"]["OwnerLabel"];
            /** @description Which ones. */
            objects: components["schemas"]["OwnedObject"][];
            /** @description Whether another label may be replaced; false when absent. */
            take_over?: boolean;
        };
        /**
         * @description The super administrator to make and how the site will be used.
         * @example {
         *       "username": "root",
         *       "password": "correct-horse",
         *       "confirmPassword": "correct-horse",
         *       "usageMode": "external"
         *     }
         */
        SetupRequest: {
            /** @description Sign-in name of the super administrator, 1 to 12 characters. Needed while root_init is false. */
            username?: string;
            /** @description 8 to 20 characters. Needed while root_init is false. */
            password?: string;
            /** @description The password once more. */
            confirmPassword?: string;
            /**
             * @description external sells to others; self is for one's own use; demo refuses changes. Wins over the two flags, which must not contradict it.
             * @enum {string}
             */
            usageMode?: "external" | "self" | "demo";
            /** @description Same as usageMode self. */
            SelfUseModeEnabled?: boolean;
            /** @description Same as usageMode demo. */
            DemoSiteEnabled?: boolean;
        };
        /**
         * @description Whether the site has been set up.
         * @example {
         *       "status": false,
         *       "root_init": false,
         *       "database_type": "sqlite"
         *     }
         */
        SetupState: {
            /** @description True once set-up is done. */
            status: boolean;
            /** @description True when a super administrator exists. */
            root_init: boolean;
            /**
             * @description Where the data lives.
             * @enum {string}
             */
            database_type: "sqlite" | "postgres";
        };
        /** @description What anybody may know about this site. No secrets. */
        Status: {
            /**
             * @description Version of the running daemon.
             * @example 0.1.0
             */
            version: string;
            /**
             * @description When the daemon started, unix seconds.
             * @example 1795000000
             */
            start_time: number;
            /**
             * @description Whether the site has been set up.
             * @example true
             */
            setup: boolean;
            /**
             * @description Name of the site.
             * @example Tollgate
             */
            system_name: string;
            /**
             * @description Address of the logo; /logo.png when none is set.
             * @example /logo.png
             */
            logo: string;
            /**
             * @description Markup of the footer; empty = the built-in one.
             * @example
             */
            footer_html: string;
            /**
             * @description Public address of the site, without a trailing slash; may be empty.
             * @example https://gw.example.com
             */
            server_address: string;
            /**
             * @description Address of the documentation; empty = no entry.
             * @example
             */
            docs_link: string;
            /**
             * @description Where redemption codes can be bought; empty = no button.
             * @example
             */
            top_up_link: string;
            /**
             * @description First link of the chat menu; empty when there is none.
             * @example
             */
            chat_link: string;
            /**
             * @description Quota units to the dollar.
             * @example 500000
             */
            quota_per_unit: number;
            /**
             * @description Money is shown in dollars instead of quota units.
             * @example true
             */
            display_in_currency: boolean;
            /**
             * @description Currency per dollar of top-up.
             * @example 7.3
             */
            price: number;
            /**
             * @description Least top-up in dollars.
             * @example 1
             */
            min_topup: number;
            /**
             * @description Online payment is configured.
             * @example false
             */
            enable_online_topup: boolean;
            /**
             * @description The drawing log is shown.
             * @example true
             */
            enable_drawing: boolean;
            /**
             * @description The task log is shown.
             * @example true
             */
            enable_task: boolean;
            /**
             * @description The dashboard is shown.
             * @example true
             */
            enable_data_export: boolean;
            /**
             * @description Granularity the dashboard opens with: hour, day or week.
             * @example hour
             */
            data_export_default_time: string;
            /**
             * @description The sidebar begins collapsed.
             * @example false
             */
            default_collapse_sidebar: boolean;
            /**
             * @description Callbacks of drawing clients are passed on.
             * @example false
             */
            mj_notify_enabled: boolean;
            /**
             * @description Requests and answers are stored in the log.
             * @example false
             */
            log_chat_content_enabled: boolean;
            /**
             * @description The site serves its owner alone.
             * @example false
             */
            self_use_mode_enabled: boolean;
            /**
             * @description The site refuses changes.
             * @example false
             */
            demo_site_enabled: boolean;
            /**
             * @description Invitations are rewarded.
             * @example true
             */
            aff_enabled: boolean;
            /**
             * @description The daily check-in is open.
             * @example false
             */
            check_in_enabled: boolean;
            /**
             * @description Signing in by password is open.
             * @example true
             */
            password_login_enabled: boolean;
            /**
             * @description New accounts may be made.
             * @example true
             */
            register_enabled: boolean;
            /**
             * @description New accounts may be made by name and password.
             * @example true
             */
            password_register_enabled: boolean;
            /**
             * @description Registration asks for a code sent by e-mail.
             * @example false
             */
            email_verification: boolean;
            /**
             * @description The human check is on.
             * @example false
             */
            turnstile_check: boolean;
            /**
             * @description Public key of the human check.
             * @example
             */
            turnstile_site_key: string;
            /**
             * @description Signing in by GitHub is open.
             * @example false
             */
            github_oauth: boolean;
            /**
             * @description Client id for GitHub.
             * @example
             */
            github_client_id: string;
            /**
             * @description Signing in by OpenID Connect is open.
             * @example false
             */
            oidc_enabled: boolean;
            /**
             * @description Client id for OpenID Connect.
             * @example
             */
            oidc_client_id: string;
            /**
             * @description Where the browser is sent to sign in.
             * @example
             */
            oidc_authorization_endpoint: string;
            /**
             * @description Signing in by Linux DO is open.
             * @example false
             */
            linuxdo_oauth: boolean;
            /**
             * @description Client id for Linux DO.
             * @example
             */
            linuxdo_client_id: string;
            /**
             * @description Least trust level at Linux DO, 0 to 4.
             * @example 0
             */
            linuxdo_minimum_trust_level: number;
            /**
             * @description Signing in by WeChat is open.
             * @example false
             */
            wechat_login: boolean;
            /**
             * @description Address of the QR code.
             * @example
             */
            wechat_qrcode: string;
            /**
             * @description Signing in by Telegram is open.
             * @example false
             */
            telegram_oauth: boolean;
            /**
             * @description Name of the bot.
             * @example
             */
            telegram_bot_name: string;
            /**
             * @description Chat menu: one name and link per entry; the link holds {address} and {key}.
             * @example [
             *       {
             *         "AMA": "ama://set-api-key?server={address}&key={key}"
             *       }
             *     ]
             */
            chats: {
                [key: string]: string;
            }[];
        };
        /**
         * @description Where the mail goes.
         * @example {
         *       "to": "admin@example.com"
         *     }
         */
        TestMailRequest: {
            /** @description An address that the caller can look into. */
            to: string;
        };
        /**
         * @description Where the message goes.
         * @example {
         *       "url": "https://hooks.example.com/tollgate"
         *     }
         */
        TestWebhookRequest: {
            /** @description An address that begins with https://. */
            url: string;
            /** @description Goes along as bearer credential; empty or absent: none does. */
            secret?: string;
        };
        /**
         * @description A credential for calls to models; only its owner sees it.
         * @example {
         *       "id": 7,
         *       "user_id": 1,
         *       "name": "ci",
         *       "key": "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7dEf0hIj3kLm6n",
         *       "status": 1,
         *       "remain_quota": 500000,
         *       "remain_quota_exact": "500000",
         *       "used_quota": 0,
         *       "used_quota_exact": "0",
         *       "held_quota": 0,
         *       "held_quota_exact": "0",
         *       "unlimited_quota": false,
         *       "expired_time": -1,
         *       "created_time": 1795160000,
         *       "accessed_time": 1795160000,
         *       "model_limits_enabled": false,
         *       "model_limits": "",
         *       "allow_ips": "",
         *       "group": "",
         *       "rate_limit_enabled": false,
         *       "rate_limit_period": 60,
         *       "rate_limit_count": 1000,
         *       "rate_limit_success": 10
         *     }
         */
        Token: {
            /** @description Number of the token. */
            id: number;
            /** @description Its owner. */
            user_id: number;
            /** @description Name for people. */
            name: string;
            /** @description 48 characters; clients write sk- before it. */
            key: string;
            /** @description 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
            status: number;
            /** @description Quota units it may still spend; running calls are subtracted. */
            remain_quota: number;
            /** @description The same as decimal text. */
            remain_quota_exact: string;
            /** @description Quota units charged through it. */
            used_quota: number;
            /** @description The same as decimal text. */
            used_quota_exact: string;
            /** @description Quota units reserved by running calls. */
            held_quota: number;
            /** @description The same as decimal text. */
            held_quota_exact: string;
            /** @description Only the balance of the account limits it. */
            unlimited_quota: boolean;
            /** @description Unix seconds; -1 = never. */
            expired_time: number;
            /** @description Unix seconds. */
            created_time: number;
            /** @description Unix seconds of the last charge; the time of creation before one. */
            accessed_time: number;
            /** @description Only the models of model_limits may be called. */
            model_limits_enabled: boolean;
            /** @description Comma list of model names as clients write them. */
            model_limits: string;
            /** @description Addresses and ranges, one a line; empty = any. */
            allow_ips: string;
            /** @description Group that routes and prices its calls; empty = the group of the account. */
            group: string;
            /** @description Whether the three limits below act. */
            rate_limit_enabled: boolean;
            /** @description Length of the window in seconds. */
            rate_limit_period: number;
            /** @description Requests in the window, failures included; 0 = unlimited. */
            rate_limit_count: number;
            /** @description Successful requests in the window; 0 = unlimited. */
            rate_limit_success: number;
        };
        /**
         * @description A new token. Read-only fields of an answer may be sent along and are ignored.
         * @example {
         *       "name": "ci",
         *       "remain_quota": 500000,
         *       "expired_time": -1,
         *       "model_limits_enabled": true,
         *       "model_limits": "gpt-4o,gpt-4o-mini"
         *     }
         */
        TokenCreate: {
            name?: components["schemas"]["TokenName"];
            remain_quota?: components["schemas"]["TokenQuota"];
            /** @description false when absent. */
            unlimited_quota?: boolean;
            expired_time?: components["schemas"]["TokenExpiry"];
            /** @description false when absent. */
            model_limits_enabled?: boolean;
            model_limits?: components["schemas"]["TokenList"];
            allow_ips?: components["schemas"]["TokenList"];
            /** @description One of your usable groups; empty = the group of the account. */
            group?: string;
            /** @description false when absent. */
            rate_limit_enabled?: boolean;
            rate_limit_period?: components["schemas"]["TokenPeriod"];
            rate_limit_count?: components["schemas"]["TokenRateCount"];
            rate_limit_success?: components["schemas"]["TokenRateCount"];
            id?: components["schemas"]["Ignored"];
            key?: components["schemas"]["Ignored"];
            status?: components["schemas"]["Ignored"];
            user_id?: components["schemas"]["Ignored"];
            used_quota?: components["schemas"]["Ignored"];
            created_time?: components["schemas"]["Ignored"];
            accessed_time?: components["schemas"]["Ignored"];
            remain_quota_exact?: components["schemas"]["Ignored"];
            used_quota_exact?: components["schemas"]["Ignored"];
            held_quota?: components["schemas"]["Ignored"];
            held_quota_exact?: components["schemas"]["Ignored"];
        };
        /** @description Unix seconds; -1 = never. */
        TokenExpiry: number;
        /**
         * @description The selected tokens.
         * @example {
         *       "ids": [
         *         7,
         *         8
         *       ]
         *     }
         */
        TokenIds: {
            ids?: components["schemas"]["Selection"];
        };
        /** @description A list; empty clears it. */
        TokenList: string;
        /** @description 1 to 30 characters. */
        TokenName: string;
        /** @description Seconds; 60 when absent. */
        TokenPeriod: number;
        /** @description Quota units. */
        TokenQuota: number;
        /** @description Requests; 0 = unlimited. 1000 requests and 10 successes when absent. */
        TokenRateCount: number;
        /**
         * @description Absent fields stay, present ones are written. Raising the quota or the expiry so that the reason is gone enables a
         *     token of status 3 or 4 again. Read-only fields of an answer may be sent back; key, owner and used quota never change.
         * @example {
         *       "id": 7,
         *       "remain_quota": 600000,
         *       "remain_quota_base": 500000
         *     }
         */
        TokenUpdate: {
            /** @description Which token. */
            id: number;
            /**
             * @description 1 enables, 2 disables; 3 and 4 only where they are set already.
             * @enum {integer}
             */
            status?: 1 | 2 | 3 | 4;
            name?: components["schemas"]["TokenName"];
            remain_quota?: components["schemas"]["TokenQuota"];
            /** @description The remain_quota that the form was loaded with. Sent along, only the difference is applied, so that what was spent meanwhile stays spent. */
            remain_quota_base?: number;
            /** @description Only the balance of the account limits it. */
            unlimited_quota?: boolean;
            expired_time?: components["schemas"]["TokenExpiry"];
            /** @description Only the models of model_limits may be called. */
            model_limits_enabled?: boolean;
            model_limits?: components["schemas"]["TokenList"];
            allow_ips?: components["schemas"]["TokenList"];
            /** @description One of your usable groups; empty = the group of the account. */
            group?: string;
            /** @description Whether the three limits below act. */
            rate_limit_enabled?: boolean;
            rate_limit_period?: components["schemas"]["TokenPeriod"];
            rate_limit_count?: components["schemas"]["TokenRateCount"];
            rate_limit_success?: components["schemas"]["TokenRateCount"];
            /** @description As loaded. Without remain_quota_base it tells what was spent since the form was loaded. */
            used_quota_exact?: string;
            /** @description As loaded; used like used_quota_exact. */
            held_quota_exact?: string;
            key?: components["schemas"]["Ignored"];
            user_id?: components["schemas"]["Ignored"];
            used_quota?: components["schemas"]["Ignored"];
            held_quota?: components["schemas"]["Ignored"];
            created_time?: components["schemas"]["Ignored"];
            accessed_time?: components["schemas"]["Ignored"];
            remain_quota_exact?: components["schemas"]["Ignored"];
        };
        /**
         * @description What a token has spent and may still spend.
         * @example {
         *       "object": "token_usage",
         *       "name": "ci",
         *       "total_granted": 500000,
         *       "total_used": 3750,
         *       "total_available": 496250,
         *       "total_granted_exact": "500000",
         *       "total_used_exact": "3750",
         *       "total_available_exact": "496250",
         *       "unlimited_quota": false,
         *       "model_limits": {},
         *       "model_limits_enabled": false,
         *       "expires_at": 0
         *     }
         */
        TokenUsage: {
            /** @description Always token_usage. */
            object: string;
            /** @description Name of the token. */
            name: string;
            /** @description Quota units granted in all. */
            total_granted: number;
            /** @description Quota units charged. */
            total_used: number;
            /** @description Quota units left; running calls are subtracted. */
            total_available: number;
            /** @description Decimal text. */
            total_granted_exact: string;
            /** @description Decimal text. */
            total_used_exact: string;
            /** @description Decimal text. */
            total_available_exact: string;
            /** @description Only the balance of the account limits it. */
            unlimited_quota: boolean;
            /** @description The models it may call. */
            model_limits: {
                [key: string]: boolean;
            };
            /** @description Whether only those may be called. */
            model_limits_enabled: boolean;
            /** @description Unix seconds; 0 = never. */
            expires_at: number;
        };
        /**
         * @description What a code credited.
         * @example {
         *       "quota": 100000,
         *       "quota_exact": "100000",
         *       "is_gift": false
         *     }
         */
        Topup: {
            /** @description Quota units credited. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Whether it was a gift code. */
            is_gift: boolean;
        };
        /**
         * @description How much is to be credited.
         * @example {
         *       "amount": 10
         *     }
         */
        TopupQuoteRequest: {
            /** @description Dollars where the site shows money in dollars (display_in_currency), else quota units. */
            amount: number;
            /** @description Accepted and ignored. */
            top_up_code?: string;
        };
        /**
         * @description A code to redeem.
         * @example {
         *       "key": "1b2c3d4e5f60718293a4b5c6d7e8f901"
         *     }
         */
        TopupRequest: {
            /** @description The code; spaces around it are ignored. */
            key?: string;
        };
        /**
         * @description How many of your messages wait.
         * @example {
         *       "unread_count": 3
         *     }
         */
        UnreadCount: {
            /** @description Messages you have not opened. */
            unread_count: number;
        };
        /**
         * @description Changes of the own account. What is absent stays; an empty password stays as well.
         * @example {
         *       "display_name": "Alice",
         *       "password": "battery-staple",
         *       "original_password": "correct-horse"
         *     }
         */
        UpdateSelfRequest: {
            /** @description Sign-in name, 1 to 12 characters. */
            username?: string;
            /** @description Name that is shown, at most 20 characters. */
            display_name?: string;
            /** @description New password, 8 to 20 characters. All other sessions and the system access token end. */
            password?: string;
            /** @description Current password; needed with a new one. */
            original_password?: string;
        };
        /**
         * @description Changes of the own settings. What is absent stays, null removes it.
         * @example {
         *       "notify_type": "email",
         *       "quota_warning_threshold": 500000
         *     }
         */
        UpdateSettingRequest: {
            /**
             * @description How warnings come, e-mail by default.
             * @enum {string|null}
             */
            notify_type?: "email" | "webhook" | null;
            /** @description Balance below which a warning comes, in quota units; the site's own value while there is none. */
            quota_warning_threshold?: number | null;
            /** @description Where warnings are posted to: https, a public address. Empty removes it. */
            webhook_url?: string | null;
            /** @description Sent along as bearer credential, never shown again. Empty leaves it, null removes it. */
            webhook_secret?: string | null;
            /** @description Where warnings go by e-mail. Empty removes it; then it is the address of the account. */
            notification_email?: string | null;
            /** @description Whether calls to models without a price are made, at ratio 37.5. */
            accept_unset_model_ratio_model?: boolean | null;
            /** @description Whether the own log keeps the address of the client. */
            show_ip_in_logs?: boolean | null;
        };
        /**
         * @description Changes of an account. What is absent stays; an empty password stays as well.
         * @example {
         *       "id": 7,
         *       "group": "vip",
         *       "quota": 600000,
         *       "quota_base": 500000
         *     }
         */
        UpdateUserRequest: {
            /** @description Number of the account. */
            id: number;
            /** @description Sign-in name, 1 to 12 characters. */
            username?: string;
            /** @description Name that is shown, at most 20 characters. */
            display_name?: string;
            /** @description New password, 8 to 20 characters. All sessions and the system access token of the account end. */
            password?: string;
            /** @description Price group; must exist. */
            group?: string;
            /** @description Wanted balance in quota units. The difference to quota_base is booked, so that what was spent in the meantime stays spent. */
            quota?: number;
            /** @description The quota that the form was loaded with, in quota units. Absent = the value last shown to the caller, else the current one. */
            quota_base?: number;
        };
        /**
         * @description A price group that may be chosen.
         * @example {
         *       "desc": "Standard",
         *       "ratio": 1,
         *       "ratio_exact": "1",
         *       "is_listed": true
         *     }
         */
        UsableGroup: {
            /** @description What the group is; empty where the site does not list it. */
            desc: string;
            /** @description Factor on every price. */
            ratio: number;
            /** @description The same as decimal text. */
            ratio_exact?: string;
            /** @description Whether UserUsableGroups has it. Otherwise it is the caller's own group, which is always there. */
            is_listed: boolean;
        };
        /**
         * @description Consumption of a span of time beside that of the span before.
         * @example {
         *       "from": 1795158000,
         *       "until": 1795161599,
         *       "before_from": 1795154400,
         *       "step": 3600,
         *       "is_error_logged": true,
         *       "is_complete": true,
         *       "total": {
         *         "requests": 3,
         *         "quota": 11250,
         *         "quota_exact": "11250",
         *         "tokens": 4500,
         *         "failed": 0
         *       },
         *       "before": {
         *         "requests": 1,
         *         "quota": 3750,
         *         "quota_exact": "3750",
         *         "tokens": 1500,
         *         "failed": 0
         *       },
         *       "latency": {
         *         "at": 1795158000,
         *         "calls": 3,
         *         "p50_ms": 812,
         *         "p95_ms": 2100
         *       },
         *       "buckets": [
         *         {
         *           "at": 1795158000,
         *           "calls": 3,
         *           "p50_ms": 812,
         *           "p95_ms": 2100
         *         }
         *       ]
         *     }
         */
        UsageOverview: {
            /** @description Unix seconds, the beginning of an hour. */
            from: number;
            /** @description Unix seconds, inclusive. */
            until: number;
            /** @description Unix seconds at which the span before begins; it has as many hours and ends at from. */
            before_from: number;
            /** @description Seconds that one bucket lasts. */
            step: number;
            /** @description Whether failures are logged (LogErrorEnabled); without them nothing is known of failed calls. */
            is_error_logged: boolean;
            /** @description False when the latencies are those of the newest 100000 calls only. */
            is_complete: boolean;
            total: components["schemas"]["UsageTotals"];
            before: components["schemas"]["UsageTotals"];
            latency: components["schemas"]["LatencyBucket"];
            /** @description Those with calls, oldest first. */
            buckets: components["schemas"]["LatencyBucket"][];
        };
        /**
         * @description Consumption of a span of time.
         * @example {
         *       "requests": 3,
         *       "quota": 11250,
         *       "quota_exact": "11250",
         *       "tokens": 4500,
         *       "failed": 0
         *     }
         */
        UsageTotals: {
            /** @description Calls that were answered. */
            requests: number;
            /** @description Quota units charged. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Input and output tokens. */
            tokens: number;
            /** @description Calls that failed; 0 where failures are not logged. */
            failed: number;
        };
        /**
         * @description An account. The password is never part of it.
         * @example {
         *       "id": 7,
         *       "username": "alice",
         *       "display_name": "Alice",
         *       "role": 1,
         *       "status": 1,
         *       "email": "alice@example.com",
         *       "github_id": "",
         *       "oidc_id": "",
         *       "wechat_id": "",
         *       "telegram_id": "",
         *       "linux_do_id": "",
         *       "group": "default",
         *       "quota": 499800,
         *       "quota_exact": "499800.125",
         *       "used_quota": 200,
         *       "used_quota_exact": "199.875",
         *       "held_quota": 0,
         *       "held_quota_exact": "0",
         *       "request_count": 1,
         *       "aff_code": "",
         *       "aff_count": 0,
         *       "aff_quota": 0,
         *       "aff_quota_exact": "0",
         *       "aff_history_quota": 0,
         *       "aff_history_quota_exact": "0",
         *       "inviter_id": 0,
         *       "setting": "{}",
         *       "last_check_in_time": 0,
         *       "created_time": 1795000000,
         *       "DeletedAt": null
         *     }
         */
        User: {
            /** @description Number of the account. */
            id: number;
            /** @description Sign-in name. */
            username: string;
            /** @description Name that is shown. */
            display_name: string;
            role: components["schemas"]["Role"];
            /** @description 1 enabled, 2 banned. */
            status: number;
            /** @description Bound address, empty when none. */
            email: string;
            /** @description Bound GitHub account, empty when none. */
            github_id: string;
            /** @description Bound OpenID Connect subject, empty when none. */
            oidc_id: string;
            /** @description Bound WeChat account, empty when none. */
            wechat_id: string;
            /** @description Bound Telegram account, empty when none. */
            telegram_id: string;
            /** @description Bound Linux DO account, empty when none. */
            linux_do_id: string;
            /** @description Price group. */
            group: string;
            /** @description What can be spent now, in quota units: balance less what is held for running requests. */
            quota: number;
            /** @description The same as decimal text. */
            quota_exact: string;
            /** @description Spent so far, in quota units. */
            used_quota: number;
            /** @description The same as decimal text. */
            used_quota_exact: string;
            /** @description Quota units reserved by running calls. */
            held_quota: number;
            /** @description The same as decimal text. */
            held_quota_exact: string;
            /** @description Charged requests so far. */
            request_count: number;
            /** @description Invite code, empty until one was made. */
            aff_code: string;
            /** @description Accounts invited. */
            aff_count: number;
            /** @description Earnings of invitations not yet moved to the balance, in quota units. */
            aff_quota: number;
            /** @description The same as decimal text. */
            aff_quota_exact: string;
            /** @description All earnings of invitations, in quota units. */
            aff_history_quota: number;
            /** @description The same as decimal text. */
            aff_history_quota_exact: string;
            /** @description Account that invited this one; 0 = none. */
            inviter_id: number;
            /** @description Personal settings as JSON text, without the secret in them. */
            setting: string;
            /** @description Last check-in, unix seconds; 0 = never. */
            last_check_in_time: number;
            /** @description When the account was made, unix seconds. */
            created_time: number;
            /** @description When the account was deactivated, RFC 3339; null while it is alive. */
            DeletedAt: string | null;
        };
        /**
         * @description The own settings; what was never saved is absent.
         * @example {
         *       "notify_type": "webhook",
         *       "quota_warning_threshold": 500000,
         *       "webhook_url": "https://hooks.example.com/low",
         *       "webhook_secret_fingerprint": "3c9a51f0b7d2e684",
         *       "show_ip_in_logs": true,
         *       "language": "en"
         *     }
         */
        UserSetting: {
            /**
             * @description How warnings come.
             * @enum {string}
             */
            notify_type?: "email" | "webhook";
            /** @description Balance below which a warning comes, in quota units. */
            quota_warning_threshold?: number;
            /** @description Address that warnings are posted to. */
            webhook_url?: string;
            /** @description 16 hexadecimal digits that tell one secret from another; absent when there is none. */
            webhook_secret_fingerprint?: string;
            /** @description Address for warnings; absent = the one of the account. */
            notification_email?: string;
            /** @description Whether calls to models without a price are made, at ratio 37.5. */
            accept_unset_model_ratio_model?: boolean;
            /** @description Whether the own log keeps the address of the client. */
            show_ip_in_logs?: boolean;
            /**
             * @description Of warnings: that of the last call that saved.
             * @enum {string}
             */
            language?: "zh" | "en";
        };
        /**
         * @description An account as signing in gives it.
         * @example {
         *       "id": 1,
         *       "username": "root",
         *       "display_name": "Root User",
         *       "role": 100,
         *       "status": 1,
         *       "group": "default"
         *     }
         */
        UserSummary: {
            /** @description Number of the account. */
            id: number;
            /** @description Sign-in name. */
            username: string;
            /** @description Name that is shown. */
            display_name: string;
            role: components["schemas"]["Role"];
            /** @description 1 enabled, 2 banned. */
            status: number;
            /** @description Price group. */
            group: string;
        };
        /** @description Headers in their order; values that may be secrets are masked. */
        WireHeaders: {
            /** @description In lower case. */
            name: string;
            /** @description *** = masked. */
            value: string;
        }[];
    };
    responses: never;
    parameters: {
        /** @description Only rows newer than this one: for following the log. */
        AfterId: number;
        /** @description Only channels of this status. */
        ChannelStatusFilter: number;
        /** @description Only channels of this type. */
        ChannelTypeFilter: number;
        /** @description Unix seconds, inclusive; 0 or absent = until now. */
        EndTimestamp: number;
        /** @description all (also when absent), charges: what calls cost, or bookings: everything else. */
        EntriesOf: "all" | "charges" | "bookings";
        /** @description Without a resume id: seconds to look back before following. 0 or absent = only what is new. */
        FeedBack: number;
        /**
         * @description Number of the object.
         * @example 7
         */
        Id: number;
        /** @description true: newest first; otherwise by priority, highest first. */
        IdSort: boolean;
        /**
         * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
         * @example deploy-1482-token
         */
        IdempotencyKey: string;
        /**
         * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
         * @example only
         */
        IdempotencyReplay: "only";
        /** @description Part of the name; a number also finds the id. */
        Keyword: string;
        /** @description Number of a channel; empty or 0 = all. */
        LogChannel: string;
        /** @description true = only failed calls, whatever `type` says (rows of type 6). */
        LogErrors: boolean;
        /** @description Exact name of a group. */
        LogGroup: string;
        /** @description Model; % at the beginning or the end stands for anything. */
        LogModelName: string;
        /** @description The x-request-id of one call. */
        LogRequestId: string;
        /** @description Exact name of a token. */
        LogTokenName: string;
        /** @description Type of the row; 0 or absent = all. */
        LogType: number;
        /** @description Exact name of a user. */
        LogUsername: string;
        /**
         * @description Code that the provider sent the browser back with.
         * @example 4f9c2d17a0b8e36c
         */
        OauthCode: string;
        /**
         * @description What GET /api/oauth/state gave.
         * @example 8JdfX3mJq1Zz0c0P6sKQwA
         */
        OauthState: string;
        /** @description Page, from 1; 0 means the first page as well. */
        Page: number;
        /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
        PageSize: number;
        /** @description The same as the header Last-Event-ID, for clients that cannot set it; the header wins. */
        ResumeId: string;
        /** @description Resume id: the `id` of the last event received. What was logged since then comes first. */
        ResumeIdHeader: string;
        /** @description Another name of `page_size`. */
        Size: number;
        /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
        StartTimestamp: number;
        /** @description true: pages over tags, all channels of a tag together; a channel without a tag stands alone. `total` counts tags and such channels. */
        TagMode: boolean;
        /**
         * @description When the person agreed, unix seconds.
         * @example 1795335000
         */
        TelegramAuthDate: string;
        /**
         * @description As Telegram gives it.
         * @example Ada
         */
        TelegramFirstName: string;
        /**
         * @description Signature of Telegram over its own fields, hex.
         * @example 9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de
         */
        TelegramHash: string;
        /**
         * @description Number of the Telegram account.
         * @example 208455103
         */
        TelegramId: string;
        /**
         * @description Language of the console; not signed by Telegram and not looked at.
         * @example en
         */
        TelegramLang: string;
        /**
         * @description As Telegram gives it.
         * @example Byron
         */
        TelegramLastName: string;
        /**
         * @description As Telegram gives it.
         * @example https://t.me/i/userpic/320/ada.jpg
         */
        TelegramPhotoUrl: string;
        /**
         * @description As Telegram gives it.
         * @example ada
         */
        TelegramUsername: string;
        /** @description Token of the human check, needed when the status says turnstile_check. */
        Turnstile: string;
        /**
         * @description Code that the official account answered.
         * @example 482913
         */
        WechatCode: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAbout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description Markdown, HTML, or an https link that is shown in a frame.
                         * @example https://example.com/about
                         */
                        data: string;
                    };
                };
            };
        };
    };
    listAccessTokens: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["AccessToken"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccessTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["NewAccessToken"];
                    };
                };
            };
        };
    };
    deleteAccessToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Message"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Message"];
                    };
                };
            };
        };
    };
    searchMessages: {
        parameters: {
            query?: {
                /** @description Part of the title or of the content, in any case. */
                keyword?: string;
                /**
                 * @description Sent at or after: an ISO 8601 date (that day in UTC) or date and time (UTC without an offset).
                 * @example 2026-11-01
                 */
                start_date?: string;
                /**
                 * @description Sent at or before, written like start_date; a date counts with all of its day.
                 * @example 2026-11-30T23:59:59Z
                 */
                end_date?: string;
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Message"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Message"];
                    };
                };
            };
        };
    };
    updateMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Message"];
                    };
                };
            };
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    listMessageRecipients: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["MessageRecipient"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    auditBooks: {
        parameters: {
            query?: {
                /** @description Read only the entries after this id; what needs all of them is then skipped. */
                since?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["BooksReport"];
                    };
                };
            };
        };
    };
    getLastAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description The last one that is over; null = none since the start. */
                        data: {
                            /** @description Unix seconds. */
                            finished_time: number;
                            /**
                             * @description As in the report.
                             * @enum {string}
                             */
                            state: "clean" | "violated" | "unknown";
                            /** @description Entries that were read. */
                            entries: number;
                            /** @description Milliseconds. */
                            took_ms: number;
                            /** @description Names of the checks that failed. */
                            violated: string[];
                        } | null;
                    };
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Only changes by this user. */
                actor_id?: number;
                /** @description Only this action, such as option.set. */
                action?: string;
                /** @description Only changes of this kind of object. */
                target_kind?: string;
                /** @description Only changes of this object. */
                target_id?: string;
                /** @description From, unix seconds. */
                start_timestamp?: number;
                /** @description Up to, unix seconds. */
                end_timestamp?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["AuditEvent"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description true: newest first; otherwise by priority, highest first. */
                id_sort?: components["parameters"]["IdSort"];
                /** @description true: pages over tags, all channels of a tag together; a channel without a tag stands alone. `total` counts tags and such channels. */
                tag_mode?: components["parameters"]["TagMode"];
                /** @description Only channels of this type. */
                type?: components["parameters"]["ChannelTypeFilter"];
                /** @description Only channels of this status. */
                status?: components["parameters"]["ChannelStatusFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Channel"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    deleteChannels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelIds"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Channels deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    tagChannels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelIdsTag"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Channels changed. */
                        data: number;
                    };
                };
            };
        };
    };
    deleteDisabledChannels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Channels deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    fetchModelsForForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelProbe"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Model ids as the upstream names them. */
                        data: string[];
                    };
                };
            };
        };
    };
    fetchChannelModels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Model ids as the upstream names them. */
                        data: string[];
                    };
                };
            };
        };
    };
    fixChannels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Routes that had been missing or left over; 0 on a healthy store. */
                        data: number;
                    };
                };
            };
        };
    };
    getChannelHealth: {
        parameters: {
            query?: {
                /** @description How many hours to look back over, the one that goes on included. */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["ChannelsHealth"];
                    };
                };
            };
        };
    };
    getLastChannelRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description The last run that is over; null = none since the start. */
                        data: {
                            /**
                             * @description What was done.
                             * @enum {string}
                             */
                            kind: "test" | "balance";
                            /** @description Unix seconds. */
                            finished_time: number;
                            /** @description One for each channel, in the order of the run. */
                            results: components["schemas"]["ChannelRunResult"][];
                        } | null;
                    };
                };
            };
        };
    };
    listChannelModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["ModelsByType"];
                    };
                };
            };
        };
    };
    listEnabledModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Names as clients write them, sorted. */
                        data: string[];
                    };
                };
            };
        };
    };
    planCall: {
        parameters: {
            query: {
                /** @description Name as clients write it. */
                model: string;
                /** @description The price group of the call; default when absent. */
                group?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["CallPlan"];
                    };
                };
            };
        };
    };
    getChannelRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description The run that is going on; null = none. */
                        data: {
                            /**
                             * @description What is being done.
                             * @enum {string}
                             */
                            kind: "test" | "balance";
                            /** @description Channels finished. */
                            done: number;
                            /** @description Channels in all. */
                            total: number;
                        } | null;
                    };
                };
            };
        };
    };
    searchChannels: {
        parameters: {
            query?: {
                /** @description Part of the name; a number also finds the id. */
                keyword?: components["parameters"]["Keyword"];
                /** @description Only channels that serve this group. */
                group?: string;
                /** @description Part of a model name the channel serves. */
                model?: string;
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description true: newest first; otherwise by priority, highest first. */
                id_sort?: components["parameters"]["IdSort"];
                /** @description true: pages over tags, all channels of a tag together; a channel without a tag stands alone. `total` counts tags and such channels. */
                tag_mode?: components["parameters"]["TagMode"];
                /** @description Only channels of this type. */
                type?: components["parameters"]["ChannelTypeFilter"];
                /** @description Only channels of this status. */
                status?: components["parameters"]["ChannelStatusFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Channel"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    editChannelTag: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelTagEdit"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Channels changed. */
                        data: number;
                    };
                };
            };
        };
    };
    disableChannelTag: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelTag"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Channels of the tag. */
                        data: number;
                    };
                };
            };
        };
    };
    enableChannelTag: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelTag"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Channels of the tag. */
                        data: number;
                    };
                };
            };
        };
    };
    testChannels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    testChannel: {
        parameters: {
            query?: {
                /** @description Model to ask; otherwise the channel's test model, else its first. */
                model?: string;
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["ChannelTestAnswer"];
                        /** @description Seconds it took, beside data as the console expects it. */
                        time: number;
                    };
                };
            };
        };
    };
    tryChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelTrialOrder"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["ChannelTrial"];
                    };
                };
            };
        };
    };
    listChannelTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Every type there is, in the order of pickers. */
                        data: components["schemas"]["ChannelTypeEntry"][];
                    };
                };
            };
        };
    };
    updateChannelBalances: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    updateChannelBalance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description The balance as it was stored.
                         * @example {
                         *       "balance": "41.20",
                         *       "currency": "USD"
                         *     }
                         */
                        data: {
                            /** @description Decimal text. */
                            balance: string;
                            /** @description Such as USD or CNY. */
                            currency: string;
                        };
                        /** @description The balance, beside data as the console expects it. */
                        balance: number;
                    };
                };
            };
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    copyChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    listHourlyStats: {
        parameters: {
            query?: {
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact name of a user. */
                username?: components["parameters"]["LogUsername"];
                /** @description Accepted for old consoles; the hours are given as they are. */
                default_time?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description By hour, then model. */
                        data: components["schemas"]["HourlyStat"][];
                    };
                };
            };
        };
    };
    getUsageOverview: {
        parameters: {
            query?: {
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact name of a user. */
                username?: components["parameters"]["LogUsername"];
                /** @description Seconds that one bucket of latencies lasts. */
                step?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UsageOverview"];
                    };
                };
            };
        };
    };
    listOwnHourlyStats: {
        parameters: {
            query?: {
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Accepted for old consoles; the hours are given as they are. */
                default_time?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description By hour, then model. */
                        data: components["schemas"]["HourlyStat"][];
                    };
                };
            };
        };
    };
    getOwnUsageOverview: {
        parameters: {
            query?: {
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Seconds that one bucket of latencies lasts. */
                step?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UsageOverview"];
                    };
                };
            };
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /** @description Type of the row; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of a user. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of a token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or the end stands for anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Number of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact name of a group. */
                group?: components["parameters"]["LogGroup"];
                /** @description true = only failed calls, whatever `type` says (rows of type 6). */
                errors?: components["parameters"]["LogErrors"];
                /** @description Without a resume id: seconds to look back before following. 0 or absent = only what is new. */
                back?: components["parameters"]["FeedBack"];
                /** @description The same as the header Last-Event-ID, for clients that cannot set it; the header wins. */
                last_event_id?: components["parameters"]["ResumeId"];
            };
            header?: {
                /** @description Resume id: the `id` of the last event received. What was logged since then comes first. */
                "Last-Event-ID"?: components["parameters"]["ResumeIdHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; `x-events` says what stands in `data` of each event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description Names, sorted.
                         * @example [
                         *       "default",
                         *       "svip",
                         *       "vip"
                         *     ]
                         */
                        data: string[];
                    };
                };
            };
        };
    };
    getHomePageContent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description Markdown, HTML, or an https link that is shown in a frame.
                         * @example # Welcome
                         */
                        data: string;
                    };
                };
            };
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Type of the row; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of a user. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of a token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or the end stands for anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Number of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact name of a group. */
                group?: components["parameters"]["LogGroup"];
                /** @description The x-request-id of one call. */
                request_id?: components["parameters"]["LogRequestId"];
                /** @description Only rows newer than this one: for following the log. */
                after_id?: components["parameters"]["AfterId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["LogRow"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    clearLogs: {
        parameters: {
            query?: {
                /** @description Unix seconds; rows before it go. */
                target_timestamp?: number;
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Rows deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    explainRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The x-request-id of the call. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Explanation"];
                    };
                };
            };
        };
    };
    searchLogs: {
        parameters: {
            query?: {
                /** @description Beginning of the content, or a request id; a digit also finds the type. */
                keyword?: string;
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["LogRow"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listOwnLogs: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Type of the row; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of a token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or the end stands for anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact name of a group. */
                group?: components["parameters"]["LogGroup"];
                /** @description The x-request-id of one call. */
                request_id?: components["parameters"]["LogRequestId"];
                /** @description Only rows newer than this one: for following the log. */
                after_id?: components["parameters"]["AfterId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["LogRow"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    searchOwnLogs: {
        parameters: {
            query?: {
                /** @description Beginning of the content, or a request id; a digit also finds the type. */
                keyword?: string;
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["LogRow"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getOwnLogSeries: {
        parameters: {
            query?: {
                /** @description Type of the row; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of a token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or the end stands for anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact name of a group. */
                group?: components["parameters"]["LogGroup"];
                /** @description The x-request-id of one call. */
                request_id?: components["parameters"]["LogRequestId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["LogSeries"];
                    };
                };
            };
        };
    };
    getOwnLogStat: {
        parameters: {
            query?: {
                /** @description Type of the row; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of a token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or the end stands for anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact name of a group. */
                group?: components["parameters"]["LogGroup"];
                /** @description The x-request-id of one call. */
                request_id?: components["parameters"]["LogRequestId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["LogStat"];
                    };
                };
            };
        };
    };
    getLogSeries: {
        parameters: {
            query?: {
                /** @description Type of the row; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of a user. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of a token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or the end stands for anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Number of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact name of a group. */
                group?: components["parameters"]["LogGroup"];
                /** @description The x-request-id of one call. */
                request_id?: components["parameters"]["LogRequestId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["LogSeries"];
                    };
                };
            };
        };
    };
    getLogStat: {
        parameters: {
            query?: {
                /** @description Type of the row; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of a user. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of a token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or the end stands for anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Unix seconds, inclusive; 0 or absent = from the beginning. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description Unix seconds, inclusive; 0 or absent = until now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Number of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact name of a group. */
                group?: components["parameters"]["LogGroup"];
                /** @description The x-request-id of one call. */
                request_id?: components["parameters"]["LogRequestId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["LogStat"];
                    };
                };
            };
        };
    };
    listTokenLogs: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["LogRow"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["ModelsByType"];
                    };
                };
            };
        };
    };
    getNotice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description Markdown, HTML or empty. To be rendered sanitised.
                         * @example Maintenance on Sunday
                         */
                        data: string;
                    };
                };
            };
        };
    };
    bindEmail: {
        parameters: {
            query?: {
                /**
                 * @description Address that got the code.
                 * @example alice@example.com
                 */
                email?: string;
                /**
                 * @description The code from the mail.
                 * @example 048213
                 */
                code?: string;
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    signInWithGithub: {
        parameters: {
            query: {
                /**
                 * @description Code that the provider sent the browser back with.
                 * @example 4f9c2d17a0b8e36c
                 */
                code: components["parameters"]["OauthCode"];
                /**
                 * @description What GET /api/oauth/state gave.
                 * @example 8JdfX3mJq1Zz0c0P6sKQwA
                 */
                state?: components["parameters"]["OauthState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    signInWithLinuxDo: {
        parameters: {
            query: {
                /**
                 * @description Code that the provider sent the browser back with.
                 * @example 4f9c2d17a0b8e36c
                 */
                code: components["parameters"]["OauthCode"];
                /**
                 * @description What GET /api/oauth/state gave.
                 * @example 8JdfX3mJq1Zz0c0P6sKQwA
                 */
                state?: components["parameters"]["OauthState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    signInWithOidc: {
        parameters: {
            query: {
                /**
                 * @description Code that the provider sent the browser back with.
                 * @example 4f9c2d17a0b8e36c
                 */
                code: components["parameters"]["OauthCode"];
                /**
                 * @description What GET /api/oauth/state gave.
                 * @example 8JdfX3mJq1Zz0c0P6sKQwA
                 */
                state?: components["parameters"]["OauthState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    createOauthState: {
        parameters: {
            query?: {
                /**
                 * @description Invite code that counts if an account is made.
                 * @example K7QM
                 */
                aff?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description The state.
                         * @example 8JdfX3mJq1Zz0c0P6sKQwA
                         */
                        data: string;
                        /**
                         * @description Of the proof key (RFC 7636, method S256) that goes with this state.
                         * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                         */
                        code_challenge: string;
                        /**
                         * @description What the ID token must repeat.
                         * @example 2f1d5e0c9b8a7f6e5d4c3b2a19080706f5e4d3c2b1a09f8e7d6c5b4a39281706
                         */
                        nonce: string;
                    };
                };
            };
        };
    };
    bindTelegram: {
        parameters: {
            query: {
                /**
                 * @description Number of the Telegram account.
                 * @example 208455103
                 */
                id: components["parameters"]["TelegramId"];
                /**
                 * @description As Telegram gives it.
                 * @example Ada
                 */
                first_name?: components["parameters"]["TelegramFirstName"];
                /**
                 * @description As Telegram gives it.
                 * @example Byron
                 */
                last_name?: components["parameters"]["TelegramLastName"];
                /**
                 * @description As Telegram gives it.
                 * @example ada
                 */
                username?: components["parameters"]["TelegramUsername"];
                /**
                 * @description As Telegram gives it.
                 * @example https://t.me/i/userpic/320/ada.jpg
                 */
                photo_url?: components["parameters"]["TelegramPhotoUrl"];
                /**
                 * @description When the person agreed, unix seconds.
                 * @example 1795335000
                 */
                auth_date: components["parameters"]["TelegramAuthDate"];
                /**
                 * @description Signature of Telegram over its own fields, hex.
                 * @example 9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de
                 */
                hash: components["parameters"]["TelegramHash"];
                /**
                 * @description Language of the console; not signed by Telegram and not looked at.
                 * @example en
                 */
                lang?: components["parameters"]["TelegramLang"];
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    signInWithTelegram: {
        parameters: {
            query: {
                /**
                 * @description Number of the Telegram account.
                 * @example 208455103
                 */
                id: components["parameters"]["TelegramId"];
                /**
                 * @description As Telegram gives it.
                 * @example Ada
                 */
                first_name?: components["parameters"]["TelegramFirstName"];
                /**
                 * @description As Telegram gives it.
                 * @example Byron
                 */
                last_name?: components["parameters"]["TelegramLastName"];
                /**
                 * @description As Telegram gives it.
                 * @example ada
                 */
                username?: components["parameters"]["TelegramUsername"];
                /**
                 * @description As Telegram gives it.
                 * @example https://t.me/i/userpic/320/ada.jpg
                 */
                photo_url?: components["parameters"]["TelegramPhotoUrl"];
                /**
                 * @description When the person agreed, unix seconds.
                 * @example 1795335000
                 */
                auth_date: components["parameters"]["TelegramAuthDate"];
                /**
                 * @description Signature of Telegram over its own fields, hex.
                 * @example 9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de
                 */
                hash: components["parameters"]["TelegramHash"];
                /**
                 * @description Language of the console; not signed by Telegram and not looked at.
                 * @example en
                 */
                lang?: components["parameters"]["TelegramLang"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    signInWithWechat: {
        parameters: {
            query?: {
                /**
                 * @description Code that the official account answered.
                 * @example 482913
                 */
                code?: components["parameters"]["WechatCode"];
                /**
                 * @description What GET /api/oauth/state gave.
                 * @example 8JdfX3mJq1Zz0c0P6sKQwA
                 */
                state?: components["parameters"]["OauthState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    bindWechat: {
        parameters: {
            query?: {
                /**
                 * @description Code that the official account answered.
                 * @example 482913
                 */
                code?: components["parameters"]["WechatCode"];
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    listOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Every setting of this version. */
                        data: components["schemas"]["Option"][];
                    };
                };
            };
        };
    };
    setOption: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetOptionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    checkOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckOptionsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description In the order of the settings. */
                        data: components["schemas"]["OptionVerdict"][];
                    };
                };
            };
        };
    };
    discoverOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscoverOidcRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["OidcEndpoints"];
                    };
                };
            };
        };
    };
    listOptionEntries: {
        parameters: {
            query: {
                /** @description Comma list of settings that are tables of names: GroupRatio, ModelRatio and so on. */
                keys: string;
                /** @description Only the entry of this exact name. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description By setting as asked for, then in the order of the table. */
                        data: components["schemas"]["OptionEntry"][];
                    };
                };
            };
        };
    };
    changeOptionEntries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOptionEntriesRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description The entries that changed; those that were so already are left out. */
                        data: components["schemas"]["OptionEntryChange"][];
                    };
                };
            };
        };
    };
    getLatestRelease: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Release"];
                    };
                };
            };
        };
    };
    resetModelRatio: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    testMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMailRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    validateFallbackPricing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FallbackPricingRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    resetOption: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Name of the setting.
                 * @example RetryTimes
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    listOwners: {
        parameters: {
            query?: {
                /** @description Only this label. */
                owner?: string;
                /** @description Only objects of this kind. */
                kind?: components["schemas"]["OwnedKind"];
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Owner"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    setOwner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetOwnerRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Objects whose label changed. */
                        data: number;
                    };
                };
            };
        };
    };
    removeOwner: {
        parameters: {
            query: {
                /** @description What kind of object it is. */
                kind: components["schemas"]["OwnedKind"];
                /** @description Which object. */
                ref: components["schemas"]["OwnedRef"];
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    fingerprintSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FingerprintRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Fingerprints, in the order of the secrets. */
                        data: string[];
                    };
                };
            };
        };
    };
    getPricing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description The models that an enabled channel serves to a group of the caller, by name. */
                        data: components["schemas"]["PricingItem"][];
                        /** @description Price factor of each usable group, beside data as the console expects it. */
                        group_ratio: {
                            [key: string]: number;
                        };
                        /** @description Usable groups with their descriptions, beside data as the console expects it. */
                        usable_group: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    listDefaultPrices: {
        parameters: {
            query: {
                /** @description Where the prices come from. */
                source: "built_in" | "flexible" | "openrouter" | "mixed" | "legacy";
                /** @description Comma list of what is wanted of the files: prompt, completion. Absent = all that the source has. */
                sets?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description By name. */
                        data: components["schemas"]["DefaultPrice"][];
                    };
                };
            };
        };
    };
    getModelPrice: {
        parameters: {
            query: {
                /** @description Name as clients write it. */
                model: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["ModelPrice"];
                    };
                };
            };
        };
    };
    listModelPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description By name. Where channels price a model differently, the one without an own price counts. */
                        data: components["schemas"]["ModelPrice"][];
                    };
                };
            };
        };
    };
    listRedemptions: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Redemption"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    updateRedemption: {
        parameters: {
            query?: {
                /** @description true: only the status is written, whatever else the body carries. */
                status_only?: boolean;
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedemptionUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Redemption"];
                    };
                };
            };
        };
    };
    createRedemptions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedemptionCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description The codes. */
                        data: string[];
                    };
                };
            };
        };
    };
    disableRedemptions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedemptionIds"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Codes disabled. */
                        data: number;
                    };
                };
            };
        };
    };
    countRedemptionsByName: {
        parameters: {
            query?: {
                /** @description The exact name; spaces around it are ignored. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Codes of that name. */
                        data: number;
                    };
                };
            };
        };
    };
    deleteRedemptionsByName: {
        parameters: {
            query?: {
                /** @description The exact name; spaces around it are ignored. */
                name?: string;
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Codes deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    deleteDisabledRedemptions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Codes deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    searchRedemptions: {
        parameters: {
            query?: {
                /** @description Beginning of the name; a number also finds the id. */
                keyword?: string;
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Redemption"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getRedemptionStats: {
        parameters: {
            query?: {
                /** @description Only the codes of this exact name. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["RedemptionStats"];
                    };
                };
            };
        };
    };
    getRedemption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Redemption"];
                    };
                };
            };
        };
    };
    deleteRedemption: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: {
                /** @description Address of the account, in any case. */
                email?: string;
                /** @description Token of the human check, needed when the status says turnstile_check. */
                turnstile?: components["parameters"]["Turnstile"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["SetupState"];
                    };
                };
            };
        };
    };
    postSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Status"];
                    };
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Token"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    updateToken: {
        parameters: {
            query?: {
                /** @description true: only the status is written, whatever else the body carries. */
                status_only?: boolean;
            };
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Token"];
                    };
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Token"];
                    };
                };
            };
        };
    };
    deleteTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenIds"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Tokens deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    searchTokens: {
        parameters: {
            query?: {
                /** @description Part of the name. */
                keyword?: string;
                /** @description Part of the key, with or without sk-. */
                token?: string;
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["Token"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Token"];
                    };
                };
            };
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Token"];
                    };
                };
            };
        };
    };
    getTokenUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["TokenUsage"];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["User"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    getAffCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description The code.
                         * @example K7QM
                         */
                        data: string;
                    };
                };
            };
        };
    };
    transferAffQuota: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AffTransferRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["AffTransfer"];
                    };
                };
            };
        };
    };
    quoteTopup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopupQuoteRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description What is to be paid, with two decimals.
                         * @example 73.00
                         */
                        data: string;
                    };
                };
            };
        };
    };
    checkIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["CheckIn"];
                    };
                };
            };
        };
    };
    getCheckInStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["CheckInStatus"];
                    };
                };
            };
        };
    };
    creditUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Name of this booking, chosen by the caller, 1 to 200 characters; the same name books once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["CreditedUser"];
                    };
                };
            };
        };
    };
    listUsableGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Name of the group to what it is and costs. */
                        data: {
                            [key: string]: components["schemas"]["UsableGroup"];
                        };
                    };
                };
            };
        };
    };
    login: {
        parameters: {
            query?: {
                /** @description Token of the human check, needed when the status says turnstile_check. */
                turnstile?: components["parameters"]["Turnstile"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    manageUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManageUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["ManagedUser"];
                    };
                };
            };
        };
    };
    listInboxMessages: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["InboxMessage"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    countUnreadMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UnreadCount"];
                    };
                };
            };
        };
    };
    getInboxMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["InboxMessage"];
                    };
                };
            };
        };
    };
    readInboxMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["InboxMessage"];
                    };
                };
            };
        };
    };
    listOwnModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Names as clients write them, sorted. */
                        data: string[];
                    };
                };
            };
        };
    };
    register: {
        parameters: {
            query?: {
                /** @description Token of the human check, needed when the status says turnstile_check. */
                turnstile?: components["parameters"]["Turnstile"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description The new password, which is nowhere else.
                         * @example mK7wq3RtVx9e
                         */
                        data: string;
                    };
                };
            };
        };
    };
    searchUsers: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Text to find. */
                keyword?: string;
                /** @description Only this price group. */
                group?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["User"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getSelf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    updateSelf: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSelfRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
    };
    deleteSelf: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    getOwnBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["OwnBalance"];
                    };
                };
            };
        };
    };
    listOwnEntries: {
        parameters: {
            query?: {
                /** @description Page, from 1; 0 means the first page as well. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Another name of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description all (also when absent), charges: what calls cost, or bookings: everything else. */
                of?: components["parameters"]["EntriesOf"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description One page of the list. */
                        data: {
                            /** @description The rows of this page. */
                            items: components["schemas"]["LedgerEntry"][];
                            /** @description Number of this page, from 1. */
                            page: number;
                            /** @description Rows per page, 1 to 100. */
                            page_size: number;
                            /** @description Rows on all pages. */
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listOwnGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /** @description Name of the group to what it is and costs. */
                        data: {
                            [key: string]: components["schemas"]["UsableGroup"];
                        };
                    };
                };
            };
        };
    };
    updateSetting: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSettingRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["UserSetting"];
                    };
                };
            };
        };
    };
    createSystemToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        /**
                         * @description The token, for Authorization: Bearer.
                         * @example at_4Yj0qk0nQxqk4mJ7h2fVq1m8wT3bR9sZ
                         */
                        data: string;
                    };
                };
            };
        };
    };
    redeemCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopupRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["Topup"];
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of this call, chosen by the caller, unique among those of one user for a day. A repetition with the same key, method, address and body is not carried out again but gets the first answer, with the header `idempotency-replayed: true`. Only answers of status 2xx are kept: what was refused may be asked again.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = give the first answer of this Idempotency-Key, and refuse with idempotency_unused instead of carrying anything out.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description Number of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    sendVerificationCode: {
        parameters: {
            query?: {
                /** @description Address that gets the code. */
                email?: string;
                /** @description Token of the human check, needed when the status says turnstile_check. */
                turnstile?: components["parameters"]["Turnstile"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true here; failures carry false and a status of 400 or above. */
                        success: boolean;
                        /** @description Empty, or a remark for people. */
                        message: string;
                    };
                };
            };
        };
    };
    getBillingSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always billing_subscription. */
                        object: string;
                        /** @description Always true. */
                        has_payment_method: boolean;
                        /** @description Granted in all: dollars, or quota units when DisplayInCurrencyEnabled is off. */
                        soft_limit_usd: number;
                        /** @description The same. */
                        hard_limit_usd: number;
                        /** @description The same. */
                        system_hard_limit_usd: number;
                        /** @description Unix seconds; 0 = for ever. */
                        access_until: number;
                    };
                };
            };
            /** @description No or no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description The account is banned. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
        };
    };
    getBillingUsage: {
        parameters: {
            query?: {
                /** @description First day, YYYY-MM-DD in UTC. */
                start_date?: string;
                /** @description Day after the last, YYYY-MM-DD in UTC. */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always list. */
                        object: string;
                        /** @description Cents, or hundredths of quota units when DisplayInCurrencyEnabled is off. */
                        total_usage: number;
                    };
                };
            };
            /** @description No or no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description The account is banned. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
        };
    };
    getAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It lives. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Text exposition format 0.0.4. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They may. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
}
