// Made by scripts/generate-contract.ts from openapi/openapi.yaml. Do not edit.
export interface paths {
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What a write changed; the count of rows.
         * @example {
         *       "count": 3
         *     }
         */
        Change: {
            /** @description Rows changed. */
            count: number;
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
            /** @description What is wrong */
            message: string;
            /** @description Stable name of the error, the same in every language. */
            code: string;
            /** @description The field of the request that is to blame, where there is one. */
            field?: string;
            /** @description Set for internal errors: names the entry in the server log. */
            request_id?: string;
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
    };
    responses: never;
    parameters: {
        /**
         * @description Number of the object.
         * @example 7
         */
        Id: number;
        /** @description Page, from 1; 0 means the first page as well. */
        Page: number;
        /** @description Rows per page, 10 when absent or 0; never more than 100 are given. `size` is the same. */
        PageSize: number;
        /** @description Another name of `page_size`. */
        Size: number;
        /** @description Token of the human check, needed when the status says turnstile_check. */
        Turnstile: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
            /** @description `code` is one of: too_many_requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description `code` is one of: internal. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description `code` is one of: storage_unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
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
            /** @description `code` is one of: invalid_json, invalid_request, password_length, password_too_short, passwords_differ, setup_done, setup_mode_conflict, setup_username_required, username_length. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description `code` is one of: body_too_large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description `code` is one of: unsupported_media_type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description `code` is one of: too_many_requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description `code` is one of: internal. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description `code` is one of: storage_unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
