// Made by scripts/generate-contract.ts from openapi/openapi.yaml. Do not edit.
export interface paths {
    "/api/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the about page */
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
        /** List your access tokens */
        get: operations["listAccessTokens"];
        put?: never;
        /** Create a named access token */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access_token/terminal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow a terminal to sign in as you
         * @description Returns a code that the terminal exchanges for an access token. It works once, within two minutes, and only for the terminal that made the challenge.
         */
        post: operations["allowTerminal"];
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
        /** Revoke an access token */
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
         * List sent messages
         * @description Newest first.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a message
         * @description All recipients get it at the same moment, or nobody does.
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
         * Search sent messages
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
         * Update a message
         * @description Recipients and their read status are unchanged.
         */
        put: operations["updateMessage"];
        post?: never;
        /**
         * Delete a message
         * @description It also disappears from every inbox.
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
         * List the recipients of a message
         * @description Sorted by account ID.
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
         * @description Recomputes every balance from the entries, on a snapshot of the running system. Only one run at a time; callers in the meantime get its result.
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
         * Get the result of the last full audit
         * @description As this daemon remembers it; forgotten at a restart.
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
         * List the audit trail
         * @description Newest first. Email addresses and linked accounts of users of the same or a higher role than yours are masked.
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
        /** Tag the selected channels */
        post: operations["tagChannels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create channels in bulk
         * @description A channel whose name exists already is left as it is, so a repetition makes nothing twice. Each channel has an
         *     outcome of its own: one that is refused keeps none of the others from being created.
         */
        post: operations["createChannels"];
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
         * @description Deletes channels with status 2 and 3.
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
        /** List the models of an upstream before its channel is saved */
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
        /** List the models of a channel's upstream */
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
         * @description Rebuilds the routing table from the stored channels, on every daemon.
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
         * Count recent successful and failed calls per channel
         * @description Counts every attempt, including those that were retried. Failures that are the request's own fault (a refused
         *     prompt, a model that does not exist) are not counted. Attempts on other daemons appear a few seconds later.
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
         * Get the results of the last finished run over all channels
         * @description As this daemon remembers it; forgotten at a restart.
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
         * Show which channels a call would go to now, and why others are skipped
         * @description As this daemon sees its upstreams at this moment, for an ordinary call. Lists every channel that serves the model:
         *     first those that would be tried, in order, then the others.
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
        /** Get the progress of a run over all channels */
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
        /** Change every channel with a tag */
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
        /** Disable every channel with a tag */
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
        /** Enable every channel with a tag */
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
         * @description Returns at once; the run continues in the background, see GET /api/channel/progress.
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
         * @description Sends one tiny request through the whole path of the channel. Nobody is charged; response time and test time are stored.
         */
        get: operations["testChannel"];
        put?: never;
        /**
         * Test one channel and show the exchange
         * @description The same test as GET, but returns what went over the wire: request and answer as text. Keys, tokens derived from
         *     them, signatures and cookies are masked. A failed test is a normal response: `passed` is false, and `reason` says
         *     why.
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
         * Query the upstream balances of all channels
         * @description Returns at once; the run continues in the background, see GET /api/channel/progress.
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
        /** Query the upstream balance of one channel */
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
         * @description It gets no further calls. Charges for its past calls stay in the books.
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
         * Copy a channel
         * @description Copies the keys and everything that can be set. The copy gets a new name and is disabled, so that you can edit it
         *     before it serves calls.
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
         * @description Without a username, all users are added up by model and hour.
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
         * Compare the consumption of all users with the previous period
         * @description At most 30 days at a time. Requests, quota and tokens come from the hourly statistics, failures and latencies from the log.
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
         * @description At most one month at a time.
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
         * Compare your consumption with the previous period
         * @description At most 30 days at a time. Requests, quota and tokens come from the hourly statistics, failures and latencies from the log.
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
         * Follow the log and channel changes live
         * @description Server-sent events (text/event-stream). The `id` of every event is an opaque resume ID: reconnect with the last one
         *     to get everything that was logged since, each row once. Users who are not administrators get only their own rows,
         *     without channel fields, and neither `channels` events nor figures.
         *
         *     - `log`: a row in the same form as in the log list.
         *     - `channels`: channels changed; fetch again what you show of them. Administrators only.
         *     - `pulse`: a heartbeat, about once a second. Reconnect after ten seconds without any event.
         *     - `dropped`: the client read too slowly and the stream ends; resume with the last ID.
         *     - `bye`: the daemon is stopping and the stream ends; resume with the last ID.
         *
         *     A row that commits more than 60 seconds after it got its ID may be missed. The stream also ends when the credential
         *     ends or the role changes; a reconnect then gets the reason.
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
    "/api/group/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what uses a price group
         * @description Ask before you remove a group from `GroupRatio`: calls of accounts that are still in it are then charged at ratio 1, and
         *     API tokens that name it are refused. Deactivated accounts and their tokens do not count.
         */
        get: operations["getGroupUse"];
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
        /** Get the content of the home page */
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
         * @description Newest first. `total` is exact, and pages may be as far away as they like. Two searches are limited to the newest 50000 rows in the time range: a channel together with a user (of that user's rows), and the name of a token without a user. Until a large log has been added up after an upgrade, `total` is at most 100000.
         */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        /**
         * Delete old log rows
         * @description Deletes older rows of every type. The books are unchanged, and a marker tells the audit why rows are missing.
         */
        delete: operations["clearLogs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read old log rows for an archive
         * @description Oldest first, at most 1000 rows. To continue, ask again with the ID of the last row as after_id, until no row comes.
         */
        get: operations["archiveLogs"];
        put?: never;
        post?: never;
        delete?: never;
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
         * Explain a request
         * @description Your own calls; administrators can explain any call.
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
        /**
         * Search the log of all users
         * @description Texts are searched in the newest 50000 rows; request IDs in all.
         */
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
         * @description Newest first. `total` is exact, and pages may be as far away as they like. Until a large log has been added up after an upgrade, `total` is at most 100000.
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
        /**
         * Search your own log
         * @description Texts are searched in your newest 50000 rows; request IDs in all.
         */
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
         * Count your own log rows over time
         * @description Counts matching rows in at most 100 buckets of equal length. Where more than 10000 rows are in the time range, buckets are whole hours or longer. Where the list searches only the newest 50000 rows, so does this.
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
        /** Get totals of your own log */
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
         * Count all users' log rows over time
         * @description Counts matching rows in at most 100 buckets of equal length. Where more than 10000 rows are in the time range, buckets are whole hours or longer. Where the list searches only the newest 50000 rows, so does this.
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
        /** Get totals of all users' logs */
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
         * List the log of the calling token
         * @description Authenticate with the API token itself: Authorization: Bearer sk-...
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
    "/api/mj/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the drawing tasks of all users
         * @description Newest first. `total` counts at most 100000 rows; narrow the time range to count exactly.
         */
        get: operations["listDrawings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mj/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own drawing tasks
         * @description Newest first. `total` counts at most 100000 rows; narrow the time range to count exactly.
         */
        get: operations["listOwnDrawings"];
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
        /** Get the notice to visitors */
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
         * Bind an email address to your account
         * @description Takes the code that `GET /api/verification` sent to the address while you were signed in. The address replaces the
         *     previous one, and you can sign in with it.
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
         * Sign in with GitHub, or bind a GitHub account
         * @description Takes the values of the provider's redirect. If you are signed in (cookie and header), the identity is bound to
         *     your account and the message is `bind`. Otherwise you sign in to the account that the identity is bound to; for an
         *     unknown identity an account is created if registration is open.
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
         * Sign in with Linux DO, or bind a Linux DO account
         * @description Takes the values of the provider's redirect. If you are signed in (cookie and header), the identity is bound to
         *     your account and the message is `bind`. Otherwise you sign in to the account that the identity is bound to; for an
         *     unknown identity an account is created if registration is open.
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
         * Sign in with OpenID Connect, or bind an identity
         * @description Takes the values of the provider's redirect. If you are signed in (cookie and header), the identity is bound to
         *     your account and the message is `bind`. Otherwise you sign in to the account that the identity is bound to; for an
         *     unknown identity an account is created if registration is open.
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
         * Start a sign-in through a provider
         * @description Returns the state to send to GitHub, OpenID Connect or Linux DO and to present again afterwards. It works once,
         *     for ten minutes, and only in the browser that got it (recognised by a cookie); the signed-in user must stay the
         *     same. A call that names a user whose session has ended is refused. For OpenID Connect it comes with `code_challenge` (S256) and `nonce`.
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
         * Bind a Telegram account to your account
         * @description Takes the fields from Telegram's widget.
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
         * Sign in with Telegram
         * @description Takes the fields from Telegram's widget, signed by Telegram. They work once, within ten minutes, and only for
         *     Telegram accounts that are already bound to an account here. Calls that another site makes a browser send are
         *     refused.
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
         * Sign in with WeChat
         * @description Takes the code that the official account sends, which works once, within three minutes. For an unknown identity an
         *     account is created if registration is open. Calls that another site makes a browser send are refused.
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
        /** Bind a WeChat account to your account */
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
         * @description Takes effect at once, on other daemons within seconds. Secrets, script, markup, and whatever says where email, sign-in, payments, proxied requests or keys go require role 100. A sign-in provider is switched off when its secret or an address changes, unless the same user switched it on within the last minute.
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
         * Check settings without saving them
         * @description Says for each setting whether it would be accepted, and the text that would be stored.
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
         * Discover the endpoints of an OpenID Connect provider
         * @description The server fetches the discovery document. Nothing is stored.
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
         * List the entries of table settings
         * @description Numbers are returned exactly as they were written.
         */
        get: operations["listOptionEntries"];
        /**
         * Change single entries of table settings
         * @description Applies all changes or none. Other entries are untouched, even those that somebody else writes at the same moment.
         *     If an entry does not match `before`, the call is refused with 409 and nothing changes.
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
         * Get the latest release from the release feed
         * @description The server fetches JSON with `tag_name` and `body` from the URL in the option
         *     `general_setting.release_feed_address`.
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
        /** Restore the built-in model ratios */
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
         * Send a test email
         * @description Uses the stored settings.
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
         * Send a test message to a webhook
         * @description Sends a POST of JSON with `type`, `title`, `content`, `values` and `timestamp`, through the worker if the stored
         *     settings name one. A 2xx answer counts as delivered; redirects are not followed.
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
        /** Check fallback pricing settings without saving them */
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
         * Restore the built-in value of one setting
         * @description The setting is then as if it had never been set; a later version's built-in value will apply.
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
         * List the objects that manifests manage
         * @description Sorted by kind and reference. A row is deleted together with its object.
         */
        get: operations["listOwners"];
        /**
         * Label objects with their manifest
         * @description All of them or none. An object with another label is refused unless take_over is true.
         */
        put: operations["setOwner"];
        post?: never;
        /**
         * Remove the label of an object
         * @description If the object has no label, nothing happens; that is not an error.
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
         * @description Shows whether a secret is the stored one: its fingerprint then equals the `key_fingerprint` or
         *     `proxy_fingerprint` of the channel or the `fingerprint` of the setting. Nothing is stored or logged. After
         *     as many calls in ten minutes as `SecretCheckLimitCount` says, 429.
         */
        post: operations["fingerprintSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkey/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Newest first.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Register a passkey
         * @description Takes what the browser made of the answer of POST /api/passkey/options. A passkey is a second factor as well: signing in with a password asks for it from then on.
         */
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin registering a passkey
         * @description Returns what the browser needs for `navigator.credentials.create`; good for five minutes and one passkey.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkey/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Rename one of your passkeys */
        put: operations["renamePasskey"];
        post?: never;
        /**
         * Delete one of your passkeys
         * @description It stops working at once. Sessions that began with it go on. With your last second factor, the recovery codes end too.
         */
        delete: operations["deletePasskey"];
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
         * @description With a session, for the user's groups; without one, for the groups that anybody may use.
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
         * List default prices to import
         * @description `built_in` is the table of this version. The other sources are files that this server fetches from the host in the
         *     option `general_setting.price_files_address`: `<address>/<source>/prompt.json` with model ratios and
         *     `<address>/<source>/completion.json` with completion ratios (`legacy` has only the second). Nothing is stored.
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
         * Get the price of one model
         * @description Administrators can ask for any model that is served or has a price, everybody else for models in the price list.
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
         * List the prices of all known models
         * @description Lists every model that has an entry in a price table or that an enabled channel serves, under the name used for pricing, without a channel's prefix.
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
        /** Update a redemption code */
        put: operations["updateRedemption"];
        /**
         * Create redemption codes
         * @description Creates all of them or none.
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
         * @description Affects only unused codes; used codes stay used.
         */
        put: operations["disableRedemptions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redemption/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the redemption codes that are missing
         * @description Says for each name how many codes there should be, and creates as many as are missing: a repetition makes nothing
         *     twice. Used and disabled codes count. At most 1000 codes are made at once. Each name has an outcome of its own.
         */
        post: operations["fillRedemptions"];
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
        /** Count the redemption codes with a name */
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
        /** Delete the redemption codes with a name */
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
         * @description Deletes only codes with status 2; used codes stay.
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
        /** Count the redemption codes and their value */
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
         * Send a link to reset the password
         * @description Emails the link to an address that belongs to an account. It leads to /user/reset on this site, works once within
         *     ten minutes, and is replaced by a newer one. The response is the same for an address without an account, or with an
         *     administrator's; the email then says so. Refused while password sign-in is turned off.
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
    "/api/session/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Your sessions, newest first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description Ends every session apart from the one that the call comes with; called with an access token, all of them. Access tokens stay valid.
         */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove again who you are
         * @description Operations that answer `proof_required` work for 15 minutes after a sign-in or after this. Only sessions need it;
         *     for an access token it does nothing.
         */
        post: operations["proveSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/proof/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin proving again who you are with a passkey
         * @description Returns what the browser needs for `navigator.credentials.get`; its answer goes into `passkey` of POST /api/session/proof.
         */
        post: operations["beginPasskeyProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions */
        delete: operations["endSession"];
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
        /** Check whether the site has been set up */
        get: operations["getSetup"];
        put?: never;
        /**
         * Set up the site
         * @description Creates the super administrator with an opening balance of 100000000 quota units. This works once; if several callers try at the same time, one succeeds. Callers that are not on the same machine, or reach it through a proxy or under another name, need the code that the server prints when it starts.
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
         * Get public information about this site
         * @description Has an ETag; with If-None-Match, an unchanged status is answered with 304 and no body.
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
    "/api/task/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the music and video tasks of all users
         * @description Newest first. `total` counts at most 100000 rows; narrow the time range to count exactly. Drawing tasks are listed only when `platform` asks for them.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own music and video tasks
         * @description Newest first. `total` counts at most 100000 rows; narrow the time range to count exactly. Drawing tasks are listed only when `platform` asks for them.
         */
        get: operations["listOwnTasks"];
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
         * List your API tokens
         * @description Newest first, including their keys; see `key_masked` for when they are masked.
         */
        get: operations["listTokens"];
        /** Update an API token */
        put: operations["updateToken"];
        /** Create an API token */
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
        /** Delete the selected API tokens */
        post: operations["deleteTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create API tokens in bulk
         * @description A token whose name you have already is left as it is, so a repetition makes nothing twice. Each token has an outcome
         *     of its own: one that is refused keeps none of the others from being created. Only administrators may give an owner.
         */
        post: operations["createTokens"];
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
        /** Search your API tokens */
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
        /** Get one of your API tokens */
        get: operations["getToken"];
        put?: never;
        post?: never;
        /**
         * Delete one of your API tokens
         * @description Its key stops working at once.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/{id}/former_key": {
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
         * End the overlap of a rotation
         * @description The key from before the last rotation stops working at once. Nothing changes if it has ended already.
         */
        delete: operations["endFormerKey"];
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
         * Rotate the key of one of your tokens
         * @description The old key keeps working for the overlap, or stops working at once if there is none; running calls continue, but
         *     realtime sessions that were opened with a key that is no longer good end. Both keys spend the same token: its quota,
         *     limits and everything else stay the same. A second rotation ends the oldest key.
         */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/topup/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all orders of online top-up
         * @description Newest first.
         */
        get: operations["listTopups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/topup/{trade_no}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one order of online top-up
         * @description Your own; administrators get everybody's.
         */
        get: operations["getTopup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/topup/{trade_no}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get to the payment page of an order again
         * @description Works for your own order while it waits for its payment. You pay the price of the order, even if prices have changed.
         */
        post: operations["continuePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/topup/{trade_no}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a paid order
         * @description Takes the quota back in proportion, and the inviter's rebate with it. If the provider can refund (Stripe), it is told to send
         *     the money back. For EPay, send the money back at the provider yourself; this call books it.
         */
        post: operations["refundTopup"];
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
         * Get what the calling token has spent
         * @description Authenticate with the API token itself: Authorization: Bearer sk-...
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
         * List users
         * @description Newest first, including deactivated accounts. Email addresses, linked accounts and settings are empty for accounts of the same or a higher role than yours.
         */
        get: operations["listUsers"];
        /**
         * Update a user
         * @description Changing the balance or the password needs a recent proof of who you are.
         */
        put: operations["updateUser"];
        /**
         * Create an account
         * @description The account gets role 1, the group default, and the balance for new users (QuotaForNewUser).
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
         * Get your invite code
         * @description Created by the first call; it never changes. The link is /register?aff={code}.
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
         * Transfer invitation earnings to the balance
         * @description Both sides are booked together. Earnings can still be transferred after invitations are turned off.
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
        /** Get the cost of an online top-up */
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
         * @description Adds the daily reward: CheckInQuota, or a random whole number between that and CheckInMaxQuota if the latter is
         *     greater. Only one call a day is rewarded.
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
         * Check whether the daily check-in is due
         * @description Once a day; the day begins at midnight in the time zone of the option CheckInTimeZone (UTC by default). It is
         *     never due while the check-in is off (status: check_in_enabled).
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
         * Add quota to an account or take it away
         * @description Makes one ledger entry and one log row of type 3. With the header Idempotency-Key, a repeated call books only once.
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
        /** List the price groups that a visitor or the signed-in user may choose */
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
         * @description Sets the session cookie, valid for 30 days. If the request came with a session, that session ends. An account with a second factor gets a ticket for the second step instead.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Sets the session cookie as signing in with a password does. A passkey is two factors in one, so nothing else is asked for.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin signing in with a passkey
         * @description Returns what the browser needs for `navigator.credentials.get`; good for five minutes and one sign-in. It is the same for everybody.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/login/second_factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in, second step
         * @description Opens the session that the first step asked a second factor for. The first step may have been a password or a provider.
         */
        post: operations["signInWithSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/login/second_factor/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the second step of a sign-in with a passkey
         * @description Returns what the browser needs for `navigator.credentials.get`; its answer goes into `passkey` of POST /api/user/login/second_factor.
         */
        post: operations["beginPasskeySecondStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/login/terminal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a terminal in with the code of a browser
         * @description Exchanges the code for an access token with the rights of the account.
         */
        post: operations["signInTerminal"];
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
         * @description Ends the session on the server and deletes the cookie.
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
        /**
         * Promote, demote, disable, enable or deactivate a user
         * @description Changing the role needs a recent proof of who you are.
         */
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
         * @description Newest first, including read messages unless only unread ones are asked for.
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
         * @description Does not mark it as read. Messages that were sent only to others do not exist for you.
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
         * @description Keeps the time it was first read.
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
    "/api/user/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order quota and get to the payment page
         * @description Makes an order. If you made one for the same amount and payment method in the last quarter of an hour and have not paid it,
         *     that one is used again. What is credited later is what the order says, even if prices change in the meantime.
         */
        post: operations["startPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/recovery_codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create new recovery codes
         * @description The old ones end.
         */
        post: operations["replaceRecoveryCodes"];
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
         * Create an account
         * @description Creates an account with role 1 and the balance for new users, and sets the session cookie as signing in does. Where
         *     sign-in with a password is off (`password_login_enabled` of the status), no session begins. With a known
         *     `aff_code`, both sides get the rewards set in the options; an unknown one is ignored.
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
         * @description Takes the values from the link in the email. Every session of the account and its access tokens end. If several
         *     calls use one token, only one succeeds.
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
         * Search users
         * @description The keyword matches the ID, or part of the username or display name, or of the email address of an account that you may open. Otherwise like the list.
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
    "/api/user/second_factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your second factors */
        get: operations["getSecondFactor"];
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
        /** Get your account */
        get: operations["getSelf"];
        /**
         * Change your name or password
         * @description A new password ends your other sessions. This one gets a new cookie; the one before works for another minute.
         */
        put: operations["updateSelf"];
        post?: never;
        /**
         * Deactivate your account
         * @description Permanent; sessions and access tokens end. The super administrator cannot do this.
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
        /** Get your balance and what it is made of */
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
         * List the entries of your balance
         * @description Newest first. Each entry continues the balance of the one before it.
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
        /** List the price groups that you may choose */
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
         * Change your personal settings
         * @description Absent fields are unchanged; null removes a value. A webhook needs a URL. A URL on another host without a new
         *     secret clears the secret, because it was meant for the old host.
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
         * Create a new access token for the account
         * @description It is not shown again; the previous one stops working.
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
         * @description Adds quota to your account, at most as often as the code allows. Ten wrong codes in an hour, then 429.
         */
        post: operations["redeemCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your orders of online top-up
         * @description Newest first.
         */
        get: operations["listOwnTopups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up an authenticator app
         * @description Creates a secret. It counts after its first code was confirmed; until then, one that was set up before goes on.
         */
        post: operations["beginTotp"];
        /**
         * Remove the authenticator app
         * @description With your last second factor, the recovery codes end too. The last one stays while the site demands one.
         */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the authenticator app
         * @description Takes the first code of the new secret, and creates ten recovery codes.
         */
        post: operations["confirmTotp"];
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
         * Get an account
         * @description Accounts of the same or a higher role are refused, except your own, and except to the super administrator.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Deactivate a user
         * @description Same as the action delete of manage.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/{id}/second_factor": {
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
         * Remove the second factors of a user
         * @description For somebody who has lost them. The sessions of the account end; the password stays.
         */
        delete: operations["removeUserSecondFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/{provider}/notify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take a notice from a payment provider
         * @description For EPay; the notice is in the query.
         */
        get: operations["takePaymentNoticeByGet"];
        put?: never;
        /**
         * Take a notice from a payment provider
         * @description Its signature counts, not who sends it. A notice is up to 64 KB long. It is answered once what it says is booked; sent again, it
         *     changes nothing. Refused notices are in the audit trail.
         */
        post: operations["takePaymentNotice"];
        delete?: never;
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
         * Send a code to verify an email address
         * @description To sign up, where that is open, or, if you are signed in (cookie and header), to bind the address to your account.
         *     The code is valid for ten minutes; a newer one replaces it. The response is the same for an address that has an
         *     account; its owner is told so by email instead.
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
         * Get the limits in OpenAI's billing format
         * @description Authenticate with an API token: Authorization: Bearer sk-... The figures are the token's, or the account's if DisplayTokenStatEnabled is off.
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
         * Get the usage in OpenAI's billing format
         * @description Authenticate with an API token: Authorization: Bearer sk-... The figures are the token's, or the account's if DisplayTokenStatEnabled is off.
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
        /** Check that the process is alive */
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
         * Get metrics for Prometheus
         * @description Only for callers on the same machine, or with Authorization: Bearer and the token in TOLLGATE_METRICS_TOKEN.
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
         * Check whether the daemon is ready for requests
         * @description Returns 503 while no request could be admitted: the database does not respond or takes no writes (disk full, read-only),
         *     too much waits to be written, or the daemon is stopping.
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
         * @description A named credential for this API. The token itself is shown once, when it is created.
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
            /** @description ID of the access token. */
            id: number;
            /** @description Its name, unique per user. */
            name: string;
            /** @description First characters of the access token. */
            hint: string;
            /** @description Its permissions. */
            scopes: string[];
            /** @description Unix seconds. */
            created_time: number;
            /** @description Unix seconds; -1 = never. */
            expires_time: number;
            /** @description Unix seconds, to the minute; 0 = never. */
            last_used_time: number;
            /** @description True for the token that GET /api/user/token creates. */
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
            /** @description Quota units that can be spent now. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Invitation earnings that can still be transferred, in quota units. */
            aff_quota: number;
            /** @description The exact amount, as decimal text. */
            aff_quota_exact: string;
        };
        /**
         * @description How much to transfer.
         * @example {
         *       "quota": 500000
         *     }
         */
        AffTransferRequest: {
            /** @description Quota units to transfer; at least one dollar's worth (quota_per_unit). */
            quota: number;
        };
        /**
         * @description The terminal to let in.
         * @example {
         *       "challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
         *       "name": "terminal laptop 5f1d2c9a"
         *     }
         */
        AllowTerminalRequest: {
            /** @description SHA-256 of the terminal's verifier, in base64url. */
            challenge: string;
            /** @description Name of the access token: which machine it is for. */
            name: string;
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
         *       "request_id": "req_01JABCDEFGHJKMNPQRSTVWXYZ0",
         *       "via": ""
         *     }
         */
        AuditEvent: {
            /** @description ID of the event. */
            id: number;
            /** @description Unix milliseconds. */
            at_ms: number;
            /** @description ID of the user who did it; 0 = the program itself. */
            actor_id: number;
            /** @description Their username at that time. */
            actor_name: string;
            /** @description The action, such as user.update. */
            action: string;
            /** @description Kind of object it was done to: user, channel, option, ... */
            target_kind: string;
            /** @description ID or key of the object. */
            target_id: string;
            /** @description Changed fields before the change, as JSON text; secrets are fingerprints or masked. Empty for new objects. */
            before: string;
            /** @description Changed fields after the change, as JSON text; secrets are fingerprints or masked. Empty for deleted objects. */
            after: string;
            /** @description IP address it came from. */
            ip: string;
            /** @description Request ID of the call that made the change. */
            request_id: string;
            /** @description Name of the access token it was made with; empty for changes made in the console and by the program itself. */
            via: string;
        };
        /**
         * @description Total of the entries of one kind.
         * @example {
         *       "kind": "redeem",
         *       "entries": 1,
         *       "amount": 100000,
         *       "amount_exact": "100000"
         *     }
         */
        BalancePart: {
            kind: components["schemas"]["LedgerEntryKind"];
            /** @description Number of entries. */
            entries: number;
            /** @description Sum in quota units, rounded. */
            amount: number;
            /** @description The exact amount, as decimal text. */
            amount_exact: string;
        };
        /**
         * @description Bytes in base64url.
         * @example e30
         */
        Base64Url: string;
        /**
         * @description The error format that clients of the OpenAI routes expect.
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
            /** @description Object with message, type, param and code. */
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
            /** @description Code of the invariant. */
            id: string;
            /** @description The rule that must hold. */
            name: string;
            /**
             * @description unknown: the check could not run. skipped: it needs all entries, and only some were read.
             * @enum {string}
             */
            state: "ok" | "violated" | "unknown" | "skipped";
            /** @description Whether state is ok. */
            ok: boolean;
            /** @description Rows that were checked. */
            checked: number;
            /** @description Number of rows that violate the rule. */
            violations: number;
            /** @description Why the check could not run. */
            error: string | null;
            /** @description The first row that violates the rule. */
            first: {
                /** @description ID of the user. */
                user: number | null;
                /** @description 1 quota, 2 invitation earnings. */
                wallet: number | null;
                /** @description Sequence number within the wallet. */
                seq: number | null;
                /** @description Table and key. */
                row: string;
                /** @description The expected value; amounts in thousandths of a quota unit. */
                expected: string;
                /** @description The value found. */
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
             * @description clean: all checks passed. violated: a check failed. unknown: no check failed, but some could not run.
             * @enum {string}
             */
            state: "clean" | "violated" | "unknown";
            /** @description Number of entries read. */
            entries: number;
            /** @description Only entries after this ID were read; 0 = all. */
            since: number;
            /** @description Duration in milliseconds. */
            took_ms: number;
            /** @description One result per invariant. */
            checks: components["schemas"]["BooksCheck"][];
            /** @description Totals, in quota units as decimal text. */
            trial_balance: {
                /** @description Sum of all balances. */
                balances_exact: string;
                /** @description Sum of all open holds. */
                held_exact: string;
                /** @description Sum of the entries, by kind. */
                by_kind_exact: {
                    [key: string]: string;
                };
            };
        };
        /**
         * @description The result for one object of a call that creates several.
         * @example {
         *       "outcome": "created",
         *       "id": 3,
         *       "owner": "infra/prod",
         *       "code": "",
         *       "message": "",
         *       "field": ""
         *     }
         */
        BulkOutcome: {
            outcome: components["schemas"]["Outcome"];
            id: components["schemas"]["OutcomeId"];
            owner: components["schemas"]["OutcomeOwner"];
            code: components["schemas"]["OutcomeCode"];
            message: components["schemas"]["OutcomeMessage"];
            field: components["schemas"]["OutcomeField"];
        };
        /**
         * @description How a request would be routed now.
         * @example {
         *       "model": "gpt-4o",
         *       "group": "default",
         *       "group_ratio": "1",
         *       "is_group_known": true,
         *       "fallbacks": [],
         *       "channels": []
         *     }
         */
        CallPlan: {
            /** @description Model name as requested. */
            model: string;
            /** @description Price group of the request. */
            group: string;
            /** @description Price factor of the group, as decimal text; 1 if it has none. */
            group_ratio: string;
            /** @description Whether the group exists. */
            is_group_known: boolean;
            /** @description Models that are asked next, in order, if this one gives no answer and the request names no others: the token's own. Empty without a token. */
            fallbacks: string[];
            /** @description The channels that would be tried, in order, then the others by name. */
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
            /** @description The changes, applied in this order. */
            entries: components["schemas"]["SetOptionEntry"][];
        };
        /**
         * @description One configured upstream account. Responses never contain its key.
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
         *       "speaks_found": "",
         *       "created_time": 1795160000,
         *       "key_count": 1,
         *       "key_fingerprint": "5f1d2c",
         *       "proxy_fingerprint": ""
         *     }
         */
        Channel: {
            /** @description ID of the channel. */
            id: number;
            /** @description Channel type number, see GET /api/channel/types. */
            type: number;
            /** @description Display name. */
            name: string;
            /** @description Sent in the OpenAI-Organization header; empty = not sent. */
            openai_organization: string;
            /** @description Longer prompts do not go to this channel; 0 = no limit. */
            max_input_tokens: number;
            /** @description URL without a trailing slash; empty = the default of the type. */
            base_url: string;
            /** @description Extra value that some types need: API version, region, account ID, library ID. */
            other: string;
            /** @description Requested model names mapped to upstream names, as JSON text. */
            model_mapping: string;
            /** @description Upstream status codes mapped to the status used instead, as JSON text. */
            status_code_mapping: string;
            /** @description Comma-separated models it serves, without the prefix. */
            models: string;
            /**
             * @description 1 = it may be disabled automatically.
             * @enum {integer}
             */
            auto_ban: 0 | 1;
            /** @description Model to test with if none is given. */
            test_model: string;
            /** @description Comma-separated groups it serves. */
            group: string;
            /** @description Channels with a higher priority are tried first. */
            priority: number;
            /** @description Decides the share of calls among channels of the same priority, 0 or more. Every channel counts 10 more than its weight, so that 0 takes calls too: 0 and 30 share as 20 and 80 %. */
            weight: number;
            share?: components["schemas"]["ChannelShare"];
            /** @description Label for changing several channels at once. */
            tag: string;
            /** @description Clients write it before the model name; it is removed before the upstream call. */
            model_prefix: string;
            /** @description JSON text with the keys proxy, force_format, thinking_to_content, stream_support, system_role_to_user, pass_through_body_enabled, no_connection_reuse, refuse_lossy_translation, first_byte_timeout and idle_timeout (seconds, instead of those of the daemon), and speaks: auto, chat or responses, the only one of OpenAI's conversation formats that the upstream is asked in (auto = it is found out). The name and password of a proxy are shown as `***`; sent back like that, they stay. */
            setting: string;
            /** @description Fields that override those of the upstream request body, as JSON text. */
            param_override: string;
            /** @description System prompt added before every conversation. */
            system_prompt: string;
            /** @description 1 enabled, 2 disabled, 3 disabled automatically. */
            status: number;
            /** @description Duration of the last test in milliseconds; 0 = never tested. */
            response_time: number;
            /** @description Time of the last test in unix seconds; 0 = never. */
            test_time: number;
            /** @description Quota units charged for calls to it. */
            used_quota: number;
            /** @description The exact amount, as decimal text. */
            used_quota_exact: string;
            /** @description Balance left at the upstream, as of balance_updated_time. */
            balance: number;
            /** @description Currency of the balance, such as USD; empty = never queried. */
            balance_currency: string;
            /** @description Unix seconds; 0 = never. */
            balance_updated_time: number;
            /** @description JSON text { status_reason, status_time } after an automatic status change, otherwise empty. Our own reasons are in the reader's language. */
            other_info: string;
            /**
             * @description Which of OpenAI's conversation formats its server was found to speak, by a test or a request; empty = not known. Used as long as `speaks` in `setting` is auto.
             * @enum {string}
             */
            speaks_found: "" | "chat" | "responses" | "both";
            /** @description Unix seconds. */
            created_time: number;
            /** @description Number of stored keys. */
            key_count: number;
            /** @description Changes when the keys change and reveals nothing about them. Empty = the stored key cannot be decrypted. */
            key_fingerprint: string;
            /** @description Changes when a proxy with a name or password changes, and reveals nothing about them. Empty = its address has neither, or it cannot be decrypted. */
            proxy_fingerprint: string;
        };
        /**
         * @description What the caller last saw in the fields that the call changes. If one of them has a third value by now, the call is refused
         *     with 409 `revision_moved` and nothing changes.
         * @example {
         *       "name": "openai-main"
         *     }
         */
        ChannelBefore: {
            /** @description Channel type number. */
            type?: number;
            /** @description Display name. */
            name?: string;
            openai_organization?: components["schemas"]["ChannelText"];
            /** @description 0 = no limit. */
            max_input_tokens?: number;
            /** @description Address of the upstream. */
            base_url?: string;
            other?: components["schemas"]["ChannelLongText"];
            model_mapping?: components["schemas"]["ChannelLongText"];
            status_code_mapping?: components["schemas"]["ChannelLongText"];
            /** @description Comma-separated model names. */
            models?: string;
            /**
             * @description 1 = it may be disabled automatically.
             * @enum {integer}
             */
            auto_ban?: 0 | 1;
            test_model?: components["schemas"]["ChannelText"];
            /** @description Comma-separated groups. */
            group?: string;
            /** @description Channels with a higher priority are tried first. */
            priority?: number;
            /** @description Share within a priority. */
            weight?: number;
            tag?: components["schemas"]["ChannelText"];
            model_prefix?: components["schemas"]["ChannelText"];
            setting?: components["schemas"]["ChannelLongText"];
            param_override?: components["schemas"]["ChannelLongText"];
            system_prompt?: components["schemas"]["ChannelLongText"];
            /** @description 1 enabled, 2 disabled, 3 disabled automatically. */
            status?: number;
            /** @description Fingerprint of the key; it can be compared but reveals nothing. */
            key_fingerprint?: string;
            /** @description Fingerprint of a proxy address with a password; it reveals nothing. */
            proxy_fingerprint?: string;
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
            /** @description Channel type number. */
            type: number;
            /** @description Display name. */
            name?: string;
            /** @description One key, or several separated by commas or line breaks; stored encrypted, never shown again. */
            key?: string;
            openai_organization?: components["schemas"]["ChannelText"];
            /** @description 0 = no limit. */
            max_input_tokens?: number;
            /** @description http or https URL; a trailing slash is removed. */
            base_url?: string;
            other?: components["schemas"]["ChannelLongText"];
            model_mapping?: components["schemas"]["ChannelLongText"];
            status_code_mapping?: components["schemas"]["ChannelLongText"];
            /** @description Comma-separated model names. */
            models?: string;
            /**
             * @description 1 if absent.
             * @enum {integer}
             */
            auto_ban?: 0 | 1;
            test_model?: components["schemas"]["ChannelText"];
            /** @description Comma-separated groups; `default` if absent. */
            group?: string;
            /** @description 0 if absent. */
            priority?: number;
            /** @description 0 if absent; negative numbers become 0. */
            weight?: number;
            tag?: components["schemas"]["ChannelText"];
            model_prefix?: components["schemas"]["ChannelText"];
            setting?: components["schemas"]["ChannelLongText"];
            param_override?: components["schemas"]["ChannelLongText"];
            system_prompt?: components["schemas"]["ChannelLongText"];
            /**
             * @description 1 if absent.
             * @enum {integer}
             */
            status?: 1 | 2;
        };
        /**
         * @description Results of the calls to one channel.
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
            /** @description ID of the channel. */
            channel_id: number;
            /** @description Requests that succeeded. */
            succeeded: number;
            /** @description Calls that failed. */
            failed: number;
            /** @description Hours with calls, oldest first. */
            hours: components["schemas"]["ChannelHour"][];
        };
        /**
         * @description Requests to a channel in one hour.
         * @example {
         *       "hour_time": 1795159200,
         *       "succeeded": 98,
         *       "failed": 2
         *     }
         */
        ChannelHour: {
            /** @description Start of the period, in unix seconds. */
            hour_time: number;
            /** @description Requests that succeeded. */
            succeeded: number;
            /** @description Calls that failed. */
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
         * @description The selected channels and the tag to set.
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
        /** @description A text; empty clears the field. */
        ChannelLongText: string;
        /**
         * @description The fields of an unsaved channel that are needed to ask its upstream for models.
         * @example {
         *       "type": 1,
         *       "base_url": "https://api.openai.com",
         *       "key": "sk-first"
         *     }
         */
        ChannelProbe: {
            /** @description Channel type number. */
            type: number;
            /** @description Upstream address; empty = the default of the channel type. */
            base_url?: string;
            /** @description The key; if there are several, the first is used. */
            key?: string;
            other?: components["schemas"]["ChannelLongText"];
        };
        /**
         * @description Result of a run over all channels, for one channel.
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
            /** @description ID of the channel. */
            channel_id: number;
            /** @description Name of the channel. */
            channel_name: string;
            /**
             * @description skipped = its upstream cannot report a balance.
             * @enum {string}
             */
            result: "passed" | "failed" | "skipped";
            /** @description Model used in a successful test. */
            model: string | null;
            /** @description Duration of a successful test in seconds. */
            seconds: number | null;
            /** @description Balance left, as decimal text; null for tests and failures. */
            balance: string | null;
            /** @description Currency of the balance. */
            currency: string | null;
            /** @description Why it failed, in the language given by Accept-Language. */
            reason: string | null;
        };
        /**
         * @description Share of the calls, 0 to 1, that a channel gets among the channels of its priority, over its models and groups. Only in lists; absent while it takes no calls.
         * @example {
         *       "lowest": 0.2,
         *       "highest": 0.5
         *     }
         */
        ChannelShare: {
            /** @description The share of the model and group where it is lowest. */
            lowest: number;
            /** @description The share of the model and group where it is highest. */
            highest: number;
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
         * @description Changes for every channel with a tag. Empty or absent texts leave a field unchanged.
         * @example {
         *       "tag": "openai",
         *       "new_tag": "openai-eu",
         *       "priority": 10
         *     }
         */
        ChannelTagEdit: {
            /** @description The current tag. */
            tag?: string;
            /** @description The new tag. */
            new_tag?: string | null;
            /** @description Removes the tag from all of them; not together with `new_tag`. */
            remove_tag?: boolean;
            /** @description JSON text. */
            model_mapping?: string | null;
            /** @description Comma-separated. */
            groups?: string | null;
            /** @description Comma-separated. */
            models?: string | null;
            /** @description Channels with a higher priority are tried first. */
            priority?: number | null;
            /** @description 0 or more. */
            weight?: number | null;
        };
        /**
         * @description A test that passed.
         * @example {
         *       "model": "gpt-4o-mini"
         *     }
         */
        ChannelTestAnswer: {
            /** @description The model used for the test. */
            model: string;
        };
        /** @description A short text; empty clears the field. */
        ChannelText: string;
        /**
         * @description A test and its exchange with the upstream.
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
            /** @description The model used for the test. */
            model: string;
            /** @description Its name after the model mapping. */
            upstream_model: string;
            /** @description Whether the upstream answered as expected. */
            passed: boolean;
            /** @description Duration in seconds. */
            seconds: number;
            /** @description Why the test failed; null when it passed. */
            reason: string | null;
            /** @description What was sent; null = nothing, because the channel's fields do not allow a call. */
            request: {
                /** @description HTTP method. */
                method: string;
                /** @description URL. Query values that may be secrets are masked. */
                url: string;
                headers: components["schemas"]["WireHeaders"];
                /** @description The body as it was sent. */
                body: string;
            } | null;
            /** @description The response that came back; null = none. */
            response: {
                /** @description HTTP status of the upstream. */
                status: number;
                headers: components["schemas"]["WireHeaders"];
                /** @description The body as received, with keys masked; empty if it is not text. */
                body: string;
                /** @description Size of the body in bytes. */
                bytes: number;
                /** @description Whether the body shown here is cut off. */
                is_cut: boolean;
            } | null;
        };
        /**
         * @description The channel test to run.
         * @example {
         *       "model": "gpt-4o-mini"
         *     }
         */
        ChannelTrialOrder: {
            /** @description Model to test with, as the channel lists it; absent or empty = the channel's test model, else its first model. */
            model?: string;
        };
        /**
         * @description A channel type and the fields of its form.
         * @example {
         *       "type": 1,
         *       "slug": "openai",
         *       "label": "OpenAI",
         *       "owned_by": "openai",
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
            /** @description The number stored in a channel. */
            type: number;
            /** @description Name used in manifests and on the command line. */
            slug: string;
            /** @description Display name. */
            label: string;
            /** @description The vendor of the models. */
            owned_by: string;
            /** @description The operations it supports: chat, embedding and so on. */
            operations: string[];
            /** @description Used if base_url is empty; if this is empty too, base_url is required or computed. */
            default_base_url: string;
            /** @description Model names that the form suggests. */
            models: string[];
            /** @description Whether the upstream can report a balance. */
            has_balance: boolean;
            /** @description Labels, hints and defaults of the fields this type uses. */
            fields: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Absent fields are unchanged; present ones are written even if empty, but an empty key keeps the old one. You can send back read-only fields of a response; they are ignored.
         * @example {
         *       "id": 1,
         *       "status": 2
         *     }
         */
        ChannelUpdate: {
            /** @description The channel to change. */
            id: number;
            /** @description Channel type number. */
            type?: number;
            /** @description Display name. */
            name?: string;
            /** @description Empty or absent = unchanged. */
            key?: string;
            openai_organization?: components["schemas"]["ChannelText"];
            /** @description 0 = no limit. */
            max_input_tokens?: number;
            /** @description To change the host, send the key again. */
            base_url?: string;
            other?: components["schemas"]["ChannelLongText"];
            model_mapping?: components["schemas"]["ChannelLongText"];
            status_code_mapping?: components["schemas"]["ChannelLongText"];
            /** @description Comma-separated model names. */
            models?: string;
            /**
             * @description 1 = it may be disabled automatically.
             * @enum {integer}
             */
            auto_ban?: 0 | 1;
            test_model?: components["schemas"]["ChannelText"];
            /** @description Comma-separated groups. */
            group?: string;
            /** @description Channels with a higher priority are tried first. */
            priority?: number;
            /** @description Negative numbers become 0. */
            weight?: number;
            tag?: components["schemas"]["ChannelText"];
            model_prefix?: components["schemas"]["ChannelText"];
            setting?: components["schemas"]["ChannelLongText"];
            param_override?: components["schemas"]["ChannelLongText"];
            system_prompt?: components["schemas"]["ChannelLongText"];
            /**
             * @description 1 enables, 2 disables; 3 is accepted only if it is already 3.
             * @enum {integer}
             */
            status?: 1 | 2 | 3;
            before?: components["schemas"]["ChannelBefore"];
            response_time?: components["schemas"]["Ignored"];
            test_time?: components["schemas"]["Ignored"];
            used_quota?: components["schemas"]["Ignored"];
            used_quota_exact?: components["schemas"]["Ignored"];
            balance?: components["schemas"]["Ignored"];
            balance_currency?: components["schemas"]["Ignored"];
            balance_updated_time?: components["schemas"]["Ignored"];
            other_info?: components["schemas"]["Ignored"];
            speaks_found?: components["schemas"]["Ignored"];
            created_time?: components["schemas"]["Ignored"];
            key_count?: components["schemas"]["Ignored"];
            key_fingerprint?: components["schemas"]["Ignored"];
            proxy_fingerprint?: components["schemas"]["Ignored"];
        };
        /**
         * @description New channels.
         * @example {
         *       "owner": "infra/prod",
         *       "channels": [
         *         {
         *           "type": 1,
         *           "name": "main",
         *           "key": "sk-first",
         *           "models": "gpt-4o"
         *         }
         *       ]
         *     }
         */
        ChannelsCreate: {
            owner?: components["schemas"]["OwnerLabel"];
            /** @description The channels. */
            channels: components["schemas"]["ChannelCreate"][];
        };
        /**
         * @description Health of the channels.
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
            /** @description Start of the first hour, in unix seconds. */
            from: number;
            /** @description Number of hours covered, including the current one. */
            hours: number;
            /** @description Channels with status 1. */
            enabled: number;
            /** @description Channels with status 2. */
            disabled: number;
            /** @description Channels with status 3. */
            disabled_automatically: number;
            /** @description Channels called in these hours, by ID. */
            channels: components["schemas"]["ChannelHealth"][];
        };
        /**
         * @description Today's reward.
         * @example {
         *       "quota": 1234
         *     }
         */
        CheckIn: {
            /** @description Quota units credited. */
            quota: number;
        };
        /**
         * @description Whether the user can check in now, and the reward.
         * @example {
         *       "can_check_in": true,
         *       "quota_min": 1000,
         *       "quota_max": 2000,
         *       "last_check_in_time": 1795080000,
         *       "next_check_in_time": 1795219200
         *     }
         */
        CheckInStatus: {
            /** @description False after today's check-in and while the check-in is off. */
            can_check_in: boolean;
            /** @description Minimum reward, in quota units. */
            quota_min: number;
            /** @description Maximum reward; equal to the minimum if the reward is fixed. */
            quota_max: number;
            /** @description Time of the last check-in in unix seconds; 0 = never. */
            last_check_in_time: number;
            /** @description Next midnight in unix seconds, when the next check-in becomes possible. */
            next_check_in_time: number;
        };
        /**
         * @description Settings to check.
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
            /** @description The items. */
            options: components["schemas"]["SetOptionRequest"][];
        };
        /**
         * @description The first code of the new secret.
         * @example {
         *       "code": "492039"
         *     }
         */
        ConfirmTotpRequest: {
            /** @description Six digits from the authenticator app. */
            code: string;
        };
        /**
         * @description An access token to create for your own account.
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
            /** @description Name, unique per user. */
            name: string;
            /** @description Its permissions; at most those of the creating credential. */
            scopes: components["schemas"]["Scope"][];
            /** @description Expiry in unix seconds, in the future; -1 or absent = never. */
            expires_time?: number;
        };
        /**
         * @description A passkey that a browser made, as `PublicKeyCredential.toJSON` gives it.
         * @example {
         *       "name": "Work laptop",
         *       "credential": {
         *         "id": "3q2-7w",
         *         "rawId": "3q2-7w",
         *         "type": "public-key",
         *         "response": {
         *           "clientDataJSON": "e30",
         *           "attestationObject": "o2NmbXQ",
         *           "transports": [
         *             "internal"
         *           ]
         *         }
         *       }
         *     }
         */
        CreatePasskeyRequest: {
            /** @description Name; empty or absent = browser and system. */
            name?: components["schemas"]["PasskeyName"];
            /** @description The new credential. */
            credential: {
                id: components["schemas"]["CredentialId"];
                rawId: components["schemas"]["CredentialId"];
                /**
                 * @description Kind of credential.
                 * @enum {string}
                 */
                type: "public-key";
                /** @description The response of the authenticator. */
                response: {
                    /** @description The client data that the authenticator signed. */
                    clientDataJSON: components["schemas"]["Base64Url"];
                    /** @description Public key and flags. */
                    attestationObject: components["schemas"]["Base64Url"];
                    /** @description How the browser reaches the authenticator. */
                    transports?: string[];
                };
            };
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
            /** @description Username, 1 to 12 characters. Case and width make no difference to whether it is taken. */
            username: string;
            /** @description 8 to 20 characters. */
            password: string;
            /** @description Display name, at most 20 characters; the username if absent or empty. */
            display_name?: string;
            /** @description Accepted because clients send it; must be below your own role. The account gets role 1 regardless: use the call to promote it. */
            role?: number;
        };
        /**
         * @description A passkey as browsers name it.
         * @example {
         *       "id": "3q2-7w",
         *       "type": "public-key",
         *       "transports": [
         *         "internal"
         *       ]
         *     }
         */
        CredentialDescriptor: {
            /** @description ID of the credential, in base64url. */
            id: string;
            /**
             * @description Kind of credential.
             * @enum {string}
             */
            type: "public-key";
            /** @description How the browser reaches the authenticator. */
            transports: string[];
        };
        /**
         * @description ID of the credential, in base64url.
         * @example 3q2-7w
         */
        CredentialId: string;
        /**
         * @description Quota to add to or take from an account, as one ledger entry.
         * @example {
         *       "id": 7,
         *       "delta": "500000",
         *       "note": "refund of March"
         *     }
         */
        CreditUserRequest: {
            /** @description ID of the account. */
            id: number;
            /** @description Quota units to add, as decimal text with up to three places; negative to take away. */
            delta: string;
            /** @description The reason, recorded in the entry and in the log. */
            note?: string;
        };
        /**
         * @description The account's balance after the entry.
         * @example {
         *       "id": 7,
         *       "quota": 999800,
         *       "quota_exact": "999800.125",
         *       "delta_exact": "500000"
         *     }
         */
        CreditedUser: {
            /** @description ID of the account. */
            id: number;
            /** @description Quota units that can be spent now. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Amount booked, in quota units as decimal text. */
            delta_exact: string;
        };
        /**
         * @description The price of a model according to a source; null = the source does not state it.
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
            /** @description Model name as clients send it. */
            model_name: string;
            /** @description Decimal text. */
            model_ratio: string | null;
            /** @description Decimal text. */
            completion_ratio: string | null;
            /** @description Decimal text. */
            cache_ratio: string | null;
            /** @description Dollars per call, as decimal text. */
            model_price: string | null;
            /** @description Where and when a built-in price was read; null if the source does not state it. */
            origin: string | null;
        };
        /**
         * @description The provider's discovery URL.
         * @example {
         *       "well_known": "https://id.example.com/.well-known/openid-configuration"
         *     }
         */
        DiscoverOidcRequest: {
            /** @description URL that begins with http:// or https://. */
            well_known: string;
        };
        /**
         * @description A drawing task. Only administrators get username and channel fields.
         * @example {
         *       "id": 31,
         *       "code": 1,
         *       "user_id": 2,
         *       "action": "IMAGINE",
         *       "mj_id": "1732365600123456",
         *       "prompt": "a lighthouse in the fog",
         *       "prompt_en": "a lighthouse in the fog",
         *       "description": "Submit success",
         *       "state": "",
         *       "submit_time": 1795160000123,
         *       "start_time": 1795160001000,
         *       "finish_time": 1795160058000,
         *       "image_url": "https://gateway.example.com/mj/image/1732365600123456",
         *       "status": "SUCCESS",
         *       "progress": "100%",
         *       "fail_reason": "",
         *       "quota": 50000,
         *       "quota_exact": "50000",
         *       "buttons": "[]",
         *       "properties": "{}"
         *     }
         */
        DrawingRow: {
            /** @description ID of the row; increases over time. */
            id: number;
            /** @description The upstream's answer to the submission: 0 not submitted, 1 submitted, 21 waiting, 22 duplicate. */
            code: number;
            /** @description ID of the user. */
            user_id: number;
            /** @description Name of the user. */
            username?: string;
            /** @description The action, in capitals, such as IMAGINE. */
            action: string;
            /** @description ID of the task; empty if the upstream did not accept it. */
            mj_id: string;
            /** @description The prompt as it was submitted. */
            prompt: string;
            /** @description The prompt in English. */
            prompt_en: string;
            /** @description The upstream's description of the task. */
            description: string;
            /** @description Text that the client gave with the submission. */
            state: string;
            /** @description Unix milliseconds. */
            submit_time: number;
            /** @description Unix milliseconds; 0 = not started. */
            start_time: number;
            /** @description Unix milliseconds; 0 = not finished. */
            finish_time: number;
            /** @description Address of the picture; empty = none yet. */
            image_url: string;
            status: components["schemas"]["TaskStatus"];
            /**
             * @description Per cent
             * @example 30%
             */
            progress: string;
            /** @description Why the task failed; empty = it did not. */
            fail_reason: string;
            /** @description ID of the channel. */
            channel_id?: number;
            /** @description Name of the channel; empty if it was deleted. */
            channel_name?: string;
            /** @description Quota units charged for it. A failed task gets them back. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description JSON text: what can be done with the picture next. */
            buttons: string;
            /** @description JSON text: more that the upstream says about the task. */
            properties: string;
        };
        /**
         * @description The sessions that were ended.
         * @example {
         *       "ended": 2
         *     }
         */
        EndedSessions: {
            /** @description How many sessions ended. */
            ended: number;
        };
        /**
         * @description Why a call went to its channel and cost what it did.
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
            /** @description Request ID (x-request-id). */
            request_id: string;
            /**
             * @description charged: the ledger has a charge. free: finished without a charge. failed: refused or failed, nothing charged. running: still held.
             * @enum {string}
             */
            outcome: "charged" | "free" | "failed" | "running";
            /** @description Quota units charged, as decimal text; absent while running. */
            quota_exact?: string;
            /** @description Balance of the account after the charge, as decimal text. */
            balance_after_exact?: string;
            /** @description Its log rows, oldest first. */
            logs: components["schemas"]["LogRow"][];
            /** @description Candidates, skipped channels, attempts (each that failed has a `message` in your language), price with its derivation, usage with its source, hold. Only administrators see which channels. */
            explanation: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The shape of every refusal and every error.
         * @example {
         *       "success": false,
         *       "message": "the user does not exist",
         *       "code": "user_not_found"
         *     }
         */
        Failure: {
            /** @description Always false. */
            success: boolean;
            /** @description Error message, in the language given by Accept-Language (zh or en; default zh). */
            message: string;
            /** @description Stable code of the error, the same in every language. */
            code: string;
            /** @description The field of the request that caused the error, if there is one. */
            field?: string;
            /** @description Request ID of an internal error; search the server log for it. */
            request_id?: string;
        };
        /**
         * @description The shape of every refusal and every error of calls whose product puts the text into `data`.
         * @example {
         *       "success": false,
         *       "message": "error",
         *       "data": "payment request failed",
         *       "code": "payment_failed"
         *     }
         */
        FailureInData: {
            /** @description Always false. */
            success: boolean;
            /** @description Always `error`. */
            message: string;
            /** @description Error message, in the language given by Accept-Language (zh or en; default zh). */
            data: string;
            /** @description Stable code of the error, the same in every language. */
            code: string;
            /** @description The field of the request that caused the error, if there is one. */
            field?: string;
            /** @description Request ID of an internal error; search the server log for it. */
            request_id?: string;
        };
        /**
         * @description Fallback pricing settings to check together. Numbers or decimal text; empty, null or 0 = not set.
         * @example {
         *       "enabled": true,
         *       "single_price": 0.01,
         *       "input_ratio": null,
         *       "completion_ratio": null
         *     }
         */
        FallbackPricingRequest: {
            /** @description Whether fallback pricing is on; off is always valid. */
            enabled?: boolean;
            /** @description Dollars per call. */
            single_price?: number | string | null;
            /** @description Model ratio. */
            input_ratio?: number | string | null;
            /** @description Completion ratio. */
            completion_ratio?: number | string | null;
        };
        /**
         * @description Last event for a client that read too slowly.
         * @example {
         *       "code": "reader_too_slow",
         *       "message": "the events were not read fast enough; reconnect with the last ID, nothing is lost"
         *     }
         */
        FeedDropped: {
            /**
             * @description Stable code of the reason.
             * @enum {string}
             */
            code: "reader_too_slow";
            /** @description The reason and what to do about it, in the language given by Accept-Language. */
            message: string;
        };
        /**
         * @description Heartbeat of the feed, about once a second. Only administrators get the figures.
         * @example {
         *       "at_ms": 1795160000123,
         *       "open_holds": 41,
         *       "commit_p99_ms": 3.2
         *     }
         */
        FeedPulse: {
            /** @description Unix milliseconds by the daemon's clock. */
            at_ms: number;
            /** @description Calls running on this site, each with its hold. */
            open_holds?: number;
            /** @description 99th percentile of the ledger's commit time over the last batches, in milliseconds; absent before the first batch. */
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
            /** @description The items. */
            secrets: components["schemas"]["FingerprintSecret"][];
        };
        /**
         * @description One secret and what it is for.
         * @example {
         *       "for": "channel",
         *       "type": 1,
         *       "text": "sk-first"
         *     }
         */
        FingerprintSecret: {
            /**
             * @description Kind of the secret: keys of a channel, the address of its proxy, a secret setting, a code of your choice, a first password.
             * @enum {string}
             */
            for: "channel" | "proxy" | "option" | "code" | "password";
            /** @description For a channel: its type, which decides how keys are separated. */
            type?: number;
            /** @description For a setting: its name. */
            key?: string;
            /** @description The secret itself. */
            text: string;
        };
        /**
         * @description How many objects use a price group.
         * @example {
         *       "users": 12,
         *       "channels": 2,
         *       "tokens": 3
         *     }
         */
        GroupUse: {
            /** @description Accounts in the group. */
            users: number;
            /** @description Channels that serve it. */
            channels: number;
            /** @description API tokens of any account that name it. */
            tokens: number;
        };
        /**
         * @description State of the daemon.
         * @example {
         *       "status": "ok"
         *     }
         */
        Health: {
            /** @description Always ok. */
            status: string;
        };
        /**
         * @description Usage of one model in one hour.
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
            /** @description Model name as the client sent it. */
            model_name: string;
            /** @description Start of the hour, in unix seconds. */
            created_at: number;
            /** @description Number of requests. */
            count: number;
            /** @description Quota units charged. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Number of input and output tokens. */
            token_used: number;
            /** @description ID of the user; 0 = all users together. */
            user_id: number;
            /** @description Name of the user; empty for all users together. */
            username: string;
        };
        /** @description Read-only; ignored, so that you can send a response back. */
        Ignored: unknown;
        /**
         * @description A message as its recipient sees it.
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
            /** @description ID of the message. */
            id: number;
            /** @description Subject of the message. */
            title: string;
            /** @description The text, in the given `format`. It may contain any markup: sanitise it before showing it. */
            content: string;
            format: components["schemas"]["MessageFormat"];
            created_at: components["schemas"]["MessageTime"];
            read_at: components["schemas"]["ReadTime"];
            /** @description Whether you have opened it. */
            is_read: boolean;
        };
        /**
         * @description How long the answered calls of one bucket took, from request to end (nearest-rank percentiles).
         * @example {
         *       "at": 1795158000,
         *       "calls": 3,
         *       "p50_ms": 812,
         *       "p95_ms": 2100
         *     }
         */
        LatencyBucket: {
            /** @description Start of the period, in unix seconds. */
            at: number;
            /** @description Number of requests in the log. */
            calls: number;
            /** @description Median; null without calls. */
            p50_ms: number | null;
            /** @description 95th percentile; null without calls. */
            p95_ms: number | null;
        };
        /**
         * @description One change to a balance. Entries are never changed or deleted.
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
         *       "trade_no": "",
         *       "model_name": "gpt-4o-mini",
         *       "token_name": "ci",
         *       "is_logged": true,
         *       "note": ""
         *     }
         */
        LedgerEntry: {
            /** @description Number of the entry within this balance, starting at 1, without gaps. */
            seq: number;
            /** @description Unix seconds. */
            created_at: number;
            kind: components["schemas"]["LedgerEntryKind"];
            /** @description Quota units, rounded; negative if taken from the balance. */
            amount: number;
            /** @description The exact amount, as decimal text. */
            amount_exact: string;
            /** @description Balance after the entry, in quota units, rounded. */
            balance: number;
            /** @description The exact amount, as decimal text. */
            balance_exact: string;
            /** @description Request ID of the call that was charged or refunded, otherwise empty. */
            request_id: string;
            /** @description ID of the redeemed code; 0 = none. */
            redemption_id: number;
            /** @description Number of the order that was paid or refunded, otherwise empty. */
            trade_no: string;
            /** @description Model of the call, as in the log; otherwise empty. */
            model_name: string;
            /** @description Token of the call, as in the log; otherwise empty. */
            token_name: string;
            /** @description Whether the log has a row for it too. */
            is_logged: boolean;
            /** @description A note about the entry, or the administrator's reason; usually empty. */
            note: string;
        };
        /**
         * @description usage, recovered and late are charges for calls, and task_refund returns one; the others say where money came from or went.
         * @enum {string}
         */
        LedgerEntryKind: "usage" | "recovered" | "late" | "redeem" | "topup" | "admin" | "checkin" | "signup" | "inviter" | "invitee" | "rebate" | "transfer" | "task_refund" | "reversal" | "opening";
        /**
         * @description Counts of one bucket.
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
            /** @description Start of the period, in unix seconds. */
            at: number;
            /** @description Number of consumption rows. */
            calls: number;
            /** @description Number of rows for failed attempts. */
            errors: number;
            /** @description Number of rows of any other type. */
            others: number;
            /** @description Quota units charged. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Input and output tokens of the consumption rows. */
            tokens: number;
        };
        /**
         * @description A row of the usage log. Only administrators get the channel fields.
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
            /** @description ID of the row; increases over time. */
            id: number;
            /** @description The x-request-id of the call; empty for rows that are not calls. */
            request_id: string;
            /** @description Unix seconds. */
            created_at: number;
            /** @description Unix milliseconds. */
            created_at_ms: number;
            /** @description 1 top-up, 2 consumption, 3 admin, 4 system, 5 check-in, 6 error; 0 model-related. */
            type: number;
            /** @description ID of the channel; 0 = none. */
            channel?: number;
            /** @description Name of the channel; empty if it was deleted. */
            channel_name?: string;
            /** @description ID of the user. */
            user_id: number;
            /** @description Name at that time. */
            username: string;
            /** @description ID of the token; 0 = none. */
            token_id: number;
            /** @description Name at that time. */
            token_name: string;
            /** @description Group used to route and price the call. */
            group: string;
            /** @description Model name as the client sent it. */
            model_name: string;
            /** @description Whether the response was streamed. */
            is_stream: boolean;
            /** @description Duration from request to end in seconds, precise to the millisecond. */
            use_time: number;
            /** @description Input tokens. */
            prompt_tokens: number;
            /** @description Output tokens. */
            completion_tokens: number;
            /** @description Quota units charged or credited. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Source of the token counts: upstream, upstream-partial, counted or held; empty for rows that are not calls. */
            usage_source: string;
            /** @description The event, or the reason why a call failed, in the language of the request. */
            content: string;
            /** @description IP address of the caller, if stored. */
            client_ip: string;
            /** @description JSON text with ratios, cached tokens, time to first token (frt, ms) and more; for failures error_type, error_code, status_code and, where no channel was asked, count: how many equal refusals of one key within a minute the row counts; for rows that are not calls, event: what happened, as a kind with its values. */
            other: string;
        };
        /**
         * @description Log rows counted over time.
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
            /** @description Start of the first bucket, in unix seconds. */
            from: number;
            /** @description End in unix seconds, inclusive. */
            until: number;
            /** @description Length of a bucket in seconds. */
            step: number;
            /** @description False if more rows match than can be counted; the oldest are then left out. */
            is_complete: boolean;
            /** @description Buckets with rows, oldest first. */
            buckets: components["schemas"]["LogBucket"][];
        };
        /**
         * @description Totals of the matching rows. Without a type, only consumption rows are added up, as they are what was spent.
         * @example {
         *       "quota": 3750,
         *       "quota_exact": "3750",
         *       "token_total": 1500,
         *       "token_input": 1000,
         *       "token_output": 500,
         *       "rpm": 1,
         *       "tpm": 1500,
         *       "is_complete": true
         *     }
         */
        LogStat: {
            /** @description Quota units. For types other than consumption, as in the rows: credited, and negative where taken. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Number of input and output tokens. */
            token_total: number;
            /** @description Input tokens. */
            token_input: number;
            /** @description Output tokens. */
            token_output: number;
            /** @description Matching requests in the last 60 seconds. */
            rpm: number;
            /** @description Tokens of the matching requests in the last 60 seconds. */
            tpm: number;
            /** @description False if only the newest rows were searched: see the list of the log. */
            is_complete: boolean;
        };
        /**
         * @description Username or email address, and password.
         * @example {
         *       "username": "root",
         *       "password": "correct-horse"
         *     }
         */
        LoginRequest: {
            /** @description Username or bound email address. */
            username: string;
            /** @description The password. */
            password: string;
        };
        /**
         * @description The price of calls with a long prompt, as multiples of the usual price; null if they cost no more.
         * @example {
         *       "above": 272000,
         *       "input_ratio": "2",
         *       "output_ratio": "1.5"
         *     }
         */
        LongPrompt: {
            /** @description Prompts of more tokens than this, cached ones included, are long. */
            above: number;
            /** @description For all tokens of the prompt; decimal text. */
            input_ratio: string;
            /** @description For all tokens of the answer; decimal text. */
            output_ratio: string;
        } | null;
        /**
         * @description An action on an account.
         * @example {
         *       "id": 7,
         *       "action": "disable"
         *     }
         */
        ManageUserRequest: {
            /** @description ID of the account. */
            id: number;
            /**
             * @description promote and demote change the role (super administrator only), disable and enable change the status, and delete deactivates permanently.
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
            /** @description ID of the message. */
            id: number;
            /** @description Subject of the message. */
            title: string;
            /** @description The text, in the given `format`. */
            content: string;
            format: components["schemas"]["MessageFormat"];
            created_at: components["schemas"]["MessageTime"];
            /**
             * Format: date-time
             * @description Time of the last change, or of sending if there was none.
             */
            updated_at: string;
            /** @description ID of the account that sent it. */
            created_by: number;
            /** @description How many recipients have read it. */
            stats: {
                /** @description Number of recipients. */
                total_recipients: number;
                /** @description Recipients who have opened it. */
                read_count: number;
                /** @description Recipients who have not. */
                unread_count: number;
            };
        };
        /**
         * @description What the caller last saw in the fields that the call changes. If one of them has a third value by now, the call is refused
         *     with 409 `revision_moved` and nothing changes.
         * @example {
         *       "title": "Maintenance on Sunday"
         *     }
         */
        MessageBefore: {
            title?: components["schemas"]["MessageTitle"];
            content?: components["schemas"]["MessageContent"];
            format?: components["schemas"]["MessageFormat"];
        };
        /** @description 1 to 20000 characters, not counting surrounding spaces. */
        MessageContent: string;
        /**
         * @description A new message. Title, content and at least one recipient are required.
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
            /** @description IDs of the recipients; duplicates are ignored. Deactivated accounts are refused. */
            user_ids?: number[];
        };
        /**
         * @description Format of the content; markdown if absent.
         * @enum {string}
         */
        MessageFormat: "markdown" | "html";
        /**
         * @description A recipient of a message.
         * @example {
         *       "user_id": 2,
         *       "username": "ada",
         *       "display_name": "Ada",
         *       "read_at": "2026-11-22T06:12:00.000Z"
         *     }
         */
        MessageRecipient: {
            /** @description ID of the account. */
            user_id: number;
            /** @description Username. */
            username: string;
            /** @description Its display name. */
            display_name: string;
            read_at: components["schemas"]["ReadTime"];
        };
        /**
         * Format: date-time
         * @description When it was sent.
         */
        MessageTime: string;
        /** @description 1 to 200 characters, not counting surrounding spaces. */
        MessageTitle: string;
        /**
         * @description The fields to change; absent fields are unchanged. You can send back read-only fields of a response.
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
            before?: components["schemas"]["MessageBefore"];
            id?: components["schemas"]["Ignored"];
            created_at?: components["schemas"]["Ignored"];
            updated_at?: components["schemas"]["Ignored"];
            created_by?: components["schemas"]["Ignored"];
            stats?: components["schemas"]["Ignored"];
        };
        /**
         * @description The price of a model before the group ratio, and its source.
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
         *       "call_unit": "call",
         *       "long_prompt": null,
         *       "enable_groups": [
         *         "default"
         *       ]
         *     }
         */
        ModelPrice: {
            /** @description Model name as requested. */
            model_name: string;
            /** @description The entry of the price tables that applied, such as the name without a suffix. */
            priced_as: string;
            /**
             * @description Whether the price is set for the model, is the site's fallback, or does not exist.
             * @enum {string}
             */
            price_source: "explicit" | "fallback" | "unpriced";
            /**
             * @description 0 per token, 1 per call.
             * @enum {integer}
             */
            quota_type: 0 | 1;
            /** @description Decimal text; 0 if priced per call. */
            model_ratio: string;
            /** @description Decimal text; 0 if priced per call. */
            completion_ratio: string;
            /** @description Decimal text; 0 if priced per call. */
            cache_ratio: string;
            /** @description Dollars per call, as decimal text; 0 if priced per token. */
            model_price: string;
            /** @description Dollars per million input tokens, as decimal text; empty if priced per call. */
            input_usd: string;
            /** @description Dollars per million output tokens, as decimal text; empty if priced per call. */
            output_usd: string;
            /** @description Dollars per million cached input tokens, as decimal text; empty if priced per call. */
            cache_read_usd: string;
            /** @description Dollars per call, as decimal text; empty if priced per token. */
            call_usd: string;
            /**
             * @description The unit of a price per call: a call, or a second of a video.
             * @enum {string}
             */
            call_unit: "call" | "second";
            long_prompt: components["schemas"]["LongPrompt"];
            /** @description Groups in which a channel serves it, sorted. */
            enable_groups: string[];
        };
        /**
         * @description Channel type numbers mapped to the model names of that type.
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
         * @description The new access token, with its text.
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
            /** @description ID of the access token. */
            id: number;
            /** @description Name of the access token. */
            name: string;
            /** @description The text for Authorization: Bearer. It is not shown again. */
            token: string;
            /** @description Its permissions. */
            scopes: string[];
            /** @description Unix seconds; -1 = never. */
            expires_time: number;
        };
        /**
         * @description A passkey that was registered.
         * @example {
         *       "passkey": {
         *         "id": 4,
         *         "name": "Chrome, Windows",
         *         "rp_id": "gateway.example.com",
         *         "works_here": true,
         *         "is_backed_up": true,
         *         "created_time": 1795000000,
         *         "last_used_time": 0
         *       },
         *       "recovery_codes": [
         *         "7KQM-4XTR-9WPB-H2JD",
         *         "M3VA-8NZC-K5YE-6TQG"
         *       ]
         *     }
         */
        NewPasskey: {
            passkey: components["schemas"]["Passkey"];
            /** @description With your first second factor: ten codes, each good once, for the day when it is lost. They are not shown again. Empty otherwise. */
            recovery_codes: string[];
        };
        /**
         * @description A new secret for an authenticator app. It counts after its first code was given.
         * @example {
         *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
         *       "uri": "otpauth://totp/Tollgate:alice?issuer=Tollgate&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
         *     }
         */
        NewTotp: {
            /** @description The secret in base32, to type. */
            secret: string;
            /** @description The secret as an otpauth address, for a QR code. */
            uri: string;
        };
        /**
         * @description Endpoints of an OpenID Connect provider.
         * @example {
         *       "authorization_endpoint": "https://id.example.com/authorize",
         *       "token_endpoint": "https://id.example.com/token",
         *       "user_info_endpoint": "https://id.example.com/userinfo"
         *     }
         */
        OidcEndpoints: {
            /** @description Authorization endpoint, where the browser signs in. */
            authorization_endpoint: string;
            /** @description Token endpoint, where the code is exchanged. */
            token_endpoint: string;
            /** @description User-info endpoint, where the identity is read. */
            user_info_endpoint: string;
        };
        /**
         * @description A site setting.
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
            /** @description Its value as text; booleans are true or false. Always empty for secrets. */
            value: string;
            /** @description Whether it is a secret, which can only be written. */
            is_secret: boolean;
            /** @description Whether it has a value. */
            is_set: boolean;
            /** @description Whether it has its built-in value. */
            is_default: boolean;
            /** @description Minimum role that may change it. */
            role?: number;
            /**
             * @description Format of its text; a decimal is a number that is stored exactly as written.
             * @enum {string}
             */
            type: "boolean" | "integer" | "decimal" | "text" | "json";
            /** @description Its built-in value. */
            default: string;
            /** @description For a secret with a value: equal texts have equal fingerprints on this installation. */
            fingerprint?: string;
            range?: components["schemas"]["OptionRange"];
            /** @description For a choice: the accepted texts. */
            choices?: string[];
            /** @description Whether the text may have several lines. */
            is_multiline?: boolean;
            /**
             * @description Unit of a number, if its name does not say it.
             * @enum {string}
             */
            unit?: "quota" | "dollars" | "percent" | "minutes" | "seconds";
            /** @description For a switch: settings that must have a value before it can be turned on. */
            needs?: string[];
        };
        /**
         * @description An entry of a table setting.
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
            /** @description Name of the entry, such as a model or a group. */
            name: string;
            /** @description A number as decimal text, a text as is, anything nested as JSON text. */
            value: string;
            /** @description The built-in entry with that name; null = there is none. */
            default: string | null;
        };
        /**
         * @description An entry before and after the change.
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
            /** @description Value before; null = it did not exist. */
            before: string | null;
            /** @description Value after; null = it was removed. */
            after: string | null;
        };
        /**
         * @description Range of a number.
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
            /** @description Minimum. */
            min: number;
            /** @description Maximum. */
            max: number;
            /** @description Whether the minimum itself is refused. */
            is_above_min: boolean;
            /** @description Maximum number of decimal places. */
            places: number;
            /** @description Step of the form's number field. */
            step: number;
            /** @description Whether an empty text is accepted, meaning not set. */
            may_be_empty: boolean;
        };
        /**
         * @description Result of checking a setting.
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
            /** @description The text that would be stored; empty for secrets and refused values. */
            value: string;
            /** @description Code of the refusal; null = it would be accepted. */
            code: string | null;
            /** @description Error message, in the language given by Accept-Language. */
            message: string | null;
        };
        /**
         * @description created; exists: the name was taken, and nothing was changed; refused: see code and message.
         * @enum {string}
         */
        Outcome: "created" | "exists" | "refused";
        /** @description Error code of a refusal; empty otherwise. */
        OutcomeCode: string;
        /** @description Field that caused the refusal; empty = none. */
        OutcomeField: string;
        /** @description ID of the object; 0 if it was refused. */
        OutcomeId: number;
        /** @description Why it was refused, in the language of the request. */
        OutcomeMessage: string;
        /** @description Label of the object; empty = none. */
        OutcomeOwner: string;
        /**
         * @description Your balance and what it is made of, read at one moment, so that the parts add up exactly.
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
            /** @description Quota units that can be spent now: the balance minus what is held. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Quota units held by running requests. */
            held_quota: number;
            /** @description The exact amount, as decimal text. */
            held_quota_exact: string;
            /** @description Sum of all entries, in quota units, rounded. */
            balance: number;
            /** @description The exact amount, as decimal text. */
            balance_exact: string;
            /** @description Number of entries. */
            entries: number;
            /** @description One sum per kind of entry. All charges and refunds count as one kind, usage. */
            parts: components["schemas"]["BalancePart"][];
        };
        /**
         * @description Kind of the object.
         * @enum {string}
         */
        OwnedKind: "channel" | "token" | "code" | "user" | "group" | "price" | "option";
        /**
         * @description An object that a manifest can manage.
         * @example {
         *       "kind": "channel",
         *       "ref": "3"
         *     }
         */
        OwnedObject: {
            kind: components["schemas"]["OwnedKind"];
            ref: components["schemas"]["OwnedRef"];
        };
        /** @description The ID of a channel, token or user, or the name of a set of codes, a group, a priced model or an option. */
        OwnedRef: string;
        /**
         * @description An object and the manifest that manages it.
         * @example {
         *       "kind": "channel",
         *       "ref": "3",
         *       "owner": "infra/prod",
         *       "updated_time": 1795160000
         *     }
         */
        Owner: {
            kind: components["schemas"]["OwnedKind"];
            /** @description The object. */
            ref: string;
            /** @description The manifest. */
            owner: string;
            /** @description When the label was set, in unix seconds. */
            updated_time: number;
        };
        /** @description Label of the manifest, such as infra/prod. */
        OwnerLabel: string;
        /**
         * @description A passkey of your account. The public half is all that is stored.
         * @example {
         *       "id": 4,
         *       "name": "Chrome, Windows",
         *       "rp_id": "gateway.example.com",
         *       "works_here": true,
         *       "is_backed_up": true,
         *       "created_time": 1795000000,
         *       "last_used_time": 1795003600
         *     }
         */
        Passkey: {
            /** @description ID of the passkey. */
            id: number;
            /** @description Your name for it; at first the browser and system that registered it. */
            name: string;
            /** @description Domain that it was registered for; browsers use it nowhere else. */
            rp_id: string;
            /** @description Whether that is the domain of this site now. */
            works_here: boolean;
            /** @description True when its provider synchronises it, so that it survives the loss of a device. */
            is_backed_up: boolean;
            /** @description Unix seconds. */
            created_time: number;
            /** @description Unix seconds; 0 = never. */
            last_used_time: number;
        };
        /**
         * @description A signature by a passkey.
         * @example {
         *       "id": "3q2-7w",
         *       "rawId": "3q2-7w",
         *       "type": "public-key",
         *       "response": {
         *         "clientDataJSON": "e30",
         *         "authenticatorData": "SZYN5Q",
         *         "signature": "MEUCIQ",
         *         "userHandle": "3q2-7w"
         *       }
         *     }
         */
        PasskeyAnswer: {
            id: components["schemas"]["CredentialId"];
            rawId: components["schemas"]["CredentialId"];
            /**
             * @description Kind of credential.
             * @enum {string}
             */
            type: "public-key";
            /** @description The response of the authenticator. */
            response: {
                /** @description The client data that the authenticator signed. */
                clientDataJSON: components["schemas"]["Base64Url"];
                /** @description Domain, flags and counter. */
                authenticatorData: components["schemas"]["Base64Url"];
                /** @description Signature over both. */
                signature: components["schemas"]["Base64Url"];
                /** @description Account that the passkey remembers. */
                userHandle?: components["schemas"]["CredentialId"];
            };
        };
        /**
         * @description The answer of a browser with a passkey, as `PublicKeyCredential.toJSON` returns it.
         * @example {
         *       "credential": {
         *         "id": "3q2-7w",
         *         "rawId": "3q2-7w",
         *         "type": "public-key",
         *         "response": {
         *           "clientDataJSON": "e30",
         *           "authenticatorData": "SZYN5Q",
         *           "signature": "MEUCIQ",
         *           "userHandle": "3q2-7w"
         *         }
         *       }
         *     }
         */
        PasskeyAnswerRequest: {
            credential: components["schemas"]["PasskeyAnswer"];
        };
        /**
         * @description For `PublicKeyCredential.parseCreationOptionsFromJSON`.
         * @example {
         *       "challenge": "mzZ8",
         *       "rp": {
         *         "id": "gateway.example.com",
         *         "name": "Tollgate"
         *       },
         *       "user": {
         *         "id": "3q2-7w",
         *         "name": "alice",
         *         "displayName": "Alice"
         *       },
         *       "pubKeyCredParams": [
         *         {
         *           "type": "public-key",
         *           "alg": -7
         *         }
         *       ],
         *       "timeout": 300000,
         *       "attestation": "none",
         *       "excludeCredentials": [],
         *       "authenticatorSelection": {
         *         "residentKey": "required",
         *         "requireResidentKey": true,
         *         "userVerification": "required"
         *       }
         *     }
         */
        PasskeyCreationOptions: {
            /** @description The challenge that the passkey signs, in base64url. */
            challenge: string;
            /** @description This site. */
            rp: {
                /** @description Domain that the passkey is for. */
                id: string;
                /** @description Name of the site. */
                name: string;
            };
            /** @description Your account. */
            user: {
                /** @description Number that the passkey remembers, in base64url. */
                id: string;
                /** @description Username. */
                name: string;
                /** @description Display name. */
                displayName: string;
            };
            /** @description Kinds of keys, the preferred one first. */
            pubKeyCredParams: {
                /**
                 * @description Kind of credential.
                 * @enum {string}
                 */
                type: "public-key";
                /** @description COSE number of the algorithm. */
                alg: number;
            }[];
            /** @description Milliseconds that the browser waits. */
            timeout: number;
            /** @description Always none. */
            attestation: string;
            /** @description Passkeys that you have; an authenticator with one of them makes no second one. */
            excludeCredentials: components["schemas"]["CredentialDescriptor"][];
            /** @description Requirements for the authenticator. */
            authenticatorSelection: {
                /** @description Always required. */
                residentKey: string;
                /** @description Always true. */
                requireResidentKey: boolean;
                /** @description Always required. */
                userVerification: string;
            };
        };
        /**
         * @description Name of the passkey.
         * @example Work laptop
         */
        PasskeyName: string;
        /**
         * @description For `PublicKeyCredential.parseRequestOptionsFromJSON`.
         * @example {
         *       "challenge": "mzZ8",
         *       "rpId": "gateway.example.com",
         *       "timeout": 300000,
         *       "userVerification": "required",
         *       "allowCredentials": []
         *     }
         */
        PasskeyRequestOptions: {
            /** @description The challenge that the passkey signs, in base64url. */
            challenge: string;
            /** @description Domain of this site. */
            rpId: string;
            /** @description Milliseconds that the browser waits. */
            timeout: number;
            /** @description Whether a PIN or fingerprint is needed. */
            userVerification: string;
            /** @description Passkeys that count; empty = any for this domain. */
            allowCredentials: components["schemas"]["CredentialDescriptor"][];
        };
        /**
         * @description Which sign-in waits.
         * @example {
         *       "ticket": "5qN1vJm0cYx2tBz8rKfWg3hPdLsEaUo7iVnQyXjTk4M"
         *     }
         */
        PasskeySecondStepRequest: {
            /** @description The ticket of the first step. */
            ticket: string;
        };
        /**
         * @description A way to pay.
         * @example {
         *       "name": "zfb",
         *       "provider": "epay",
         *       "currency": "CNY"
         *     }
         */
        PaymentMethod: {
            /** @description Name of the method, such as zfb. */
            name: string;
            /** @description Name of the provider, such as epay. */
            provider: string;
            /** @description Currency that is paid in, such as CNY. */
            currency: string;
        };
        /** @description One of topup_methods of the status: zfb, wx or stripe. Absent = the first, where that is allowed. */
        PaymentMethodName: string;
        /**
         * @description How much to add, and how to pay.
         * @example {
         *       "amount": 10,
         *       "payment_method": "zfb"
         *     }
         */
        PaymentRequest: {
            amount: components["schemas"]["TopupAmount"];
            payment_method: components["schemas"]["PaymentMethodName"];
            /** @description Accepted and ignored. */
            top_up_code?: string;
        };
        /**
         * @description Whether and when a channel that serves the model would be tried.
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
         *       "usable_keys": 1,
         *       "speaks": "both"
         *     }
         */
        PlannedChannel: {
            /** @description ID of the channel. */
            channel_id: number;
            /** @description Name of the channel. */
            channel_name: string;
            /** @description Number of the channel type. */
            type: number;
            /** @description 1 enabled, 2 disabled, 3 disabled automatically. */
            status: number;
            /** @description Channels with a higher priority are tried first. */
            priority: number;
            /** @description Decides the share of calls among channels of the same priority; every channel counts 10 more than its weight. */
            weight: number;
            /** @description When it is tried: 1 is first; among channels of the same rank, one is drawn by share. null = it is not tried. */
            rank: number | null;
            /** @description Probability, 0 to 1, of being the first of its rank; null = it is not tried. */
            share: number | null;
            /**
             * @description Why it is not tried; null = it is tried.
             * @enum {string|null}
             */
            reason: "disabled" | "disabled-automatically" | "other-group" | "prefix-taken" | "unsupported" | "cooling" | "failing" | "no-usable-key" | null;
            /** @description True if it failed a few seconds ago, so that it is tried after the others. */
            failed_lately: boolean;
            /** @description Failed calls since the last successful one. */
            failures_in_a_row: number;
            /** @description How long the upstream asked us to wait before the next call to this model; 0 = no wait. */
            cooling_seconds: number;
            /** @description Number of keys. */
            keys: number;
            /** @description Number of keys that were not refused recently. */
            usable_keys: number;
            /**
             * @description Which of OpenAI's conversation formats it is asked in, as set or found out; null = not known yet, or its type has only one.
             * @enum {string|null}
             */
            speaks: "chat" | "responses" | "both" | null;
        };
        /**
         * @description Price of a model.
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
         *       "drawing": null,
         *       "input_modalities": [
         *         "text",
         *         "image"
         *       ],
         *       "price_source": "explicit",
         *       "input_usd": "2.5",
         *       "output_usd": "10",
         *       "cache_read_usd": "1.25",
         *       "call_usd": "",
         *       "call_unit": "call",
         *       "long_prompt": null
         *     }
         */
        PricingItem: {
            /** @description Model name as clients send it. */
            model_name: string;
            /**
             * @description 0 per token, 1 per call.
             * @enum {integer}
             */
            quota_type: 0 | 1;
            /** @description Input price in dollars per million tokens, divided by 2; 0 if priced per call. */
            model_ratio: number;
            /** @description Dollars per call; 0 if priced per token. */
            model_price: number;
            /** @description Output price divided by input price; 0 if priced per call. */
            completion_ratio: number;
            /** @description Price of cached input divided by that of input; 0 if priced per call. */
            cache_ratio: number;
            /** @description The model's vendor; empty if unknown. */
            owner_by: string;
            /** @description The caller's groups that a channel serves it to, sorted. */
            enable_groups: string[];
            /** @description Choices for pictures of a model that answers `/v1/images/generations`; null for models that do not draw. */
            drawing: {
                /** @description Sizes, such as 1024x1024; empty if they are not known. */
                sizes: string[];
                /** @description Qualities; empty if it takes none. */
                qualities: string[];
                /** @description The most pictures of one request. */
                count_max: number;
            } | null;
            /** @description Kinds of content that the model takes; empty if they are not known. */
            input_modalities: ("text" | "image" | "audio" | "video" | "file" | "embeddings")[];
            /**
             * @description Whether the price is set for the model, is the site's fallback, or does not exist.
             * @enum {string}
             */
            price_source: "explicit" | "fallback" | "unpriced";
            /** @description Dollars per million input tokens, as decimal text; empty if priced per call. */
            input_usd: string;
            /** @description Dollars per million output tokens, as decimal text; empty if priced per call. */
            output_usd: string;
            /** @description Dollars per million cached input tokens, as decimal text; empty if priced per call. */
            cache_read_usd: string;
            /** @description Dollars per call, as decimal text; empty if priced per token. */
            call_usd: string;
            /**
             * @description The unit of a price per call: a call, or a second of a video.
             * @enum {string}
             */
            call_unit: "call" | "second";
            long_prompt: components["schemas"]["LongPrompt"];
        };
        /**
         * @description A way to prove who you are.
         * @enum {string}
         */
        ProofMethod: "password" | "totp" | "recovery_code" | "passkey";
        /**
         * @description The password or a second factor of your account. Give exactly one of these.
         * @example {
         *       "password": "correct-horse"
         *     }
         */
        ProofRequest: {
            /** @description Your password. */
            password?: string;
            /** @description Six digits from the authenticator app. */
            code?: string;
            /** @description A recovery code, in upper or lower case. */
            recovery_code?: string;
            passkey?: components["schemas"]["PasskeyAnswer"];
        };
        /**
         * Format: date-time
         * @description When it was first opened; null = not yet.
         */
        ReadTime: string | null;
        /**
         * @description New recovery codes. They are not shown again; the old ones have ended.
         * @example {
         *       "recovery_codes": [
         *         "7KQM-4XTR-9WPB-H2JD",
         *         "M3VA-8NZC-K5YE-6TQG"
         *       ]
         *     }
         */
        RecoveryCodes: {
            /** @description Ten codes, each good once. */
            recovery_codes: string[];
        };
        /**
         * @description A code that adds quota to an account.
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
            /** @description ID of the code. */
            id: number;
            /** @description ID of the user who created it. */
            user_id: number;
            /** @description Display name. */
            name: string;
            /** @description The code itself; masked for access tokens without the scope keys:show. */
            key: string;
            /** @description 1 unused, 2 disabled, 3 used. */
            status: number;
            /** @description Quota units it adds. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Unix seconds. */
            created_time: number;
            /** @description Time of the last use in unix seconds; 0 = never. */
            redeemed_time: number;
            /** @description ID of the user who redeemed an ordinary code; 0 = nobody. */
            used_user_id: number;
            /** @description Whether several accounts may use it, once each. */
            is_gift: boolean;
            /** @description Maximum uses of a gift code; -1 = unlimited. */
            max_uses: number;
            /** @description How many times it was used. */
            used_count: number;
            /** @description Valid from, in unix seconds; 0 = at once. */
            valid_from: number;
            /** @description Valid until, in unix seconds; 0 = forever. */
            valid_until: number;
        };
        /**
         * @description What the caller last saw in the fields that the call changes. If one of them has a third value by now, the call is refused
         *     with 409 `revision_moved` and nothing changes.
         * @example {
         *       "name": "welcome"
         *     }
         */
        RedemptionBefore: {
            name?: components["schemas"]["RedemptionName"];
            quota?: components["schemas"]["RedemptionQuota"];
            valid_from?: components["schemas"]["RedemptionTime"];
            valid_until?: components["schemas"]["RedemptionTime"];
        };
        /**
         * @description New codes. Read-only fields of a response are ignored.
         * @example {
         *       "name": "welcome",
         *       "quota": 100000,
         *       "count": 3
         *     }
         */
        RedemptionCreate: {
            name: components["schemas"]["RedemptionName"];
            quota: components["schemas"]["RedemptionQuota"];
            /** @description How many codes; 1 if absent. */
            count?: number;
            key?: components["schemas"]["RedemptionKey"];
            /** @description false if absent. */
            is_gift?: boolean;
            max_uses?: components["schemas"]["RedemptionUses"];
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
        /** @description A code of your choice, up to 32 letters, digits, - and _; only with count 1. Empty = generated. */
        RedemptionKey: string;
        /** @description 1 to 20 characters. */
        RedemptionName: string;
        /**
         * @description The result for the codes with one name.
         * @example {
         *       "outcome": "created",
         *       "created": 300,
         *       "count": 300,
         *       "owner": "infra/prod",
         *       "code": "",
         *       "message": "",
         *       "field": ""
         *     }
         */
        RedemptionOutcome: {
            outcome: components["schemas"]["Outcome"];
            /** @description Number of codes created. */
            created: number;
            /** @description Number of codes with this name now; 0 if they were refused. */
            count: number;
            owner: components["schemas"]["OutcomeOwner"];
            code: components["schemas"]["OutcomeCode"];
            message: components["schemas"]["OutcomeMessage"];
            field: components["schemas"]["OutcomeField"];
        };
        /** @description Quota units. */
        RedemptionQuota: number;
        /**
         * @description Codes with one name.
         * @example {
         *       "name": "welcome",
         *       "quota": 100000,
         *       "count": 300
         *     }
         */
        RedemptionSet: {
            name: components["schemas"]["RedemptionName"];
            quota: components["schemas"]["RedemptionQuota"];
            /** @description How many codes there should be. */
            count: number;
            key?: components["schemas"]["RedemptionKey"];
            /** @description false if absent. */
            is_gift?: boolean;
            max_uses?: components["schemas"]["RedemptionUses"];
            valid_from?: components["schemas"]["RedemptionTime"];
            valid_until?: components["schemas"]["RedemptionTime"];
        };
        /**
         * @description How many codes are in each state, and what they are worth.
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
            /** @description Codes that can be redeemed now or later. */
            unused: number;
            /** @description Unused codes that have expired. */
            expired: number;
            /** @description Codes with status 2. */
            disabled: number;
            /** @description Codes with status 3. */
            used: number;
            /** @description Unused gift codes with unlimited uses. */
            unlimited: number;
            /** @description The quota that unused codes can still add, in quota units as decimal text, not counting unlimited ones. */
            outstanding_quota_exact: string;
            /** @description The quota that codes have added so far, including deleted ones, in quota units as decimal text. */
            redeemed_quota_exact: string;
            /** @description How many times codes were redeemed, including deleted ones. */
            redemptions: number;
        };
        /** @description Unix seconds; 0 or null = not set. */
        RedemptionTime: number | null;
        /**
         * @description Name, quota and validity of a code with status 1. Key, kind and uses never change; you can send back read-only fields of a response.
         * @example {
         *       "id": 3,
         *       "name": "welcome-2",
         *       "quota": 200000
         *     }
         */
        RedemptionUpdate: {
            /** @description The code to change. */
            id: number;
            /**
             * @description 1 enables, 2 disables; used only with status_only=true.
             * @enum {integer}
             */
            status?: 1 | 2 | 3;
            name?: components["schemas"]["RedemptionName"];
            quota?: components["schemas"]["RedemptionQuota"];
            valid_from?: components["schemas"]["RedemptionTime"];
            valid_until?: components["schemas"]["RedemptionTime"];
            before?: components["schemas"]["RedemptionBefore"];
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
        /** @description Only for gift codes; -1, 0, null or absent = unlimited. */
        RedemptionUses: number | null;
        /**
         * @description Which codes there should be.
         * @example {
         *       "owner": "infra/prod",
         *       "sets": [
         *         {
         *           "name": "welcome",
         *           "quota": 100000,
         *           "count": 300
         *         }
         *       ]
         *     }
         */
        RedemptionsFill: {
            owner?: components["schemas"]["OwnerLabel"];
            /** @description The codes, by name; no name twice. */
            sets: components["schemas"]["RedemptionSet"][];
        };
        /**
         * @description How much to refund, and why.
         * @example {
         *       "note": "paid twice"
         *     }
         */
        RefundRequest: {
            /** @description Decimal text in the order's currency, such as 10.00. Absent = all that has not been refunded yet. */
            money?: string;
            /** @description The reason, for the audit trail. */
            note?: string;
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
            /** @description Username, 1 to 12 characters. Case and width make no difference to whether it is taken. */
            username: string;
            /** @description 8 to 20 characters. */
            password: string;
            /** @description The password again; if sent, it must match. */
            password2?: string;
            /** @description Address that received the code, if the status says email_verification; otherwise ignored. */
            email?: string;
            /** @description The code from the email. */
            verification_code?: string;
            /** @description Ignored: WeChat sign-up has its own call. */
            wechat_verification_code?: string;
            /** @description Invite code of another user. */
            aff_code?: string;
        };
        /**
         * @description A release from the feed.
         * @example {
         *       "tag_name": "v0.2.0",
         *       "body": "Faster lists.",
         *       "is_newer": true
         *     }
         */
        Release: {
            /** @description Version, with or without a leading v. */
            tag_name: string;
            /** @description Release notes, in Markdown. */
            body: string;
            /** @description Whether it differs from the running version. */
            is_newer: boolean;
        };
        /**
         * @description The new name.
         * @example {
         *       "name": "Work laptop"
         *     }
         */
        RenamePasskeyRequest: {
            /** @description Name of the passkey. */
            name: string;
        };
        /**
         * @description The values from the link in the email.
         * @example {
         *       "email": "alice@example.com",
         *       "token": "5f0c2d8e9b7a41c6a3d4e5f60718293a"
         *     }
         */
        ResetPasswordRequest: {
            /** @description Address that received the email, in upper or lower case. */
            email: string;
            /** @description Valid for ten minutes and one use. */
            token: string;
            /** @description True = a new password leaves named access tokens valid. By default it revokes them. */
            keep_access_tokens?: boolean;
        };
        /**
         * @description 1 user, 10 administrator, 100 super administrator.
         * @enum {integer}
         */
        Role: 1 | 10 | 100;
        /**
         * @description Permissions of a token: `*` for everything, `*:read` for all reads, or a noun with read or write, such as `channels:write`. write includes read. `keys:show` shows API keys and redemption codes in clear, which no other scope but `*` does. A token never allows more than its user's role.
         * @example channels:write
         */
        Scope: string;
        /**
         * @description totp = a code from an authenticator app, recovery_code = one of ten codes that are good once, passkey = a passkey.
         * @enum {string}
         */
        SecondFactorMethod: "totp" | "recovery_code" | "passkey";
        /**
         * @description The second factors of your account.
         * @example {
         *       "methods": [
         *         "totp",
         *         "recovery_code"
         *       ],
         *       "recovery_codes": 9,
         *       "is_demanded": false,
         *       "proof_methods": [
         *         "password",
         *         "totp",
         *         "recovery_code"
         *       ]
         *     }
         */
        SecondFactorState: {
            /** @description The second factors that sign-in accepts, after the password or the provider; empty = none are needed. */
            methods: components["schemas"]["SecondFactorMethod"][];
            /** @description How many recovery codes are left. */
            recovery_codes: number;
            /** @description Whether the site demands a second factor of your account. */
            is_demanded: boolean;
            /** @description Ways to prove again who you are; empty = you must sign in again. */
            proof_methods: components["schemas"]["ProofMethod"][];
        };
        /**
         * @description The ticket and the choices for the second step of a sign-in.
         * @example {
         *       "ticket": "5qN1vJm0cYx2tBz8rKfWg3hPdLsEaUo7iVnQyXjTk4M",
         *       "methods": [
         *         "totp",
         *         "recovery_code"
         *       ],
         *       "expires_time": 1795000300
         *     }
         */
        SecondStep: {
            /** @description To send with the second factor. It opens one session, within five minutes and five attempts. */
            ticket: string;
            /** @description The second factors that the account may use. */
            methods: components["schemas"]["SecondFactorMethod"][];
            /** @description When the ticket ends; unix seconds. */
            expires_time: number;
        };
        /**
         * @description The ticket of the first step, and exactly one second factor.
         * @example {
         *       "ticket": "5qN1vJm0cYx2tBz8rKfWg3hPdLsEaUo7iVnQyXjTk4M",
         *       "code": "492039"
         *     }
         */
        SecondStepRequest: {
            /** @description The ticket of the first step. */
            ticket: string;
            /** @description Six digits from the authenticator app. */
            code?: string;
            /** @description A recovery code, in upper or lower case. */
            recovery_code?: string;
            passkey?: components["schemas"]["PasskeyAnswer"];
        };
        /** @description IDs of the selected rows. */
        Selection: number[];
        /**
         * @description One sign-in of your account.
         * @example {
         *       "id": "5f1d2c9a0b7e4d38",
         *       "device": "Firefox, Linux",
         *       "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
         *       "ip": "198.51.100.7",
         *       "created_time": 1795000000,
         *       "last_used_time": 1795003600,
         *       "expires_time": 1797592000,
         *       "is_current": true
         *     }
         */
        Session: {
            /** @description ID of the session; it is of no use for signing in. */
            id: string;
            /** @description Browser and system, as the client describes itself; empty if it does not. */
            device: string;
            /** @description The User-Agent that the client sent. */
            user_agent: string;
            /** @description Address that signed in. */
            ip: string;
            /** @description When it began; unix seconds. */
            created_time: number;
            /** @description When it was last used; unix seconds, to the minute. */
            last_used_time: number;
            /** @description When it ends by itself; unix seconds. */
            expires_time: number;
            /** @description True for the session that the call comes with. */
            is_current: boolean;
        };
        /**
         * @description One entry to write, remove, or reset to its built-in value.
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
            /** @description Its new value, in the form used by the list; null removes it, absent restores the built-in one. */
            value?: string | null;
            /** @description The value that the caller last saw; null = it did not exist. Absent = write it regardless. */
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
            /** @description Its new value as text; booleans are true or false, tables are JSON text. */
            value: string;
            /** @description The text that the caller last saw; if it has changed since, nothing is changed. Not for secrets. */
            before?: string;
        };
        /**
         * @description Objects to label.
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
            /** @description The items. */
            objects: components["schemas"]["OwnedObject"][];
            /** @description Whether to replace another label; false if absent. */
            take_over?: boolean;
        };
        /**
         * @description The super administrator to create, and how the site will be used.
         * @example {
         *       "username": "root",
         *       "password": "correct-horse",
         *       "confirmPassword": "correct-horse",
         *       "usageMode": "external"
         *     }
         */
        SetupRequest: {
            /** @description The set-up code that the server prints when it starts. Required while code_required is true. */
            code?: string;
            /** @description Username of the super administrator, 1 to 12 characters. Required while root_init is false. */
            username?: string;
            /** @description 8 to 20 characters. Required while root_init is false. */
            password?: string;
            /** @description The password again. */
            confirmPassword?: string;
            /**
             * @description external sells to others, self is for your own use, demo refuses changes. Takes precedence over the two flags, which must not contradict it.
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
         *       "database_type": "sqlite",
         *       "code_required": false
         *     }
         */
        SetupState: {
            /** @description True once setup is complete. */
            status: boolean;
            /** @description True when a super administrator exists. */
            root_init: boolean;
            /**
             * @description Where data is stored.
             * @enum {string}
             */
            database_type: "sqlite" | "postgres";
            /** @description True when setting up from where you call needs the set-up code. */
            code_required: boolean;
        };
        /** @description The account, if a session was opened. If the account has a second factor: what the second step needs. */
        SignIn: components["schemas"]["UserSummary"] | components["schemas"]["SignInPending"];
        /** @description The sign-in waits for its second step. */
        SignInPending: {
            second_factor: components["schemas"]["SecondStep"];
        };
        /**
         * @description The code, and the verifier whose challenge it was made for.
         * @example {
         *       "code": "4Yj0qk0nQxqk4mJ7h2fVq1m8wT3bR9sZ",
         *       "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
         *     }
         */
        SignInTerminalRequest: {
            /** @description The code that the browser got. */
            code: string;
            /** @description The PKCE code verifier of the terminal. */
            verifier: string;
        };
        /**
         * @description The terminal's access token and its account.
         * @example {
         *       "token": {
         *         "id": 3,
         *         "name": "terminal laptop 5f1d2c9a",
         *         "token": "at_4Yj0qk0nQxqk4mJ7h2fVq1m8wT3bR9sZ",
         *         "scopes": [
         *           "*"
         *         ],
         *         "expires_time": -1
         *       },
         *       "user": {
         *         "id": 5,
         *         "username": "alice",
         *         "display_name": "Alice",
         *         "role": 1,
         *         "status": 1,
         *         "group": "default"
         *       }
         *     }
         */
        SignedInTerminal: {
            token: components["schemas"]["NewAccessToken"];
            user: components["schemas"]["UserSummary"];
        };
        /** @description Public information about this site. No secrets. */
        Status: {
            /**
             * @description Version of the running daemon.
             * @example 0.1.0
             */
            version: string;
            /**
             * @description When the daemon started, in unix seconds.
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
             * @description URL of the logo; /logo.png if none is set.
             * @example /logo.png
             */
            logo: string;
            /**
             * @description Markup of the footer; empty = the built-in footer.
             * @example
             */
            footer_html: string;
            /**
             * @description Public URL of the site, without a trailing slash; may be empty.
             * @example https://gw.example.com
             */
            server_address: string;
            /**
             * @description URL of the documentation; empty = no link.
             * @example
             */
            docs_link: string;
            /**
             * @description Where to buy redemption codes; empty = no button.
             * @example
             */
            top_up_link: string;
            /**
             * @description First link of the chat menu; empty if there is none.
             * @example
             */
            chat_link: string;
            /**
             * @description Quota units per dollar.
             * @example 500000
             */
            quota_per_unit: number;
            /**
             * @description Whether money is shown in dollars instead of quota units.
             * @example true
             */
            display_in_currency: boolean;
            /**
             * @description Price of one dollar of top-up, in the payment currency.
             * @example 7.3
             */
            price: number;
            /**
             * @description Minimum top-up in dollars.
             * @example 1
             */
            min_topup: number;
            /**
             * @description Whether online payment is configured.
             * @example false
             */
            enable_online_topup: boolean;
            /**
             * @description Ways to pay online; empty if online payment is not configured.
             * @example [
             *       {
             *         "name": "zfb",
             *         "provider": "epay",
             *         "currency": "CNY"
             *       }
             *     ]
             */
            topup_methods: components["schemas"]["PaymentMethod"][];
            /**
             * @description Whether the drawing log is shown.
             * @example true
             */
            enable_drawing: boolean;
            /**
             * @description Whether the task log is shown.
             * @example true
             */
            enable_task: boolean;
            /**
             * @description Whether the dashboard is shown.
             * @example true
             */
            enable_data_export: boolean;
            /**
             * @description How often an open dashboard reads its figures again. Minutes.
             * @example 5
             */
            data_export_interval: number;
            /**
             * @description Initial granularity of the dashboard: hour, day or week.
             * @example hour
             */
            data_export_default_time: string;
            /**
             * @description Whether the sidebar starts collapsed.
             * @example false
             */
            default_collapse_sidebar: boolean;
            /**
             * @description Whether callbacks of drawing clients are forwarded.
             * @example false
             */
            mj_notify_enabled: boolean;
            /**
             * @description Whether requests and answers are stored in the log.
             * @example false
             */
            log_chat_content_enabled: boolean;
            /**
             * @description Whether the site is in self-use mode.
             * @example false
             */
            self_use_mode_enabled: boolean;
            /**
             * @description Whether keys of API tokens are shown only when they are made.
             * @example false
             */
            token_keys_shown_once: boolean;
            /**
             * @description Whether the site is a demo that refuses changes.
             * @example false
             */
            demo_site_enabled: boolean;
            /**
             * @description Whether invitations are rewarded.
             * @example true
             */
            aff_enabled: boolean;
            /**
             * @description Whether the daily check-in is on.
             * @example false
             */
            check_in_enabled: boolean;
            /**
             * @description Whether users can sign in with a password.
             * @example true
             */
            password_login_enabled: boolean;
            /**
             * @description Whether users can sign in with a passkey.
             * @example true
             */
            passkey_login_enabled: boolean;
            /**
             * @description Whether visitors can sign up.
             * @example true
             */
            register_enabled: boolean;
            /**
             * @description Whether visitors can sign up with name and password.
             * @example true
             */
            password_register_enabled: boolean;
            /**
             * @description Whether signing up requires a code sent by email.
             * @example false
             */
            email_verification: boolean;
            /**
             * @description Whether the site can send email. It can mail a link for a new password if server_address is set too.
             * @example false
             */
            mail_enabled: boolean;
            /**
             * @description Whether the human check is on.
             * @example false
             */
            turnstile_check: boolean;
            /**
             * @description Site key of the human check.
             * @example
             */
            turnstile_site_key: string;
            /**
             * @description Whether users can sign in with GitHub.
             * @example false
             */
            github_oauth: boolean;
            /**
             * @description Client ID for GitHub.
             * @example
             */
            github_client_id: string;
            /**
             * @description Whether users can sign in with OpenID Connect.
             * @example false
             */
            oidc_enabled: boolean;
            /**
             * @description Client ID for OpenID Connect.
             * @example
             */
            oidc_client_id: string;
            /**
             * @description Authorization endpoint, where the browser is sent to sign in.
             * @example
             */
            oidc_authorization_endpoint: string;
            /**
             * @description Whether users can sign in with Linux DO.
             * @example false
             */
            linuxdo_oauth: boolean;
            /**
             * @description Client ID for Linux DO.
             * @example
             */
            linuxdo_client_id: string;
            /**
             * @description Minimum trust level at Linux DO, 0 to 4.
             * @example 0
             */
            linuxdo_minimum_trust_level: number;
            /**
             * @description Whether users can sign in with WeChat.
             * @example false
             */
            wechat_login: boolean;
            /**
             * @description URL of the QR code.
             * @example
             */
            wechat_qrcode: string;
            /**
             * @description Whether users can sign in with Telegram.
             * @example false
             */
            telegram_oauth: boolean;
            /**
             * @description Name of the Telegram bot.
             * @example
             */
            telegram_bot_name: string;
            /**
             * @description Chat menu: one name and link per entry; links contain {address} and {key}.
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
         * @description A music or video task. Only administrators get username and channel fields.
         * @example {
         *       "id": 32,
         *       "created_at": 1795160000,
         *       "updated_at": 1795160058,
         *       "task_id": "5f0c8a52-be1d-4c77-88e2-a1f6054b9d3e",
         *       "platform": "suno",
         *       "user_id": 2,
         *       "quota": 50000,
         *       "quota_exact": "50000",
         *       "action": "MUSIC",
         *       "status": "SUCCESS",
         *       "fail_reason": "",
         *       "submit_time": 1795160000,
         *       "start_time": 1795160001,
         *       "finish_time": 1795160058,
         *       "progress": "100%",
         *       "properties": {
         *         "input": "a song of the sea",
         *         "model": "suno_music"
         *       },
         *       "media": [
         *         {
         *           "kind": "audio",
         *           "part": 0,
         *           "url": "/pg/tasks/32/content?kind=audio&part=0&user=2&until=1795165200&sign=3f6a"
         *         }
         *       ],
         *       "data": [
         *         {
         *           "id": "clip-1",
         *           "audio_url": "https://cdn.example.com/1.mp3"
         *         }
         *       ]
         *     }
         */
        TaskRow: {
            /** @description ID of the row; increases over time. */
            id: number;
            /** @description Unix seconds. */
            created_at: number;
            /** @description Time of the last change in unix seconds. */
            updated_at: number;
            /** @description ID of the task; empty if the upstream did not accept it. */
            task_id: string;
            /**
             * @description Kind of API it was submitted to.
             * @enum {string}
             */
            platform: "midjourney" | "suno" | "video";
            /** @description ID of the user. */
            user_id: number;
            /** @description Name of the user. */
            username?: string;
            /** @description ID of the channel. */
            channel_id?: number;
            /** @description Name of the channel; empty if it was deleted. */
            channel_name?: string;
            /** @description Quota units charged for it. A failed task gets them back. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description The action, in capitals, such as MUSIC. */
            action: string;
            status: components["schemas"]["TaskStatus"];
            /** @description Why the task failed; empty = it did not. */
            fail_reason: string;
            /** @description Unix seconds. */
            submit_time: number;
            /** @description Unix seconds; 0 = not started. */
            start_time: number;
            /** @description Unix seconds; 0 = not finished. */
            finish_time: number;
            /**
             * @description Per cent
             * @example 30%
             */
            progress: string;
            /** @description The request of the task. */
            properties: {
                /** @description The prompt as it was submitted. */
                input: string;
                /** @description Model name as the client sent it. */
                model: string;
            };
            /** @description The media of a finished task that can be played. */
            media: {
                /**
                 * @description The kind of media.
                 * @enum {string}
                 */
                kind: "video" | "audio";
                /** @description Which clip of `data` it belongs to, from 0; 0 for videos. */
                part: number;
                /** @description Path on this server. It takes ranges, works for the caller's account for one to two hours, and saves the file with `download=1` added. */
                url: string;
            }[];
            /** @description What the upstream says about the result. suno: clips or lyrics; video: length, size and error; midjourney: the picture. null = nothing yet. */
            data: unknown;
        };
        /**
         * @description How far the task is. Empty: being submitted. MODAL: waits for the client's next step. SUCCESS and FAILURE are final.
         * @enum {string}
         */
        TaskStatus: "" | "NOT_START" | "SUBMITTED" | "QUEUED" | "IN_PROGRESS" | "MODAL" | "UNKNOWN" | "SUCCESS" | "FAILURE";
        /**
         * @description The code that the terminal exchanges for its access token.
         * @example {
         *       "code": "4Yj0qk0nQxqk4mJ7h2fVq1m8wT3bR9sZ",
         *       "expires_time": 1795000120
         *     }
         */
        TerminalCode: {
            /** @description The code; it is not shown again. */
            code: string;
            /** @description When it ends; unix seconds. */
            expires_time: number;
        };
        /**
         * @description Where to send the email.
         * @example {
         *       "to": "admin@example.com"
         *     }
         */
        TestMailRequest: {
            /** @description An email address that the caller can read. */
            to: string;
        };
        /**
         * @description Where to send the message.
         * @example {
         *       "url": "https://hooks.example.com/tollgate"
         *     }
         */
        TestWebhookRequest: {
            /** @description URL that begins with https://. */
            url: string;
            /** @description Sent as the bearer credential; empty or absent = none. */
            secret?: string;
        };
        /**
         * @description A credential for model calls; only its owner can see it.
         * @example {
         *       "id": 7,
         *       "user_id": 1,
         *       "name": "ci",
         *       "key": "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7dEf0hIj3kLm6n",
         *       "key_masked": false,
         *       "former_key_until": 0,
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
         *       "model_fallbacks": {
         *         "gpt-4o": [
         *           "claude-sonnet-4-5",
         *           "gemini-2.5-pro"
         *         ]
         *       },
         *       "allow_ips": "",
         *       "group": "",
         *       "rate_limit_enabled": false,
         *       "rate_limit_period": 60,
         *       "rate_limit_count": 1000,
         *       "rate_limit_success": 10,
         *       "tokens_per_minute": 0,
         *       "budget_period": "day",
         *       "budget_quota": 50000,
         *       "budget_used_quota": 1200,
         *       "budget_used_quota_exact": "1200.5",
         *       "budget_held_quota": 0,
         *       "budget_held_quota_exact": "0",
         *       "budget_renews_time": 1795219200
         *     }
         */
        Token: {
            /** @description ID of the token. */
            id: number;
            /** @description ID of its owner. */
            user_id: number;
            /** @description Display name. */
            name: string;
            /** @description 48 characters; clients put sk- before it. Masked for access tokens without the scope keys:show, and for everybody if the site shows keys only once, except in the response that creates or rotates it. */
            key: string;
            /** @description Whether only both ends of the key are shown. */
            key_masked: boolean;
            /** @description Unix seconds until which the key from before the last rotation works; 0 = it does not. */
            former_key_until: number;
            /** @description 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
            status: number;
            /** @description Quota units it can still spend, minus those held for running calls. */
            remain_quota: number;
            /** @description The exact amount, as decimal text. */
            remain_quota_exact: string;
            /** @description Quota units charged to it. */
            used_quota: number;
            /** @description The exact amount, as decimal text. */
            used_quota_exact: string;
            /** @description Quota units held by running requests. */
            held_quota: number;
            /** @description The exact amount, as decimal text. */
            held_quota_exact: string;
            /** @description True if only the account's balance limits it. */
            unlimited_quota: boolean;
            /** @description Unix seconds; -1 = never. */
            expired_time: number;
            /** @description Unix seconds. */
            created_time: number;
            /** @description Time of the last charge in unix seconds; until then, the time of creation. */
            accessed_time: number;
            /** @description Whether it may call only the models in model_limits. */
            model_limits_enabled: boolean;
            /** @description Comma-separated model names as clients write them. */
            model_limits: string;
            model_fallbacks: components["schemas"]["TokenFallbacks"];
            /** @description IP addresses and ranges, one per line; empty = any. */
            allow_ips: string;
            /** @description Group used to route and price its calls; empty = the account's group. */
            group: string;
            /** @description Whether the three limits below apply. */
            rate_limit_enabled: boolean;
            /** @description Length of the window in seconds. */
            rate_limit_period: number;
            /** @description Requests per window, including failures; 0 = unlimited. */
            rate_limit_count: number;
            /** @description Successful requests per window; 0 = unlimited. */
            rate_limit_success: number;
            /** @description Tokens of prompts and answers in any 60 seconds, beside the other limits; 0 = unlimited. */
            tokens_per_minute: number;
            budget_period: components["schemas"]["TokenBudgetPeriod"];
            /** @description Quota units it may spend in each period, beside its total; 0 without one. */
            budget_quota: number;
            /** @description Quota units charged to it in the running period. */
            budget_used_quota: number;
            /** @description The exact amount, as decimal text. */
            budget_used_quota_exact: string;
            /** @description Quota units held by requests of the running period. */
            budget_held_quota: number;
            /** @description The exact amount, as decimal text. */
            budget_held_quota_exact: string;
            /** @description Unix seconds at which the next period begins; 0 without one. */
            budget_renews_time: number;
        };
        /**
         * @description What the caller last saw in the fields that the call changes. If one of them has a third value by now, the call is refused
         *     with 409 `revision_moved` and nothing changes.
         * @example {
         *       "name": "ci"
         *     }
         */
        TokenBefore: {
            name?: components["schemas"]["TokenName"];
            /** @description True if only the account's balance limits it. */
            unlimited_quota?: boolean;
            expired_time?: components["schemas"]["TokenExpiry"];
            /** @description Whether it may call only the models in model_limits. */
            model_limits_enabled?: boolean;
            model_limits?: components["schemas"]["TokenList"];
            model_fallbacks?: components["schemas"]["TokenFallbacks"];
            allow_ips?: components["schemas"]["TokenList"];
            /** @description One of your usable groups; empty = the account's group. */
            group?: string;
            /** @description Whether the three limits below apply. */
            rate_limit_enabled?: boolean;
            rate_limit_period?: components["schemas"]["TokenPeriod"];
            rate_limit_count?: components["schemas"]["TokenRateCount"];
            rate_limit_success?: components["schemas"]["TokenRateCount"];
            tokens_per_minute?: components["schemas"]["TokensPerMinute"];
            budget_period?: components["schemas"]["TokenBudgetPeriod"];
            budget_quota?: components["schemas"]["TokenBudgetQuota"];
        };
        /**
         * @description How often its budget renews; none = it has no such budget. Periods begin at midnight in the site's time zone
         *     (CheckInTimeZone), weeks on Monday. Unspent budget does not carry over.
         * @enum {string}
         */
        TokenBudgetPeriod: "none" | "day" | "week" | "month";
        /** @description Quota units it may spend in each period; at least 1 with one. */
        TokenBudgetQuota: number;
        /**
         * @description A new token. Read-only fields of a response are ignored.
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
            /** @description false if absent. */
            unlimited_quota?: boolean;
            expired_time?: components["schemas"]["TokenExpiry"];
            /** @description false if absent. */
            model_limits_enabled?: boolean;
            model_limits?: components["schemas"]["TokenList"];
            model_fallbacks?: components["schemas"]["TokenFallbacks"];
            allow_ips?: components["schemas"]["TokenList"];
            /** @description One of your usable groups; empty = the account's group. */
            group?: string;
            /** @description false if absent. */
            rate_limit_enabled?: boolean;
            rate_limit_period?: components["schemas"]["TokenPeriod"];
            rate_limit_count?: components["schemas"]["TokenRateCount"];
            rate_limit_success?: components["schemas"]["TokenRateCount"];
            tokens_per_minute?: components["schemas"]["TokensPerMinute"];
            budget_period?: components["schemas"]["TokenBudgetPeriod"];
            budget_quota?: components["schemas"]["TokenBudgetQuota"];
            budget_used_quota?: components["schemas"]["Ignored"];
            budget_used_quota_exact?: components["schemas"]["Ignored"];
            budget_held_quota?: components["schemas"]["Ignored"];
            budget_held_quota_exact?: components["schemas"]["Ignored"];
            budget_renews_time?: components["schemas"]["Ignored"];
            id?: components["schemas"]["Ignored"];
            key?: components["schemas"]["Ignored"];
            key_masked?: components["schemas"]["Ignored"];
            former_key_until?: components["schemas"]["Ignored"];
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
         * @description By model, the models that are asked in this order when it gives no answer; * stands for every other model. A call
         *     costs what the model that answers costs. A request that names fallbacks itself does not use these, and those that
         *     the token may not call are passed over.
         */
        TokenFallbacks: {
            [key: string]: string[];
        };
        /**
         * @description The selected API tokens.
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
        /** @description A list; empty clears the field. */
        TokenList: string;
        /** @description 1 to 30 characters. */
        TokenName: string;
        /**
         * @description The result for one token of a call that creates several.
         * @example {
         *       "outcome": "exists",
         *       "id": 3,
         *       "key": "",
         *       "owner": "infra/prod",
         *       "code": "",
         *       "message": "",
         *       "field": ""
         *     }
         */
        TokenOutcome: {
            outcome: components["schemas"]["Outcome"];
            id: components["schemas"]["OutcomeId"];
            /** @description Key of a new token: 48 characters; empty otherwise. */
            key: string;
            owner: components["schemas"]["OutcomeOwner"];
            code: components["schemas"]["OutcomeCode"];
            message: components["schemas"]["OutcomeMessage"];
            field: components["schemas"]["OutcomeField"];
        };
        /** @description Seconds; 60 if absent. */
        TokenPeriod: number;
        /** @description Quota units. */
        TokenQuota: number;
        /** @description Requests; 0 = unlimited. If absent, 1000 requests and 10 successes. */
        TokenRateCount: number;
        /**
         * @description Absent fields are unchanged. A token with status 3 or 4 is enabled again if its new expiry or quota removes the
         *     reason. You can send back read-only fields of a response; key, owner and used quota never change.
         * @example {
         *       "id": 7,
         *       "remain_quota": 600000,
         *       "remain_quota_base": 500000
         *     }
         */
        TokenUpdate: {
            /** @description The token to change. */
            id: number;
            /**
             * @description 1 enables, 2 disables; 3 and 4 are accepted only if already set.
             * @enum {integer}
             */
            status?: 1 | 2 | 3 | 4;
            name?: components["schemas"]["TokenName"];
            remain_quota?: components["schemas"]["TokenQuota"];
            /** @description The remain_quota that the form was loaded with. If sent, only the difference is applied, so quota spent in the meantime stays spent. */
            remain_quota_base?: number;
            /** @description True if only the account's balance limits it. */
            unlimited_quota?: boolean;
            expired_time?: components["schemas"]["TokenExpiry"];
            /** @description Whether it may call only the models in model_limits. */
            model_limits_enabled?: boolean;
            model_limits?: components["schemas"]["TokenList"];
            model_fallbacks?: components["schemas"]["TokenFallbacks"];
            allow_ips?: components["schemas"]["TokenList"];
            /** @description One of your usable groups; empty = the account's group. */
            group?: string;
            /** @description Whether the three limits below apply. */
            rate_limit_enabled?: boolean;
            rate_limit_period?: components["schemas"]["TokenPeriod"];
            rate_limit_count?: components["schemas"]["TokenRateCount"];
            rate_limit_success?: components["schemas"]["TokenRateCount"];
            tokens_per_minute?: components["schemas"]["TokensPerMinute"];
            budget_period?: components["schemas"]["TokenBudgetPeriod"];
            budget_quota?: components["schemas"]["TokenBudgetQuota"];
            budget_used_quota?: components["schemas"]["Ignored"];
            budget_used_quota_exact?: components["schemas"]["Ignored"];
            budget_held_quota?: components["schemas"]["Ignored"];
            budget_held_quota_exact?: components["schemas"]["Ignored"];
            budget_renews_time?: components["schemas"]["Ignored"];
            /** @description As loaded. Without remain_quota_base, it shows how much was spent since the form was loaded. */
            used_quota_exact?: string;
            /** @description The value the form was loaded with; used like used_quota_exact. */
            held_quota_exact?: string;
            before?: components["schemas"]["TokenBefore"];
            key?: components["schemas"]["Ignored"];
            key_masked?: components["schemas"]["Ignored"];
            former_key_until?: components["schemas"]["Ignored"];
            user_id?: components["schemas"]["Ignored"];
            used_quota?: components["schemas"]["Ignored"];
            held_quota?: components["schemas"]["Ignored"];
            created_time?: components["schemas"]["Ignored"];
            accessed_time?: components["schemas"]["Ignored"];
            remain_quota_exact?: components["schemas"]["Ignored"];
        };
        /**
         * @description A token's spending and its remaining budget.
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
            /** @description Name of the API token. */
            name: string;
            /** @description Total quota units granted. */
            total_granted: number;
            /** @description Quota units charged. */
            total_used: number;
            /** @description Quota units left, minus those held for running calls. */
            total_available: number;
            /** @description Decimal text. */
            total_granted_exact: string;
            /** @description Decimal text. */
            total_used_exact: string;
            /** @description Decimal text. */
            total_available_exact: string;
            /** @description True if only the account's balance limits it. */
            unlimited_quota: boolean;
            /** @description Models it may call. */
            model_limits: {
                [key: string]: boolean;
            };
            /** @description Whether it may call only those. */
            model_limits_enabled: boolean;
            /** @description Unix seconds; 0 = never. */
            expires_at: number;
        };
        /**
         * @description New tokens.
         * @example {
         *       "owner": "infra/prod",
         *       "tokens": [
         *         {
         *           "name": "ci",
         *           "remain_quota": 500000
         *         }
         *       ]
         *     }
         */
        TokensCreate: {
            owner?: components["schemas"]["OwnerLabel"];
            /** @description The tokens. */
            tokens: components["schemas"]["TokenCreate"][];
        };
        /** @description Tokens of prompts and answers in any 60 seconds; 0 = unlimited. */
        TokensPerMinute: number;
        /**
         * @description Result of redeeming a code.
         * @example {
         *       "quota": 100000,
         *       "quota_exact": "100000",
         *       "is_gift": false
         *     }
         */
        Topup: {
            /** @description Quota units credited. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Whether it was a gift code. */
            is_gift: boolean;
        };
        /** @description Dollars if the site shows money in dollars (display_in_currency), otherwise quota units. */
        TopupAmount: number;
        /**
         * @description An order of online top-up.
         * @example {
         *       "trade_no": "3f0c9a52be1d4c7788e2a1f6054b9d3e",
         *       "user_id": 2,
         *       "username": "alice",
         *       "provider": "epay",
         *       "method": "zfb",
         *       "quota": 5000000,
         *       "quota_exact": "5000000",
         *       "money": "73.00",
         *       "currency": "CNY",
         *       "state": "paid",
         *       "is_late": false,
         *       "refunded_money": "0.00",
         *       "refunded_quota_exact": "0",
         *       "payment_ref": "2026112322001400000000001",
         *       "created_time": 1795160000,
         *       "expires_time": 1795167200,
         *       "paid_time": 1795160060,
         *       "refunded_time": 0
         *     }
         */
        TopupOrder: {
            /** @description Number of the order. */
            trade_no: string;
            /** @description ID of the user. */
            user_id: number;
            /** @description Name of the user. */
            username: string;
            /** @description Name of the payment provider, such as epay. */
            provider: string;
            /** @description Name of the payment method, such as zfb. */
            method: string;
            /** @description Quota units that are credited, rounded. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Amount to pay, as decimal text in the currency. */
            money: string;
            /** @description Currency, such as CNY. */
            currency: string;
            /**
             * @description expired: not paid in time. It is still credited if the payment comes. refunded: in full.
             * @enum {string}
             */
            state: "pending" | "paid" | "expired" | "refunded";
            /** @description Whether it was paid after it had expired. */
            is_late: boolean;
            /** @description The money that was returned to the payer, as decimal text. */
            refunded_money: string;
            /** @description The quota that was taken back, as decimal text. */
            refunded_quota_exact: string;
            /** @description The provider's number of the payment; empty until it is paid. */
            payment_ref: string;
            /** @description Unix seconds. */
            created_time: number;
            /** @description Unix seconds. */
            expires_time: number;
            /** @description Unix seconds; 0 = not paid. */
            paid_time: number;
            /** @description Time of the last refund in unix seconds; 0 = never. */
            refunded_time: number;
        };
        /**
         * @description How much to add.
         * @example {
         *       "amount": 10
         *     }
         */
        TopupQuoteRequest: {
            amount: components["schemas"]["TopupAmount"];
            payment_method?: components["schemas"]["PaymentMethodName"];
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
            /** @description The code; surrounding spaces are ignored. */
            key?: string;
        };
        /**
         * @description How many of your messages are unread.
         * @example {
         *       "unread_count": 3
         *     }
         */
        UnreadCount: {
            /** @description Messages that you have not opened. */
            unread_count: number;
        };
        /**
         * @description Changes to your own account. Absent fields and an empty password are unchanged.
         * @example {
         *       "display_name": "Alice",
         *       "password": "battery-staple",
         *       "original_password": "correct-horse"
         *     }
         */
        UpdateSelfRequest: {
            /** @description Username, 1 to 12 characters. Case and width make no difference to whether it is taken. */
            username?: string;
            /** @description Display name, at most 20 characters. */
            display_name?: string;
            /** @description New password, 8 to 20 characters. All other sessions and all access tokens end, also one that the call comes with. */
            password?: string;
            /** @description Current password; required to set a new one. */
            original_password?: string;
            /** @description True = a new password leaves named access tokens valid. By default it revokes them. */
            keep_access_tokens?: boolean;
        };
        /**
         * @description Changes to your personal settings. Absent fields are unchanged; null removes a value.
         * @example {
         *       "notify_type": "email",
         *       "quota_warning_threshold": 500000
         *     }
         */
        UpdateSettingRequest: {
            /**
             * @description How warnings are sent; by email by default.
             * @enum {string|null}
             */
            notify_type?: "email" | "webhook" | null;
            /** @description A warning is sent when the balance falls below this, in quota units; the site's default if not set. */
            quota_warning_threshold?: number | null;
            /** @description URL that warnings are posted to: https, at a public address. Empty removes it. */
            webhook_url?: string | null;
            /** @description Sent as the bearer credential; never shown again. Empty = unchanged, null removes it. */
            webhook_secret?: string | null;
            /** @description Email address for warnings. Empty removes it; the account's address is then used. */
            notification_email?: string | null;
            /** @description Whether to allow calls to models without a price, at ratio 37.5. */
            accept_unset_model_ratio_model?: boolean | null;
            /** @description Whether your log stores the IP address of the client. */
            show_ip_in_logs?: boolean | null;
        };
        /**
         * @description Changes to an account. Absent fields and an empty password are unchanged.
         * @example {
         *       "id": 7,
         *       "group": "vip",
         *       "quota": 600000,
         *       "quota_base": 500000
         *     }
         */
        UpdateUserRequest: {
            /** @description ID of the account. */
            id: number;
            /** @description Username, 1 to 12 characters. Case and width make no difference to whether it is taken. */
            username?: string;
            /** @description Display name, at most 20 characters. */
            display_name?: string;
            /** @description New password, 8 to 20 characters. All sessions and access tokens of the account end. */
            password?: string;
            /** @description Price group; must exist. */
            group?: string;
            /** @description Desired balance in quota units. Only the difference from quota_base is booked, so quota spent in the meantime stays spent. */
            quota?: number;
            /** @description The balance that the form was loaded with, in quota units. Absent = the value last shown to the caller, else the current one. */
            quota_base?: number;
            /** @description True = a new password leaves named access tokens valid. By default it revokes them. */
            keep_access_tokens?: boolean;
            before?: components["schemas"]["UserBefore"];
        };
        /**
         * @description A price group that users may choose.
         * @example {
         *       "desc": "Standard",
         *       "ratio": 1,
         *       "ratio_exact": "1",
         *       "is_listed": true
         *     }
         */
        UsableGroup: {
            /** @description Description of the group; empty if the site does not list it. */
            desc: string;
            /** @description Group ratio, which multiplies every price. */
            ratio: number;
            /** @description The exact amount, as decimal text. */
            ratio_exact?: string;
            /** @description Whether UserUsableGroups lists it. Otherwise it is the caller's own group, which is always included. */
            is_listed: boolean;
        };
        /**
         * @description Consumption in a period, compared with the period before.
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
            /** @description Unix seconds, the start of an hour. */
            from: number;
            /** @description End of the range in unix seconds, inclusive. */
            until: number;
            /** @description Start of the previous period in unix seconds; it has as many hours and ends at from. */
            before_from: number;
            /** @description Length of a bucket in seconds. */
            step: number;
            /** @description Whether failures are logged (LogErrorEnabled). If not, nothing is known about failed calls. */
            is_error_logged: boolean;
            /** @description False if the latencies cover only the newest 10000 calls. Failures are counted up to 50000 attempts. */
            is_complete: boolean;
            total: components["schemas"]["UsageTotals"];
            before: components["schemas"]["UsageTotals"];
            latency: components["schemas"]["LatencyBucket"];
            /** @description Buckets with calls, oldest first. */
            buckets: components["schemas"]["LatencyBucket"][];
        };
        /**
         * @description Consumption in a period.
         * @example {
         *       "requests": 3,
         *       "quota": 11250,
         *       "quota_exact": "11250",
         *       "tokens": 4500,
         *       "failed": 0
         *     }
         */
        UsageTotals: {
            /** @description Number of successful requests. */
            requests: number;
            /** @description Quota units charged. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Number of input and output tokens. */
            tokens: number;
            /** @description Calls that failed; 0 if failures are not logged. */
            failed: number;
        };
        /**
         * @description A user account, without its password.
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
            /** @description ID of the account. */
            id: number;
            /** @description Username. */
            username: string;
            /** @description Display name. */
            display_name: string;
            role: components["schemas"]["Role"];
            /** @description 1 enabled, 2 banned. */
            status: number;
            /** @description Bound email address; empty if none. */
            email: string;
            /** @description Bound GitHub account; empty if none. */
            github_id: string;
            /** @description Bound OpenID Connect subject; empty if none. */
            oidc_id: string;
            /** @description Bound WeChat account; empty if none. */
            wechat_id: string;
            /** @description Bound Telegram account; empty if none. */
            telegram_id: string;
            /** @description Bound Linux DO account; empty if none. */
            linux_do_id: string;
            /** @description Price group. */
            group: string;
            /** @description Quota units that can be spent now: the balance minus holds for running requests. */
            quota: number;
            /** @description The exact amount, as decimal text. */
            quota_exact: string;
            /** @description Quota units spent so far. */
            used_quota: number;
            /** @description The exact amount, as decimal text. */
            used_quota_exact: string;
            /** @description Quota units held by running requests. */
            held_quota: number;
            /** @description The exact amount, as decimal text. */
            held_quota_exact: string;
            /** @description Number of charged requests so far. */
            request_count: number;
            /** @description Invite code; empty until one is created. */
            aff_code: string;
            /** @description Number of accounts invited. */
            aff_count: number;
            /** @description Invitation earnings not yet transferred to the balance, in quota units. */
            aff_quota: number;
            /** @description The exact amount, as decimal text. */
            aff_quota_exact: string;
            /** @description All invitation earnings, in quota units. */
            aff_history_quota: number;
            /** @description The exact amount, as decimal text. */
            aff_history_quota_exact: string;
            /** @description ID of the account that invited this one; 0 = none. */
            inviter_id: number;
            /** @description Personal settings as JSON text, without their secret. */
            setting: string;
            /** @description Last check-in in unix seconds; 0 = never. */
            last_check_in_time: number;
            /** @description When the account was created, in unix seconds. */
            created_time: number;
            /** @description When the account was deactivated (RFC 3339); null while it is active. */
            DeletedAt: string | null;
        };
        /**
         * @description What the caller last saw in the fields that the call changes. If one of them has a third value by now, the call is refused
         *     with 409 `revision_moved` and nothing changes.
         * @example {
         *       "group": "default"
         *     }
         */
        UserBefore: {
            /** @description Username. */
            username?: string;
            /** @description Display name. */
            display_name?: string;
            /** @description Price group. */
            group?: string;
        };
        /**
         * @description Your personal settings; fields that were never saved are absent.
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
             * @description How warnings are sent.
             * @enum {string}
             */
            notify_type?: "email" | "webhook";
            /** @description A warning is sent when the balance falls below this, in quota units. */
            quota_warning_threshold?: number;
            /** @description URL that warnings are posted to. */
            webhook_url?: string;
            /** @description 16 hexadecimal digits that identify the secret without revealing it; absent if there is none. */
            webhook_secret_fingerprint?: string;
            /** @description Email address for warnings; absent = the account's address. */
            notification_email?: string;
            /** @description Whether to allow calls to models without a price, at ratio 37.5. */
            accept_unset_model_ratio_model?: boolean;
            /** @description Whether your log stores the IP address of the client. */
            show_ip_in_logs?: boolean;
            /**
             * @description Language of warnings: that of the last call that saved settings.
             * @enum {string}
             */
            language?: "zh" | "en";
        };
        /**
         * @description The account returned by sign-in.
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
            /** @description ID of the account. */
            id: number;
            /** @description Username. */
            username: string;
            /** @description Display name. */
            display_name: string;
            role: components["schemas"]["Role"];
            /** @description 1 enabled, 2 banned. */
            status: number;
            /** @description Price group. */
            group: string;
        };
        /** @description Headers in order; values that may be secrets are masked. */
        WireHeaders: {
            /** @description Header name in lower case. */
            name: string;
            /** @description Header value; *** = masked. */
            value: string;
        }[];
    };
    responses: never;
    parameters: {
        /** @description Only rows newer than this one, to follow the log. */
        AfterId: number;
        /** @description Only channels with this status. */
        ChannelStatusFilter: number;
        /** @description Only channels of this type. */
        ChannelTypeFilter: number;
        /** @description End in unix milliseconds, inclusive; 0 or absent = now. */
        EndMs: number;
        /** @description End in unix seconds, inclusive; 0 or absent = now. */
        EndTimestamp: number;
        /** @description `all` (the default), `charges` for what calls cost, or `bookings` for everything else. */
        EntriesOf: "all" | "charges" | "bookings";
        /** @description Without a resume ID: how many seconds of the past to send first. 0 or absent = only new events. */
        FeedBack: number;
        /**
         * @description ID of the object.
         * @example 7
         */
        Id: number;
        /** @description true: newest first; otherwise by priority, highest first. */
        IdSort: boolean;
        /**
         * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
         * @example deploy-1482-token
         */
        IdempotencyKey: string;
        /**
         * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
         * @example only
         */
        IdempotencyReplay: "only";
        /** @description Part of the name; a number also matches the ID. */
        Keyword: string;
        /** @description ID of a channel; empty or 0 = all. */
        LogChannel: string;
        /** @description true = only failed calls (rows of type 6), whatever `type` says. */
        LogErrors: boolean;
        /** @description Exact group name. */
        LogGroup: string;
        /** @description Model; % at the beginning or end matches anything. */
        LogModelName: string;
        /** @description Exact request ID (x-request-id). */
        LogRequestId: string;
        /** @description ID of a row: only this one, if the other filters let it through; 0 or absent = all. */
        LogRowId: number;
        /** @description Exact name of an API token. */
        LogTokenName: string;
        /** @description Row type; 0 or absent = all. */
        LogType: number;
        /** @description Exact username. */
        LogUsername: string;
        /** @description ID of a task. */
        MjId: string;
        /**
         * @description Code from the provider's redirect.
         * @example 4f9c2d17a0b8e36c
         */
        OauthCode: string;
        /**
         * @description The state from GET /api/oauth/state.
         * @example 8JdfX3mJq1Zz0c0P6sKQwA
         */
        OauthState: string;
        /** @description Page number, starting at 1; 0 also means the first page. */
        Page: number;
        /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
        PageSize: number;
        /** @description Name of the payment provider, such as epay. */
        Provider: string;
        /** @description Same as the header Last-Event-ID, for clients that cannot set it; the header takes precedence. */
        ResumeId: string;
        /** @description Resume ID: the `id` of the last event received. What was logged since then is sent first. */
        ResumeIdHeader: string;
        /**
         * @description ID of the session.
         * @example 5f1d2c9a0b7e4d38
         */
        SessionId: string;
        /** @description Alias of `page_size`. */
        Size: number;
        /** @description Start in unix milliseconds, inclusive; 0 or absent = no start. */
        StartMs: number;
        /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
        StartTimestamp: number;
        /** @description Only orders in this state. */
        State: "pending" | "paid" | "expired" | "refunded";
        /** @description true: pages count tags, with all channels of a tag together; a channel without a tag counts by itself. `total` counts tags and such channels. */
        TagMode: boolean;
        /** @description Action, such as MUSIC; empty = all. */
        TaskAction: string;
        /** @description ID of a channel; empty or 0 = all. */
        TaskChannel: string;
        /** @description ID of a task. */
        TaskId: string;
        /** @description true = only tasks that are still running. */
        TaskOpen: boolean;
        /** @description midjourney, suno or video, or several of them, separated by commas; empty = suno and video. */
        TaskPlatform: string;
        /** @description ID of a row: only this one; 0 or absent = all. */
        TaskRowId: number;
        /** @description Status, such as SUCCESS; empty = all. */
        TaskStatus: string;
        /**
         * @description When the person agreed, in unix seconds.
         * @example 1795335000
         */
        TelegramAuthDate: string;
        /**
         * @description As sent by Telegram.
         * @example Ada
         */
        TelegramFirstName: string;
        /**
         * @description Telegram's signature of its fields, in hex.
         * @example 9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de
         */
        TelegramHash: string;
        /**
         * @description ID of the Telegram account.
         * @example 208455103
         */
        TelegramId: string;
        /**
         * @description Language of the console; not signed by Telegram, ignored.
         * @example en
         */
        TelegramLang: string;
        /**
         * @description As sent by Telegram.
         * @example Byron
         */
        TelegramLastName: string;
        /**
         * @description As sent by Telegram.
         * @example https://t.me/i/userpic/320/ada.jpg
         */
        TelegramPhotoUrl: string;
        /**
         * @description As sent by Telegram.
         * @example ada
         */
        TelegramUsername: string;
        /** @description Number of the order. */
        TradeNo: string;
        /** @description Token of the human check, required if the status says turnstile_check. */
        Turnstile: string;
        /** @description Only accounts with this role. */
        UserRoleFilter: components["schemas"]["Role"];
        /** @description Only accounts in this state: enabled (may sign in and make calls), banned, or deactivated. */
        UserStatusFilter: "enabled" | "banned" | "deactivated";
        /**
         * @description Code that the official account sent.
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
                         * @description Markdown, HTML, or an https link to show in a frame.
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
    allowTerminal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllowTerminalRequest"];
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
                        data: components["schemas"]["TerminalCode"];
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                /** @description Part of the title or content, in upper or lower case. */
                keyword?: string;
                /**
                 * @description Sent at or after this time: an ISO 8601 date (that day in UTC), or date and time (in UTC if it has no offset).
                 * @example 2026-11-01
                 */
                start_date?: string;
                /**
                 * @description Sent at or before this time, in the same form as start_date; a date includes the whole day.
                 * @example 2026-11-30T23:59:59Z
                 */
                end_date?: string;
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
            };
            header?: never;
            path: {
                /**
                 * @description ID of the object.
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
                /** @description Read only the entries after the last checkpoint up to this ID, or all when there is none; checks that need all entries are skipped otherwise. A checkpoint is made every hour. */
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
                        /** @description The last finished one; null = none since the daemon started. */
                        data: {
                            /** @description Unix seconds. */
                            finished_time: number;
                            /**
                             * @description Result, as in the report.
                             * @enum {string}
                             */
                            state: "clean" | "violated" | "unknown";
                            /** @description Number of entries read. */
                            entries: number;
                            /** @description Duration in milliseconds. */
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Only changes by this user. */
                actor_id?: number;
                /** @description Only changes by the user with this name. */
                actor_name?: string;
                /** @description Only changes with this text in the object, the changed fields, or the name of the access token. */
                keyword?: string;
                /** @description Only this action, such as option.set. */
                action?: string;
                /** @description Only changes to this kind of object. */
                target_kind?: string;
                /** @description Only changes to this object. */
                target_id?: string;
                /** @description Start, in unix seconds. */
                start_timestamp?: number;
                /** @description End, in unix seconds. */
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description true: newest first; otherwise by priority, highest first. */
                id_sort?: components["parameters"]["IdSort"];
                /** @description true: pages count tags, with all channels of a tag together; a channel without a tag counts by itself. `total` counts tags and such channels. */
                tag_mode?: components["parameters"]["TagMode"];
                /** @description Only channels of this type. */
                type?: components["parameters"]["ChannelTypeFilter"];
                /** @description Only channels with this status. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of channels deleted. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of channels changed. */
                        data: number;
                    };
                };
            };
        };
    };
    createChannels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelsCreate"];
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
                        /** @description Outcomes, in the order of the request. */
                        data: components["schemas"]["BulkOutcome"][];
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of channels deleted. */
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
                        /** @description Model IDs as the upstream names them. */
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
                 * @description ID of the object.
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
                        /** @description Model IDs as the upstream names them. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of routes fixed; 0 on a healthy store. */
                        data: number;
                    };
                };
            };
        };
    };
    getChannelHealth: {
        parameters: {
            query?: {
                /** @description How many hours to cover, including the current one. */
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
                        /** @description The last finished run; null = none since the daemon started. */
                        data: {
                            /**
                             * @description Kind of the run.
                             * @enum {string}
                             */
                            kind: "test" | "balance";
                            /** @description Unix seconds. */
                            finished_time: number;
                            /** @description One result per channel, in the order of the run. */
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
                        /** @description Model names as clients send them, sorted. */
                        data: string[];
                    };
                };
            };
        };
    };
    planCall: {
        parameters: {
            query: {
                /** @description Model name as clients send it. */
                model: string;
                /** @description The price group of the call; if absent, the token's, or `default` without a token. */
                group?: string;
                /** @description A token of your own with which the call is made. */
                token_id?: number;
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
                        /** @description The current run; null = none. */
                        data: {
                            /**
                             * @description Kind of the run.
                             * @enum {string}
                             */
                            kind: "test" | "balance";
                            /** @description Number of channels finished. */
                            done: number;
                            /** @description Number of channels in total. */
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
                /** @description Part of the name; a number also matches the ID. */
                keyword?: components["parameters"]["Keyword"];
                /** @description Only channels that serve this group. */
                group?: string;
                /** @description Part of the name of a model that the channel serves. */
                model?: string;
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description true: newest first; otherwise by priority, highest first. */
                id_sort?: components["parameters"]["IdSort"];
                /** @description true: pages count tags, with all channels of a tag together; a channel without a tag counts by itself. `total` counts tags and such channels. */
                tag_mode?: components["parameters"]["TagMode"];
                /** @description Only channels of this type. */
                type?: components["parameters"]["ChannelTypeFilter"];
                /** @description Only channels with this status. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of channels changed. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of channels with the tag. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of channels with the tag. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                /** @description Model to test with; if absent, the channel's test model, else its first model. */
                model?: string;
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                        /** @description Duration in seconds, next to data because the console expects it there. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                        /** @description Every channel type, in the order used by pickers. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                         * @description The balance as stored.
                         * @example {
                         *       "balance": "41.20",
                         *       "currency": "USD"
                         *     }
                         */
                        data: {
                            /** @description Decimal text. */
                            balance: string;
                            /** @description Currency, such as USD or CNY. */
                            currency: string;
                        };
                        /** @description The balance, next to data because the console expects it there. */
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
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact username. */
                username?: components["parameters"]["LogUsername"];
                /** @description Accepted for old consoles, but ignored: `step` says how long a bucket is. */
                default_time?: string;
                /** @description Seconds of one bucket, counted from the beginning of the span; `created_at` is then the beginning of a bucket. Charts of days and weeks need no hours. Default: hours of the clock. */
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
                        /** @description Sorted by bucket, then model. */
                        data: components["schemas"]["HourlyStat"][];
                    };
                };
            };
        };
    };
    getUsageOverview: {
        parameters: {
            query?: {
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact username. */
                username?: components["parameters"]["LogUsername"];
                /** @description Length of a latency bucket in seconds. */
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
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Accepted for old consoles, but ignored: `step` says how long a bucket is. */
                default_time?: string;
                /** @description Seconds of one bucket, counted from the beginning of the span; `created_at` is then the beginning of a bucket. Charts of days and weeks need no hours. Default: hours of the clock. */
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
                        /** @description Sorted by bucket, then model. */
                        data: components["schemas"]["HourlyStat"][];
                    };
                };
            };
        };
    };
    getOwnUsageOverview: {
        parameters: {
            query?: {
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Length of a latency bucket in seconds. */
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
                /** @description Row type; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact username. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of an API token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or end matches anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description ID of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact group name. */
                group?: components["parameters"]["LogGroup"];
                /** @description true = only failed calls (rows of type 6), whatever `type` says. */
                errors?: components["parameters"]["LogErrors"];
                /** @description Without a resume ID: how many seconds of the past to send first. 0 or absent = only new events. */
                back?: components["parameters"]["FeedBack"];
                /** @description Same as the header Last-Event-ID, for clients that cannot set it; the header takes precedence. */
                last_event_id?: components["parameters"]["ResumeId"];
            };
            header?: {
                /** @description Resume ID: the `id` of the last event received. What was logged since then is sent first. */
                "Last-Event-ID"?: components["parameters"]["ResumeIdHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; `x-events` describes the `data` of each event. */
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
    getGroupUse: {
        parameters: {
            query: {
                /** @description Name of the group. */
                group: string;
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
                        data: components["schemas"]["GroupUse"];
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
                         * @description Markdown, HTML, or an https link to show in a frame.
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description ID of a row: only this one, if the other filters let it through; 0 or absent = all. */
                id?: components["parameters"]["LogRowId"];
                /** @description Row type; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact username. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of an API token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or end matches anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description ID of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact group name. */
                group?: components["parameters"]["LogGroup"];
                /** @description Exact request ID (x-request-id). */
                request_id?: components["parameters"]["LogRequestId"];
                /** @description Only rows newer than this one, to follow the log. */
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
                /** @description Unix seconds; rows before this time are deleted. */
                target_timestamp?: number;
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of rows deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    archiveLogs: {
        parameters: {
            query: {
                /** @description Unix seconds; only rows before this time. */
                before: number;
                /** @description Only rows newer than this one, to follow the log. */
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
                        /** @description Oldest first. */
                        data: components["schemas"]["LogRow"][];
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
                /** @description Request ID (x-request-id). */
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
                /** @description Beginning of the content, or a request ID; a digit also matches the type. */
                keyword?: string;
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description ID of a row: only this one, if the other filters let it through; 0 or absent = all. */
                id?: components["parameters"]["LogRowId"];
                /** @description Row type; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of an API token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or end matches anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact group name. */
                group?: components["parameters"]["LogGroup"];
                /** @description Exact request ID (x-request-id). */
                request_id?: components["parameters"]["LogRequestId"];
                /** @description Only rows newer than this one, to follow the log. */
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
                /** @description Beginning of the content, or a request ID; a digit also matches the type. */
                keyword?: string;
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                /** @description Row type; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of an API token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or end matches anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact group name. */
                group?: components["parameters"]["LogGroup"];
                /** @description Exact request ID (x-request-id). */
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
                /** @description Row type; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact name of an API token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or end matches anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description Exact group name. */
                group?: components["parameters"]["LogGroup"];
                /** @description Exact request ID (x-request-id). */
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
                /** @description Row type; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact username. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of an API token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or end matches anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description ID of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact group name. */
                group?: components["parameters"]["LogGroup"];
                /** @description Exact request ID (x-request-id). */
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
                /** @description Row type; 0 or absent = all. */
                type?: components["parameters"]["LogType"];
                /** @description Exact username. */
                username?: components["parameters"]["LogUsername"];
                /** @description Exact name of an API token. */
                token_name?: components["parameters"]["LogTokenName"];
                /** @description Model; % at the beginning or end matches anything. */
                model_name?: components["parameters"]["LogModelName"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
                /** @description ID of a channel; empty or 0 = all. */
                channel?: components["parameters"]["LogChannel"];
                /** @description Exact group name. */
                group?: components["parameters"]["LogGroup"];
                /** @description Exact request ID (x-request-id). */
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
    listDrawings: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description ID of a row: only this one; 0 or absent = all. */
                id?: components["parameters"]["TaskRowId"];
                /** @description ID of a channel; empty or 0 = all. */
                channel_id?: components["parameters"]["TaskChannel"];
                /** @description ID of a task. */
                mj_id?: components["parameters"]["MjId"];
                /** @description Status, such as SUCCESS; empty = all. */
                status?: components["parameters"]["TaskStatus"];
                /** @description Action, such as MUSIC; empty = all. */
                action?: components["parameters"]["TaskAction"];
                /** @description Start in unix milliseconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartMs"];
                /** @description End in unix milliseconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndMs"];
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
                            items: components["schemas"]["DrawingRow"][];
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
    listOwnDrawings: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description ID of a row: only this one; 0 or absent = all. */
                id?: components["parameters"]["TaskRowId"];
                /** @description ID of a task. */
                mj_id?: components["parameters"]["MjId"];
                /** @description Status, such as SUCCESS; empty = all. */
                status?: components["parameters"]["TaskStatus"];
                /** @description Action, such as MUSIC; empty = all. */
                action?: components["parameters"]["TaskAction"];
                /** @description Start in unix milliseconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartMs"];
                /** @description End in unix milliseconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndMs"];
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
                            items: components["schemas"]["DrawingRow"][];
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
                         * @description Markdown, HTML or empty. Sanitise it before showing it.
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
                 * @description Address that received the code.
                 * @example alice@example.com
                 */
                email?: string;
                /**
                 * @description The code from the email.
                 * @example 048213
                 */
                code?: string;
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description Code from the provider's redirect.
                 * @example 4f9c2d17a0b8e36c
                 */
                code: components["parameters"]["OauthCode"];
                /**
                 * @description The state from GET /api/oauth/state.
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
                        data: components["schemas"]["SignIn"];
                    };
                };
            };
        };
    };
    signInWithLinuxDo: {
        parameters: {
            query: {
                /**
                 * @description Code from the provider's redirect.
                 * @example 4f9c2d17a0b8e36c
                 */
                code: components["parameters"]["OauthCode"];
                /**
                 * @description The state from GET /api/oauth/state.
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
                        data: components["schemas"]["SignIn"];
                    };
                };
            };
        };
    };
    signInWithOidc: {
        parameters: {
            query: {
                /**
                 * @description Code from the provider's redirect.
                 * @example 4f9c2d17a0b8e36c
                 */
                code: components["parameters"]["OauthCode"];
                /**
                 * @description The state from GET /api/oauth/state.
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
                        data: components["schemas"]["SignIn"];
                    };
                };
            };
        };
    };
    createOauthState: {
        parameters: {
            query?: {
                /**
                 * @description Invite code to use if an account is created.
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
                         * @description Challenge of the proof key (RFC 7636, method S256) that belongs to this state.
                         * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                         */
                        code_challenge: string;
                        /**
                         * @description The nonce that the ID token must repeat.
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
                 * @description ID of the Telegram account.
                 * @example 208455103
                 */
                id: components["parameters"]["TelegramId"];
                /**
                 * @description As sent by Telegram.
                 * @example Ada
                 */
                first_name?: components["parameters"]["TelegramFirstName"];
                /**
                 * @description As sent by Telegram.
                 * @example Byron
                 */
                last_name?: components["parameters"]["TelegramLastName"];
                /**
                 * @description As sent by Telegram.
                 * @example ada
                 */
                username?: components["parameters"]["TelegramUsername"];
                /**
                 * @description As sent by Telegram.
                 * @example https://t.me/i/userpic/320/ada.jpg
                 */
                photo_url?: components["parameters"]["TelegramPhotoUrl"];
                /**
                 * @description When the person agreed, in unix seconds.
                 * @example 1795335000
                 */
                auth_date: components["parameters"]["TelegramAuthDate"];
                /**
                 * @description Telegram's signature of its fields, in hex.
                 * @example 9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de
                 */
                hash: components["parameters"]["TelegramHash"];
                /**
                 * @description Language of the console; not signed by Telegram, ignored.
                 * @example en
                 */
                lang?: components["parameters"]["TelegramLang"];
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description ID of the Telegram account.
                 * @example 208455103
                 */
                id: components["parameters"]["TelegramId"];
                /**
                 * @description As sent by Telegram.
                 * @example Ada
                 */
                first_name?: components["parameters"]["TelegramFirstName"];
                /**
                 * @description As sent by Telegram.
                 * @example Byron
                 */
                last_name?: components["parameters"]["TelegramLastName"];
                /**
                 * @description As sent by Telegram.
                 * @example ada
                 */
                username?: components["parameters"]["TelegramUsername"];
                /**
                 * @description As sent by Telegram.
                 * @example https://t.me/i/userpic/320/ada.jpg
                 */
                photo_url?: components["parameters"]["TelegramPhotoUrl"];
                /**
                 * @description When the person agreed, in unix seconds.
                 * @example 1795335000
                 */
                auth_date: components["parameters"]["TelegramAuthDate"];
                /**
                 * @description Telegram's signature of its fields, in hex.
                 * @example 9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de
                 */
                hash: components["parameters"]["TelegramHash"];
                /**
                 * @description Language of the console; not signed by Telegram, ignored.
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
                        data: components["schemas"]["SignIn"];
                    };
                };
            };
        };
    };
    signInWithWechat: {
        parameters: {
            query?: {
                /**
                 * @description Code that the official account sent.
                 * @example 482913
                 */
                code?: components["parameters"]["WechatCode"];
                /**
                 * @description The state from GET /api/oauth/state.
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
                        data: components["schemas"]["SignIn"];
                    };
                };
            };
        };
    };
    bindWechat: {
        parameters: {
            query?: {
                /**
                 * @description Code that the official account sent.
                 * @example 482913
                 */
                code?: components["parameters"]["WechatCode"];
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description All settings of this version. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description In the order of the request. */
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
                /** @description Comma-separated settings that are tables, such as GroupRatio and ModelRatio. */
                keys: string;
                /** @description Only the entry with this exact name. */
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
                        /** @description By setting in the requested order, then in the order of the table. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description The entries that changed, without those that already had the new value. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                /** @description Only objects with this label. */
                owner?: string;
                /** @description Only objects of this kind. */
                kind?: components["schemas"]["OwnedKind"];
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of objects whose label changed. */
                        data: number;
                    };
                };
            };
        };
    };
    removeOwner: {
        parameters: {
            query: {
                /** @description Kind of the object. */
                kind: components["schemas"]["OwnedKind"];
                /** @description The object. */
                ref: components["schemas"]["OwnedRef"];
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
    listPasskeys: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                            items: components["schemas"]["Passkey"][];
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
    createPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePasskeyRequest"];
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
                        data: components["schemas"]["NewPasskey"];
                    };
                };
            };
        };
    };
    beginPasskey: {
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
                        data: components["schemas"]["PasskeyCreationOptions"];
                    };
                };
            };
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
                 * @example 7
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamePasskeyRequest"];
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
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                        /** @description Models that an enabled channel serves to one of the caller's groups, sorted by name. */
                        data: components["schemas"]["PricingItem"][];
                        /** @description Price factor of each usable group, next to data because the console expects it there. */
                        group_ratio: {
                            [key: string]: number;
                        };
                        /** @description Usable groups with their descriptions, next to data because the console expects it there. */
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
                /** @description Source of the prices. */
                source: "built_in" | "flexible" | "openrouter" | "mixed" | "legacy";
                /** @description Comma-separated files to read: prompt, completion. Absent = all that the source has. */
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
                        /** @description Sorted by name. */
                        data: components["schemas"]["DefaultPrice"][];
                    };
                };
            };
        };
    };
    getModelPrice: {
        parameters: {
            query: {
                /** @description Model name as clients send it. */
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
                        /** @description Sorted by name. If channels price a model differently, the one without a price of its own counts. */
                        data: components["schemas"]["ModelPrice"][];
                    };
                };
            };
        };
    };
    listRedemptions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                /** @description true: only the status is written, whatever else the body contains. */
                status_only?: boolean;
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of codes disabled. */
                        data: number;
                    };
                };
            };
        };
    };
    fillRedemptions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedemptionsFill"];
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
                        /** @description Outcomes, in the order of the request. */
                        data: components["schemas"]["RedemptionOutcome"][];
                    };
                };
            };
        };
    };
    countRedemptionsByName: {
        parameters: {
            query?: {
                /** @description The exact name; surrounding spaces are ignored. */
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
                        /** @description Number of codes with that name. */
                        data: number;
                    };
                };
            };
        };
    };
    deleteRedemptionsByName: {
        parameters: {
            query?: {
                /** @description The exact name; surrounding spaces are ignored. */
                name?: string;
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of codes deleted. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of codes deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    searchRedemptions: {
        parameters: {
            query?: {
                /** @description Beginning of the name; a number also matches the ID. */
                keyword?: string;
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                /** @description Only codes with this exact name. */
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
            query?: {
                /** @description true: a session that must prove again who it is gets `proof_required` instead of a masked key. */
                show_key?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                /** @description Email address of the account, in upper or lower case. */
                email?: string;
                /** @description Token of the human check, required if the status says turnstile_check. */
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
    listSessions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                            items: components["schemas"]["Session"][];
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
    endSessions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        data: components["schemas"]["EndedSessions"];
                    };
                };
            };
        };
    };
    proveSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofRequest"];
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
    beginPasskeyProof: {
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
                        data: components["schemas"]["PasskeyRequestOptions"];
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the session.
                 * @example 5f1d2c9a0b7e4d38
                 */
                id: components["parameters"]["SessionId"];
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
    listTasks: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description ID of a row: only this one; 0 or absent = all. */
                id?: components["parameters"]["TaskRowId"];
                /** @description ID of a channel; empty or 0 = all. */
                channel_id?: components["parameters"]["TaskChannel"];
                /** @description midjourney, suno or video, or several of them, separated by commas; empty = suno and video. */
                platform?: components["parameters"]["TaskPlatform"];
                /** @description ID of a task. */
                task_id?: components["parameters"]["TaskId"];
                /** @description Status, such as SUCCESS; empty = all. */
                status?: components["parameters"]["TaskStatus"];
                /** @description Action, such as MUSIC; empty = all. */
                action?: components["parameters"]["TaskAction"];
                /** @description true = only tasks that are still running. */
                open?: components["parameters"]["TaskOpen"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
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
                            items: components["schemas"]["TaskRow"][];
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
    listOwnTasks: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description ID of a row: only this one; 0 or absent = all. */
                id?: components["parameters"]["TaskRowId"];
                /** @description midjourney, suno or video, or several of them, separated by commas; empty = suno and video. */
                platform?: components["parameters"]["TaskPlatform"];
                /** @description ID of a task. */
                task_id?: components["parameters"]["TaskId"];
                /** @description Status, such as SUCCESS; empty = all. */
                status?: components["parameters"]["TaskStatus"];
                /** @description Action, such as MUSIC; empty = all. */
                action?: components["parameters"]["TaskAction"];
                /** @description true = only tasks that are still running. */
                open?: components["parameters"]["TaskOpen"];
                /** @description Start in unix seconds, inclusive; 0 or absent = no start. */
                start_timestamp?: components["parameters"]["StartTimestamp"];
                /** @description End in unix seconds, inclusive; 0 or absent = now. */
                end_timestamp?: components["parameters"]["EndTimestamp"];
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
                            items: components["schemas"]["TaskRow"][];
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
    listTokens: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                /** @description true: only the status is written, whatever else the body contains. */
                status_only?: boolean;
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        /** @description Number of tokens deleted. */
                        data: number;
                    };
                };
            };
        };
    };
    createTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokensCreate"];
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
                        /** @description Outcomes, in the order of the request. */
                        data: components["schemas"]["TokenOutcome"][];
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
                /** @description Part of the key, with or without the prefix sk-; the whole key wherever keys are masked. */
                token?: string;
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
            query?: {
                /** @description true: a session that must prove again who it is gets `proof_required` instead of a masked key. */
                show_key?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
    endFormerKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
    rotateToken: {
        parameters: {
            query?: {
                /** @description How long the old key keeps working; 0 if absent, at most 30 days. */
                overlap_seconds?: number;
            };
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
    listTopups: {
        parameters: {
            query?: {
                /** @description Beginning of the order number, of the provider's number or of the username; a number also matches the user's ID. */
                keyword?: string;
                /** @description Only orders in this state. */
                state?: components["parameters"]["State"];
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                            items: components["schemas"]["TopupOrder"][];
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
    getTopup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the order. */
                trade_no: components["parameters"]["TradeNo"];
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
                        data: components["schemas"]["TopupOrder"];
                    };
                };
            };
        };
    };
    continuePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /** @description Number of the order. */
                trade_no: components["parameters"]["TradeNo"];
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
                        /** @description Fields of the form to submit to `url` by POST. Empty = open `url` as a link. */
                        data: {
                            [key: string]: string;
                        };
                        /** @description Address of the payment page. */
                        url: string;
                        /** @description Number of the order. */
                        trade_no: string;
                    };
                };
            };
        };
    };
    refundTopup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /** @description Number of the order. */
                trade_no: components["parameters"]["TradeNo"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundRequest"];
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
                        data: components["schemas"]["TopupOrder"];
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Only accounts with this role. */
                role?: components["parameters"]["UserRoleFilter"];
                /** @description Only accounts in this state: enabled (may sign in and make calls), banned, or deactivated. */
                status?: components["parameters"]["UserStatusFilter"];
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                         * @description Amount to pay, in the currency of the payment method.
                         * @example 73.00
                         */
                        data: string;
                        /** @description Currency of the amount, such as CNY. */
                        currency: string;
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                /** @description A key for this booking, chosen by the caller, 1 to 200 characters; the same key books only once. */
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
                        /** @description Group names mapped to their description and price. */
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
                /** @description Token of the human check, required if the status says turnstile_check. */
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
                        data: components["schemas"]["SignIn"];
                    };
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswerRequest"];
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
    beginPasskeySignIn: {
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
                        data: components["schemas"]["PasskeyRequestOptions"];
                    };
                };
            };
        };
    };
    signInWithSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondStepRequest"];
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
    beginPasskeySecondStep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySecondStepRequest"];
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
                        data: components["schemas"]["PasskeyRequestOptions"];
                    };
                };
            };
        };
    };
    signInTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInTerminalRequest"];
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
                        data: components["schemas"]["SignedInTerminal"];
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Only messages that you have not read. */
                unread?: boolean;
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
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
                        /** @description Model names as clients send them, sorted. */
                        data: string[];
                    };
                };
            };
        };
    };
    startPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentRequest"];
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
                        /** @description Fields of the form to submit to `url` by POST. Empty = open `url` as a link. */
                        data: {
                            [key: string]: string;
                        };
                        /** @description Address of the payment page. */
                        url: string;
                        /** @description Number of the order. */
                        trade_no: string;
                    };
                };
            };
        };
    };
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
    };
    register: {
        parameters: {
            query?: {
                /** @description Token of the human check, required if the status says turnstile_check. */
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
                        data: components["schemas"]["UserSummary"];
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
                         * @description The new password; it is shown only here.
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description Text to find. */
                keyword?: string;
                /** @description Only accounts in this price group. */
                group?: string;
                /** @description Only accounts with this role. */
                role?: components["parameters"]["UserRoleFilter"];
                /** @description Only accounts in this state: enabled (may sign in and make calls), banned, or deactivated. */
                status?: components["parameters"]["UserStatusFilter"];
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
    getSecondFactor: {
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
                        data: components["schemas"]["SecondFactorState"];
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
                size?: components["parameters"]["Size"];
                /** @description `all` (the default), `charges` for what calls cost, or `bookings` for everything else. */
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
                        /** @description Group names mapped to their description and price. */
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                         * @description The access token, for `Authorization: Bearer`.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
    listOwnTopups: {
        parameters: {
            query?: {
                /** @description Only orders in this state. */
                state?: components["parameters"]["State"];
                /** @description Page number, starting at 1; 0 also means the first page. */
                p?: components["parameters"]["Page"];
                /** @description Rows per page, at most 100; 10 if absent or 0. `size` means the same. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Alias of `page_size`. */
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
                            items: components["schemas"]["TopupOrder"][];
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
    beginTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
                        data: components["schemas"]["NewTotp"];
                    };
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
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
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotpRequest"];
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
                        data: components["schemas"]["RecoveryCodes"];
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
                 * @description ID of the object.
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
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
    removeUserSecondFactors: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key for this call, chosen by the caller and unique per user for a day. A repeated call with the same key, method, path and body does not run again but gets the first response, with the header `idempotency-replayed: true`. Only 2xx responses are kept: you may repeat a refused call.
                 * @example deploy-1482-token
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `only` = return the first response to this Idempotency-Key; if there is none, refuse with idempotency_unused instead of running the call.
                 * @example only
                 */
                "Idempotency-Replay"?: components["parameters"]["IdempotencyReplay"];
            };
            path: {
                /**
                 * @description ID of the object.
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
    takePaymentNoticeByGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the payment provider, such as epay. */
                provider: components["parameters"]["Provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider's word for "received". Anything else makes it send the notice again. */
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
    takePaymentNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the payment provider, such as epay. */
                provider: components["parameters"]["Provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider's word for "received". Anything else makes it send the notice again. */
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
    sendVerificationCode: {
        parameters: {
            query?: {
                /** @description Address to send the code to. */
                email?: string;
                /** @description Token of the human check, required if the status says turnstile_check. */
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
                        /** @description Total granted, in dollars, or in quota units if DisplayInCurrencyEnabled is off. */
                        soft_limit_usd: number;
                        /** @description Same as soft_limit_usd. */
                        hard_limit_usd: number;
                        /** @description Same as soft_limit_usd. */
                        system_hard_limit_usd: number;
                        /** @description Unix seconds; 0 = never expires. */
                        access_until: number;
                    };
                };
            };
            /** @description `code` is one of: token_disabled, token_invalid, token_missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: token_ip_forbidden, user_banned. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: too_many_requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: internal. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: setup_required, storage_unavailable. */
            503: {
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
                /** @description The day after the last one, YYYY-MM-DD in UTC. */
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
                        /** @description Cents, or hundredths of quota units if DisplayInCurrencyEnabled is off. */
                        total_usage: number;
                    };
                };
            };
            /** @description `code` is one of: invalid_request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: token_disabled, token_invalid, token_missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: token_ip_forbidden, user_banned. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: too_many_requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: internal. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFailure"];
                };
            };
            /** @description `code` is one of: setup_required, storage_unavailable. */
            503: {
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
            /** @description The process is alive. */
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
            /** @description Metrics in the text exposition format 0.0.4. */
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
            /** @description Ready. */
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
