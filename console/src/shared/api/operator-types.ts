// Generated from operator-openapi.json by `npm run openapi`. Change the schemas of the server instead.

export interface paths {
    "/operator/v1/sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ways to sign in
         * @description For the sign-in page.
         */
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description The account, and what its role may do.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a login and a password
         * @description Answers with the cookie of a new session. A wrong login is answered as a wrong password is. After 10 wrong passwords in 15 minutes nothing more is tried for that account from that address (429); a browser in which the person has signed in before counts for itself.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Idempotent: sending it again changes nothing.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/welcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password by a one-time link, and sign in
         * @description Ends the link, and all sessions of the person. A password that is refused leaves the link as it is.
         */
        post: operations["setFirstPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/station-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which station this browser is, and who is signed on
         * @description Asking is no activity: the station locks all the same.
         */
        get: operations["getStationSession"];
        put?: never;
        /**
         * Make this browser a station
         * @description Answers with a cookie of its own, and ends the session of whoever asks: the device is for everybody now. People then sign on there by badge or PIN. Needs `stations.open`.
         */
        post: operations["openStation"];
        /**
         * Have this browser stop being a station
         * @description Idempotent: sending it again changes nothing.
         */
        delete: operations["closeStation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/station-session/badge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign on with a badge
         * @description In place of whoever was signed on. From then on, what is done at this station is done by them.
         */
        post: operations["signOnByBadge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/station-session/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign on with a login and a PIN
         * @description In place of whoever was signed on. After 5 wrong PINs in 15 minutes nothing more is tried for that account at that station (429); its badge still works.
         */
        post: operations["signOnByPin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/station-session/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that somebody uses the station
         * @description For when somebody touches the screen and changes nothing: every change says so by itself.
         */
        post: operations["stayAtStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/station-session/sign-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign off
         * @description Idempotent: sending it again changes nothing.
         */
        post: operations["signOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search the orders of all clients
         * @description Newest first, then by client and orderId, unless `sort` says otherwise. Follow the Link header to read them all. Filters go together: an order must meet them all; where few of many orders do, a page may be short or empty and the Link header still lead on. Needs `orders.read`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the orders by status, reason and client
         * @description As they stand now. The numbers are kept, so that this costs the same however many orders and clients there are. `clients` has the 50 clients with the most orders of each status and reason, and may have others; ask with `clientId` for the numbers of one. Needs `orders.read`.
         */
        get: operations["countOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one order with all that is known of it
         * @description The order as its client reads it, its files, its history, and its stock. Needs `orders.read`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of an order
         * @description All that happened to it, with who did it: oldest first, or by `sort` newest first. Needs `orders.read`.
         */
        get: operations["listOrderEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/customs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what customs are told of an order
         * @description Its pieces merged by tariff number and origin, and what is missing before it can be declared. Mend a gap by `saveArticleCustoms` and the like. Needs `orders.read`.
         */
        get: operations["getOrderCustoms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/files/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of an order
         * @description As it was fetched when the order was taken in, whatever its URL leads to now. The media type is that of its content. Needs `orders.read`.
         */
        get: operations["getOrderFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of an order
         * @description Those that are kept, with pictures of them to look at. Needs `orders.read`.
         */
        get: operations["listOrderFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/files/{sha256}/thumbnails/{size}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a file of an order
         * @description A picture of an image, of the first page of a PDF, or of the first label of ZPL, as WebP; transparent where the image is. Drawn in the background when the order comes, or when it is first asked for. Needs `orders.read`.
         */
        get: operations["getOrderFileThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/files.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all files of an order as a ZIP archive
         * @description A folder for each order; files are named by their place and role. What the file store has lost is listed in `MISSING.txt`. An operator may read two archives at a time. Needs `orders.read`.
         */
        get: operations["downloadOrderFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/files.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read all files of several orders as a ZIP archive
         * @description At most 100 orders; those that do not exist have no folder. A folder for each order; files are named by their place and role. What the file store has lost is listed in `MISSING.txt`. An operator may read two archives at a time. Needs `orders.read`.
         */
        post: operations["downloadFilesOfOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an order into production
         * @description From ASSIGNED. From then on its client can only ask for its cancellation. Idempotent: sending it again changes nothing. Needs `orders.accept`.
         */
        post: operations["acceptOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ship an order or a part of it
         * @description From ACCEPTED. Name the `items` of a parcel, or none for all that is left. What is in the parcels leaves the shelf. While something is left the order stays ACCEPTED, and its client is told `order.partially_shipped`; the last piece makes it SHIPPED. A parcel with the `trackingNumber`, `trackingCarrier` and `items` of one that was reported before is that one; one that holds these and more is it too, and only what is more leaves; without a `trackingNumber` too, unless `If-Match` names the present version. Idempotent: sending it again changes nothing. Needs `orders.ship`.
         */
        post: operations["shipOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that an order cannot be made as it is
         * @description From NEW, ASSIGNED or ACCEPTED, unless a part of it has left. The client sees the message, and changes or cancels the order; what was reserved is given back, but for the pieces that were spoiled (`scrapped`). A wish to cancel ends by it (`order.cancellation_rejected`). Of an order in ERROR it corrects the message; code and pointer stay where they are absent. Idempotent: sending it again changes nothing. Needs `orders.mend`.
         */
        post: operations["failOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an order in ERROR again
         * @description It is NEW again: files that are not kept are fetched, with `refetch` all of them, and its stock is reserved. Idempotent: sending it again changes nothing. Needs `orders.mend`.
         */
        post: operations["reopenOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an order at once that waits, or is in ERROR
         * @description From NEW, while it waits for a file or for stock, or ERROR. Its files are fetched and its stock is reserved now instead of later; with `refetch` also the files that are kept are fetched anew. One in NEW that waits for nothing is being taken in, and is left alone. Idempotent: sending it again changes nothing. Needs `orders.mend`.
         */
        post: operations["retryOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description From any status but SHIPPED. What was reserved is given back, but for the pieces that were spoiled (`scrapped`). Of one that has left in part the rest is cancelled: it is CANCELLED, and its `shipments` say what left. Idempotent: sending it again changes nothing. Needs `orders.cancel`.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/cancellation/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant a client's wish to cancel
         * @description For an order in ACCEPTED whose cancellation is REQUESTED; it becomes CANCELLED. Pieces that were spoiled (`scrapped`) leave the shelf. Idempotent: sending it again changes nothing. Needs `orders.cancel`.
         */
        post: operations["acceptCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/cancellation/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a client's wish to cancel
         * @description For an order in ACCEPTED whose cancellation is REQUESTED; production goes on. Idempotent: sending it again changes nothing. Needs `orders.cancel`.
         */
        post: operations["rejectCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an order on hold
         * @description From NEW, ASSIGNED or ACCEPTED. Nothing happens to it until it is released: no file is fetched, no stock is reserved, and it is not accepted or shipped; what is reserved stays reserved. Its client reads `statusReason.code` on_hold with the reason, and may change or cancel it. Idempotent: sending it again changes nothing. Needs `orders.hold`.
         */
        post: operations["holdOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an order that is on hold
         * @description It continues in the status that it has. Idempotent: sending it again changes nothing. Needs `orders.hold`.
         */
        post: operations["releaseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/prefer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prefer an order
         * @description From NEW. No other order takes the stock that it waits for until it has all of it; of two that are preferred the older one comes first. Its client is told nothing. Idempotent: sending it again changes nothing. Needs `orders.prefer`.
         */
        post: operations["preferOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/unprefer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prefer an order no longer
         * @description From NEW. It waits for stock like the others again. Idempotent: sending it again changes nothing. Needs `orders.prefer`.
         */
        post: operations["unpreferOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/shipments/{shipmentId}/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the tracking of a parcel that has left
         * @description Also once the order is SHIPPED or CANCELLED. `shipping` shows the first parcel's. The client is told `order.updated`. Idempotent: sending it again changes nothing. Needs `orders.ship`.
         */
        post: operations["correctTracking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the notes about an order
         * @description Oldest first. Needs `orders.read`.
         */
        get: operations["listOrderNotes"];
        put?: never;
        /**
         * Write a note about an order
         * @description For colleagues: its client never reads it. Needs `orders.note`.
         */
        post: operations["addOrderNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct a note about an order
         * @description One's own; an admin that of anybody. Idempotent: sending it again changes nothing. Needs `orders.note`.
         */
        put: operations["correctOrderNote"];
        post?: never;
        /**
         * Delete a note about an order
         * @description One's own; an admin that of anybody. It is gone. Needs `orders.note`.
         */
        delete: operations["deleteOrderNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what an order tells of people
         * @description From SHIPPED and CANCELLED, also of a sandbox client. Gone for good are its recipient, all of its files and their URLs, tracking, reasons, notes, the documents of its print jobs, and what webhooks told and were answered; what was ordered stays. Its client reads `personalDataErased`, and is sent no webhook. What is older than RETENTION_DAYS is erased by itself. Idempotent: sending it again changes nothing. Needs `orders.erase`.
         */
        post: operations["eraseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ship many orders, from JSON or a CSV file
         * @description As JSON a list of orders with `parcels` as in the single `ship`. Of a CSV file the columns `clientId`, `orderId`, `trackingNumber`, `trackingCarrier`, `trackingUrl`, `itemId`, `quantity`, named in the first line, the first two required; separated by commas, semicolons or tabs; blank lines and Excel's `sep=;` before them do not count; at most 2,000 rows. A row is a parcel that holds all that is left of its order, or, with `itemId` and `quantity`, pieces of an item in a parcel: rows of one order that name items under the same tracking number and carrier are one parcel. An order of which something is left stays ACCEPTED. Rows that were sent before change nothing, also among new ones under the same tracking number; without a number they are known as long as all rows of the parcel are the same. Each order is settled on its own: one that cannot be shipped, or has a faulty row, does not stop the others. Needs `orders.ship`.
         */
        post: operations["bulkShip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take many orders into production
         * @description From ASSIGNED to ACCEPTED. Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more. Needs `orders.accept`.
         */
        post: operations["bulkAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel many orders
         * @description From any status but SHIPPED. Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more. Needs `orders.cancel`.
         */
        post: operations["bulkCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try many orders at once
         * @description Those that wait for a file or for stock are tried now, and those in ERROR are reopened. Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more. Needs `orders.mend`.
         */
        post: operations["bulkRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put many orders on hold
         * @description Nothing happens to them until they are released. Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more. Needs `orders.hold`.
         */
        post: operations["bulkHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release many orders that are on hold
         * @description They continue in the statuses that they have. Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more. Needs `orders.hold`.
         */
        post: operations["bulkRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-prefer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prefer many orders
         * @description Of orders in NEW: no other order takes the stock that one of them waits for; among them the older one comes first. Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more. Needs `orders.prefer`.
         */
        post: operations["bulkPrefer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/bulk-unprefer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prefer many orders no longer
         * @description They wait for stock like the others again. Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more. Needs `orders.prefer`.
         */
        post: operations["bulkUnprefer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients
         * @description In the order of their creation. Needs `clients.read`.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Make a client
         * @description Its secret is shown this once. Needs `clients.change`.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one client
         * @description With its carriers. Needs `clients.read`.
         */
        get: operations["getClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Give a client another name, or a program another role
         * @description Its id, secrets and orders stay. Another role holds within 5 seconds, also for tokens that were given before. Idempotent: sending it again changes nothing. Needs `clients.change`.
         */
        patch: operations["changeClient"];
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets of a client
         * @description Those that are valid, newest first. Needs `clients.secrets`.
         */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/secrets/{secretId}": {
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
         * Revoke one secret of a client
         * @description It gives no tokens any more, and those that it was exchanged for end within 5 seconds. Without a secret a client is shut out until it has a new one. Needs `clients.secrets`.
         */
        delete: operations["revokeSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a client a new secret
         * @description It is shown this once. The one before it stays valid beside it; older ones end. Needs `clients.secrets`.
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a client
         * @description It gets no tokens, and those it has end within 5 seconds. Idempotent: sending it again changes nothing. Needs `clients.change`.
         */
        post: operations["disableClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a client
         * @description Its secrets are as they were. Idempotent: sending it again changes nothing. Needs `clients.change`.
         */
        post: operations["enableClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the carriers
         * @description By carrierId. Needs `carriers.read`.
         */
        get: operations["listCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/carriers/{carrierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one carrier
         * @description With the ETag that changing it may name. Needs `carriers.read`.
         */
        get: operations["getCarrier"];
        /**
         * Make or change a carrier
         * @description A client ships with it once it has a contract. With `If-Match` only when nobody changed it since. Needs `carriers.change`.
         */
        put: operations["saveCarrier"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/carriers/{carrierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Contract a carrier for a client
         * @description With `default: true` it becomes the default carrier of the client, with `false` it no longer is. Needs `clients.contracts`.
         */
        put: operations["contractCarrier"];
        post?: never;
        /**
         * End the contract with a carrier for a client
         * @description Orders that name it keep it. Needs `clients.contracts`.
         */
        delete: operations["endCarrierContract"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign a product to a client
         * @description With its variants, those of today and those to come. Idempotent: sending it again changes nothing. Needs `clients.contracts`.
         */
        put: operations["assignProduct"];
        post?: never;
        /**
         * Withdraw a product from a client
         * @description Its orders stay as they are. Needs `clients.contracts`.
         */
        delete: operations["withdrawProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/catalog/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a catalogue
         * @description Inserts and updates what the body holds, all or nothing; what it does not hold stays, unless `retireMissing` is `true`. Try it first with `dryRun=true`. The body is JSON, one CSV file, or a form with the CSV files of a folder, as described at /docs/catalog-import. At most 32 MiB; "platen catalog import" takes more. Needs `catalog.change`.
         */
        post: operations["importCatalog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search the articles
         * @description Blanks, customizations and others, by manufacturerCode. Needs `catalog.read`.
         */
        get: operations["listArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/articles/{manufacturerCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one article
         * @description With its variants, their stock, and where they may be decorated. Needs `catalog.read`.
         */
        get: operations["getArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/articles/{manufacturerCode}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the notes about an article
         * @description Oldest first. Orders of its variants show them as `articleNotes`. Needs `catalog.read`.
         */
        get: operations["listArticleNotes"];
        put?: never;
        /**
         * Write a note about an article
         * @description For colleagues who work on its pieces: no customer reads it. Needs `catalog.note`.
         */
        post: operations["addArticleNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/articles/{manufacturerCode}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct a note about an article
         * @description One's own; an admin that of anybody. Idempotent: sending it again changes nothing. Needs `catalog.note`.
         */
        put: operations["correctArticleNote"];
        post?: never;
        /**
         * Delete a note about an article
         * @description One's own; an admin that of anybody. It is gone. Needs `catalog.note`.
         */
        delete: operations["deleteArticleNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search the products
         * @description Those of all clients, by productId. Needs `catalog.read`.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one product
         * @description With its variants and their stock. Needs `catalog.read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/products/{productId}/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients that have a product
         * @description Those may order it. By clientId. Needs `clients.read`.
         */
        get: operations["listClientsOfProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/carriers/{carrierId}/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients that have a contract with a carrier
         * @description By clientId. Needs `clients.read`.
         */
        get: operations["listClientsOfCarrier"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{clientId}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the products that a client has
         * @description By name, then productId: those that it may order. Needs `catalog.read`.
         */
        get: operations["listProductsOfClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/articles/{manufacturerCode}/customs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the customs data of an article
         * @description Its own alone: of an article: what holds for those of its variants that have none of their own. With the ETag that changing it may name. Needs `catalog.read`.
         */
        get: operations["getArticleCustoms"];
        /**
         * Replace the customs data of an article
         * @description Of an article: what holds for those of its variants that have none of their own. What is absent is removed. Idempotent: sending it again changes nothing. With `If-Match` only when nobody changed it since. Needs `catalog.change`.
         */
        put: operations["saveArticleCustoms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/article-variants/{sku}/customs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the customs data of an article variant
         * @description Its own alone: of an article variant, where it differs from its article's. With the ETag that changing it may name. Needs `catalog.read`.
         */
        get: operations["getArticleVariantCustoms"];
        /**
         * Replace the customs data of an article variant
         * @description Of an article variant, where it differs from its article's. What is absent is removed. Idempotent: sending it again changes nothing. With `If-Match` only when nobody changed it since. Needs `catalog.change`.
         */
        put: operations["saveArticleVariantCustoms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/products/{productId}/customs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the customs data of a product
         * @description Its own alone: of a product: what holds for those of its variants that have none of their own. With the ETag that changing it may name. Needs `catalog.read`.
         */
        get: operations["getProductCustoms"];
        /**
         * Replace the customs data of a product
         * @description Of a product: what holds for those of its variants that have none of their own. What is absent is removed. Idempotent: sending it again changes nothing. With `If-Match` only when nobody changed it since. Needs `catalog.change`.
         */
        put: operations["saveProductCustoms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/product-variants/{ean13}/customs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the customs data of a product variant
         * @description Its own alone: of a product variant, where it differs from its product's. With the ETag that changing it may name. Needs `catalog.read`.
         */
        get: operations["getProductVariantCustoms"];
        /**
         * Replace the customs data of a product variant
         * @description Of a product variant, where it differs from its product's. What is absent is removed. Idempotent: sending it again changes nothing. With `If-Match` only when nobody changed it since. Needs `catalog.change`.
         */
        put: operations["saveProductVariantCustoms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search the stock
         * @description Variants of articles and products, by code. Filters go together: a variant must meet them all. Needs `stock.read`.
         */
        get: operations["listStock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stock/{kind}/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the stock of a variant
         * @description What is on hand, how much of it orders have reserved, and how many wait for it. Needs `stock.read`.
         */
        get: operations["getStock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stock/{kind}/{code}/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the counted stock
         * @description Sets the quantity on hand. It may be less than what is reserved; then nothing more is reserved until there is more. Needs `stock.change`.
         */
        post: operations["setStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stock/{kind}/{code}/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust the stock on hand
         * @description Never below what is reserved: 409. Send an `Idempotency-Key`, so that it counts once also when you have to send it again. Needs `stock.change`.
         */
        post: operations["adjustStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stock/{kind}/{code}/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stock movements of a variant
         * @description Every movement, latest first; of those older than STOCK_MOVEMENT_DAYS the sums of each month. On hand and reserved are the sums of all movements. Needs `stock.read`.
         */
        get: operations["listStockMovements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/printers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the printers
         * @description All of them, by name. Needs `printers.read`.
         */
        get: operations["listPrinters"];
        put?: never;
        /**
         * Name a printer
         * @description A private address is fine here, and nowhere else in either API: printers stand in the shop, and only an admin names them. Needs `printers.change`.
         */
        post: operations["addPrinter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/printers/{printerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one printer
         * @description With the ETag that changing it may name. Needs `printers.read`.
         */
        get: operations["getPrinter"];
        put?: never;
        post?: never;
        /**
         * Delete a printer
         * @description Not while print jobs wait for it. What was printed on it stays in the list. Needs `printers.change`.
         */
        delete: operations["deletePrinter"];
        options?: never;
        head?: never;
        /**
         * Change a printer
         * @description What is absent stays. What waits is sent to it as it is now, at once. Idempotent: sending it again changes nothing. With `If-Match` only when nobody changed it since. Needs `printers.change`.
         */
        patch: operations["changePrinter"];
        trace?: never;
    };
    "/operator/v1/printers/{printerId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Print a test page
         * @description A frame at the edges of its paper, its name and its resolution. Needs `printers.change`.
         */
        post: operations["testPrinter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the print jobs
         * @description Latest first; without their documents. Needs `prints.read`.
         */
        get: operations["listPrintJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one print job
         * @description Without its document. Needs `prints.read`.
         */
        get: operations["getPrintJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs/{jobId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the document of a print job
         * @description As an attachment. It may hold an address: at a station it is read by whoever took the job (`takePrintJob`), and deleted some time after printing. Needs `print`.
         */
        get: operations["getPrintJobDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs/{jobId}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a print job of a browser
         * @description Nobody else prints it then. Read its document, print it, and confirm it within 5 minutes. Idempotent: sending it again changes nothing. Needs `print`.
         */
        post: operations["takePrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs/{jobId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a print job was printed
         * @description Of a browser, and of one of which nobody knows whether it was printed. Idempotent: sending it again changes nothing. Needs `print`.
         */
        post: operations["confirmPrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs/{jobId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a print job again
         * @description That failed, or of which somebody saw that it was not printed. Idempotent: sending it again changes nothing. Needs `print`.
         */
        post: operations["retryPrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a print job
         * @description That is not being sent, and was not printed. Idempotent: sending it again changes nothing. Needs `print`.
         */
        post: operations["cancelPrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/print-jobs/{jobId}/reprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Print again what was printed
         * @description As a print job of its own, which says why. Two labels of one parcel are two parcels: destroy the old one. Send an `Idempotency-Key`, so that it is printed once also when you have to send it again. Needs `print`.
         */
        post: operations["reprint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/release-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what can be released
         * @description The items of ASSIGNED orders that are not on hold, in groups that are made alike; those of the oldest orders first. The groups are those of the oldest 200 orders; `oldest` asks for up to 5,000. Needs `production.read`.
         */
        get: operations["listReleaseGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/release-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which orders a release would take
         * @description The ASSIGNED orders that are chosen, the oldest first. Release them by their names, so that nothing else is taken when somebody was faster. Needs `production.read`.
         */
        get: operations["listReleasableOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/release-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what can be released
         * @description How many ASSIGNED orders are chosen, and how many of them are late; of the oldest 200, or of as many as `oldest` says. And how many there are in all, whatever is chosen. Needs `production.read`.
         */
        get: operations["countReleasableOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/floor-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what of the floor needs a person now
         * @description How many orders are late, and how many bins are blocked. Needs `production.read`.
         */
        get: operations["getFloorCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{batchId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a batch is
         * @description What is picked for it, with what the shelf has, and in which state its pieces are. Needs `production.read`.
         */
        get: operations["getBatchProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{batchId}/pieces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pieces of a batch
         * @description By order and item, also those that were replaced. Needs `production.read`.
         */
        get: operations["listBatchPieces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/bins/contents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what lies in the bins
         * @description Which orders lie where, since when, and what blocks a bin. Needs `production.read`.
         */
        get: operations["listBinContents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/piece-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to an order's pieces
         * @description The latest first, at most 1,000. Needs `production.read`.
         */
        get: operations["listPieceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Latest first. Needs `production.read`.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Release a batch into production
         * @description Accepts the ASSIGNED orders that are chosen, the oldest first, and makes a numbered batch of them, in which each piece has a code of its own: all of them at once, or none. What another release has taken meanwhile is left out, with the batch that has it. Send an `Idempotency-Key`, so that it counts once also when you have to send it again. Needs `production.release`.
         */
        post: operations["releaseBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{batchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a batch
         * @description By its number, or by its code as it is scanned. Needs `production.read`.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{batchId}/shorts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that blanks of a batch were not found
         * @description For whoever takes them from the shelf. Pieces of the youngest orders, which nobody has begun, leave the batch; they have no blank until one is reserved when they are scanned at MAKE. What their orders had reserved of it is given up, and the shelf counts as empty but for what other orders have reserved (`set` in the ledger). Send an `Idempotency-Key`, so that it counts once also when you have to send it again. Needs `production.work`.
         */
        post: operations["reportShort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orders/{clientId}/{orderId}/pieces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order's pieces
         * @description Those of its present run, the ones that were replaced with them, in the order of its items; none before it is ACCEPTED. Existing products have no pieces: they are counted. Needs `production.read`.
         */
        get: operations["listOrderPieces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/pieces/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a piece by its code
         * @description Also one that was replaced: then with the code of its successor. Needs `production.work`.
         */
        get: operations["getPiece"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/pieces/{code}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an order whose artwork is bad
         * @description For whoever sees it with the piece in hand; the command STOP_ORDER does the same. The order goes into ERROR with a pointer to the print, its customer is told, and all its pieces answer so at their next scan. The pieces that were begun leave the shelf (`scrapped`). Idempotent: sending it again changes nothing. Needs `production.work`.
         */
        post: operations["stopOrderOfPiece"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/pieces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a piece without its ticket
         * @description Pieces of orders in production that are in no parcel, by what can be seen of them; by SKU and code. Nothing of whom they go to. The role floor must name `sku`, `manufacturerCode`, `color`, `size` or `batchId`, and gets one page without clients and orders. It gets `not_permitted` when it names none of these or sends `cursor`. Needs `production.work`.
         */
        get: operations["findPieces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what was scanned
         * @description Answers what the code means, does what follows from it, and says what comes next. A piece is taken in hand; the next scan, or PASS, finishes what was done with it. What is refused is answered with `refusal`, and changes nothing but what it finished. Idempotent by `id`: the same scan sent again within 7 days counts once and is answered as the first time, also when somebody else is signed on; what is shown beside (notes, pictures, the bin) is as it is then. Needs `production.work`.
         */
        post: operations["scan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/bins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the bins
         * @description By their numbers, each with the order that has it; for the role floor without orders. Needs `production.work`.
         */
        get: operations["listBins"];
        /**
         * Say how many bins there are
         * @description Bins that are taken stay until their orders are packed. Idempotent: sending it again changes nothing. Needs `production.release`.
         */
        put: operations["setBins"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hand-over lists
         * @description Latest first. Needs `production.read`.
         */
        get: operations["listHandOvers"];
        put?: never;
        /**
         * Open the hand-over list of a carrier
         * @description The first parcel that is scanned opens it too. Where one is open it is answered. Idempotent: sending it again changes nothing. Needs `production.work`.
         */
        post: operations["openHandOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs/{handOverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a hand-over list
         * @description Without its parcels: `listHandedOverParcels`. Needs `handovers.read`.
         */
        get: operations["getHandOver"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs/{handOverId}/parcels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the parcels of a hand-over list
         * @description In the order in which they were scanned. Needs `production.read`.
         */
        get: operations["listHandedOverParcels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs/{handOverId}/parcels/{code}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a parcel off a hand-over list
         * @description It stayed behind, or was scanned by mistake; it waits for the next list. Also off a list that is closed: the paper is printed anew without it. Idempotent: sending it again changes nothing. Needs `handovers.change`.
         */
        post: operations["removeHandedOverParcel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs/{handOverId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a hand-over list
         * @description The driver has what is on it. Where packed parcels of the carrier are on no list it is refused and they are named, unless `leaveMissing` says that they stay. Idempotent: sending it again changes nothing. Needs `production.work`.
         */
        post: operations["closeHandOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs/{handOverId}/list.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a hand-over list as PDF
         * @description As its driver signs it, of a list that is closed: without names and addresses. For the role floor until 24 hours after it was closed. Needs `handovers.read`.
         */
        get: operations["readHandOverPaper"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs/{handOverId}/print": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Print a hand-over list
         * @description Of a list that is closed, for the role floor until 24 hours after that. It is printed once: sent again it answers the same print job. `reprint` prints it again, with a reason. Idempotent: sending it again changes nothing. Needs `print`.
         */
        post: operations["printHandOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-overs/{handOverId}/customs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the customs data of a hand-over list
         * @description As CSV for the carrier's portal: a row for each line of each parcel that leaves the EU zone, and one that says what is missing for a parcel that cannot be declared. It has names and addresses. Needs `orders.read`.
         */
        get: operations["exportHandOverCustoms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hand-over-carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what waits for which carrier
         * @description Each carrier of which packed parcels are on no list, or a list is open. Needs `handovers.read`.
         */
        get: operations["listHandOverCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/waiting-parcels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the packed parcels of a carrier that are on no list
         * @description The oldest first. Needs `production.read`.
         */
        get: operations["listWaitingParcels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/pieces/{code}/pictures/{sha256}/{size}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a file of a piece
         * @description A picture of its artwork, or of how it should look, as WebP. Nothing that shows whom it goes to: no label, no packing slip. Needs `production.work`.
         */
        get: operations["getPiecePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/parcels/{code}/pictures/{sha256}/{size}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at an item of a parcel
         * @description A picture of its artwork, or of how it should look, as WebP. Needs `production.work`.
         */
        get: operations["getParcelPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/pieces/{code}/files/{step}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the file that is printed on a piece
         * @description The artwork of a step as it was fetched, under a file name by `PRINT_FILE_NAME`, where a printer’s own program looks for it. Needs `production.work`.
         */
        get: operations["getPieceFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/parcels/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a parcel by its code
         * @description With what is in it and how far its papers are, without its address. Needs `production.work`.
         */
        get: operations["getParcel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/parcels/{code}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Print the label of a parcel that was packed without one
         * @description Once what was missing is mended: its label, and whatever else it lacks, where it was packed. No piece is scanned again; ship it then by `shipParcel`, or by a scan of it. Idempotent: sending it again changes nothing. Needs `production.work`.
         */
        post: operations["printParcelLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/parcels/{code}/reprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Print papers of a parcel again
         * @description With the reason, also of a parcel that has left: drawn anew, by its order as it is now. Two labels of one parcel are two parcels: destroy the one before. Send an `Idempotency-Key`, so that it is printed once also when you have to send it again. Needs `production.work`.
         */
        post: operations["reprintParcelPapers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/parcels/{code}/ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ship a parcel that was packed without a label
         * @description It becomes one of the shipments of its order; with the last piece the order is SHIPPED. Idempotent: sending it again changes nothing. Needs `production.work`.
         */
        post: operations["shipParcel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what stands still on the floor
         * @description What has stood the longest comes first. Needs `production.read`.
         */
        get: operations["listProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/problems/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what stands still on the floor
         * @description By kind, for a page of today. Needs `production.read`.
         */
        get: operations["countProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{batchId}/papers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the papers of a batch that were asked for
         * @description Latest first, the last 50, with how far their print jobs are. Needs `production.read`.
         */
        get: operations["listBatchPapers"];
        put?: never;
        /**
         * Print papers of a batch
         * @description Tickets, pick list or cover, at a printer of the station, or the one that is named. Each is printed once without a reason: asked for again it is answered as it is; with a reason it is printed again. Needs `production.work`.
         */
        post: operations["printBatchPapers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{batchId}/papers/{paper}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read papers of a batch as PDF
         * @description To look at, or to print from a browser; drawn as it is read. Needs `production.read`.
         */
        get: operations["readBatchPaper"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/pieces/{code}/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the ticket of a piece as PDF
         * @description A sticker of 100 x 50 mm. Needs `production.work`.
         */
        get: operations["readTicket"];
        put?: never;
        /**
         * Print the ticket of a piece again
         * @description With the reason. Destroy the one before: two tickets of one piece are one piece. Send an `Idempotency-Key`, so that it is printed once also when you have to send it again. Needs `production.work`.
         */
        post: operations["printTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/papers/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sheet of commands as PDF
         * @description A4, to laminate and hang at a station: what may be scanned instead of pressed. The codes stay what they are. Needs `production.work`.
         */
        get: operations["readCommandSheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/papers/bins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the labels of the bins as PDF
         * @description Stickers of 100 x 50 mm, one for each bin. Needs `production.read`.
         */
        get: operations["readBinLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/papers/scanner-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sheet that tests scanners as PDF
         * @description A4: bars, a QR code, and a line of 100 mm to measure. Needs `production.work`.
         */
        get: operations["readScannerTest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operatorId}/badge.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read somebody's badge as PDF
         * @description Of the size of a bank card, on A4. Whoever holds it signs on as this person: print it for them alone. Needs `operators.change`.
         */
        get: operations["readBadge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what came back
         * @description Latest first. Filters go together. Needs `orders.read`.
         */
        get: operations["listReturns"];
        put?: never;
        /**
         * Book what came back
         * @description Of one order, by item or piece. What is to be sold or used again goes back on the shelf, what is waste is written off; both stand in the ledger. Never more comes back than has left. The client is not told. Send an `Idempotency-Key`, so that it counts once also when you have to send it again. Needs `returns.book`.
         */
        post: operations["bookReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/returnable-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the order of what came back
         * @description By whatever can be read on it: each order that is meant, with what of it has left and what came back before. At most ten. Needs `orders.read`.
         */
        get: operations["findReturnable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what needs a person now
         * @description And what is to be done, and how the last 30 days were. All of it is kept with each change, so it costs the same however many orders there are; it may be a second old. Send `If-None-Match` to ask often. Needs `reports.read`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reports/production": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether the shop is on time, and where it loses
         * @description Of at most 366 days. Days that are over are summed once, so it costs the same however many pieces there are. Needs `reports.read`.
         */
        get: operations["getProductionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reports/production.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a table of the production report
         * @description The same as `getProductionReport`, for spreadsheets. Needs `reports.read`.
         */
        get: operations["exportProductionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of all clients
         * @description By client, the oldest first. Follow the Link header. Needs `webhooks.read`.
         */
        get: operations["listStaffWebhookEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint of a client
         * @description Whether it fails, and how much waits to be sent. Needs `webhooks.read`.
         */
        get: operations["getStaffWebhookEndpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint
         * @description What waits is sent at once, and the failures so far no longer count. Idempotent: sending it again changes nothing. Needs `webhooks.change`.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint
         * @description Nothing that happens is recorded for it, and what waits is not sent until it is enabled. Its customer reads `disabledReason: "by_staff"` and may enable it again. Idempotent: sending it again changes nothing. Needs `webhooks.change`.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}/resend-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the failed deliveries of an endpoint again
         * @description Those that failed for good, in the order in which they were recorded. At most 10,000 at once: repeat it until none is left. Those that were skipped stay so. Idempotent: what is sent again is no longer failed. Needs `webhooks.change`.
         */
        post: operations["resendFailedOfEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of an endpoint
         * @description What was sent and what will be, newest first. Kept for 30 days. Deliveries go in the order of their recording: the last `pending` one of the list holds up the others. Follow the Link header. Needs `webhooks.read`.
         */
        get: operations["listStaffWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description With the body that is sent. Needs `webhooks.read`.
         */
        get: operations["getStaffWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description The same body under the same webhook-id, whatever came of it before, with all attempts anew. One that waits for its next attempt waits no longer. Needs `webhooks.change`.
         */
        post: operations["resendStaffWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip a delivery that holds up those behind it
         * @description A pending one is given up, and the next one goes at once. An attempt that is under way may still arrive. It can be sent again later. Idempotent: sending it again changes nothing. Needs `webhooks.change`.
         */
        post: operations["skipWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts
         * @description In the order of their creation. Needs `operators.read`.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Make an account
         * @description The answer has a link by which the person sets a password: it is shown this once, and works once, within 3 days. Needs `operators.change`.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operatorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one account
         * @description Without its sessions. Needs `operators.read`.
         */
        get: operations["getOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a person, change their role, disable or enable their account
         * @description Another role takes effect at once in this process and within 5 seconds in others; disabling ends all sessions. Idempotent: sending it again changes nothing. Needs `operators.change`.
         */
        patch: operations["changeOperator"];
        trace?: never;
    };
    "/operator/v1/operators/{operatorId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new one-time link for somebody
         * @description Ends the password and all sessions. The only admin who can sign in keeps the password until the link is used. The link is shown this once. Needs `operators.change`.
         */
        post: operations["resetOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operatorId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of somebody
         * @description Those that have not ended, latest first. Needs `operators.read`.
         */
        get: operations["listOperatorSessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions of somebody
         * @description Within 5 seconds on every process. Idempotent: sending it again changes nothing. Needs `operators.change`.
         */
        delete: operations["endOperatorSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operatorId}/sessions/{sessionId}": {
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
         * End one session of somebody
         * @description Within 5 seconds on every process. Needs `operators.change`.
         */
        delete: operations["endOperatorSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change one's own name and language
         * @description What is absent stays. Needs `me.change`.
         */
        put: operations["changeMe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's own password
         * @description Ends all other sessions. Needs `me.change`.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own sessions
         * @description Those that have not ended, latest first. Needs `me.read`.
         */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        /**
         * End all of one's own sessions but this one
         * @description Idempotent: sending it again changes nothing. Needs `me.change`.
         */
        delete: operations["endMyOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/me/sessions/{sessionId}": {
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
         * End one of one's own sessions
         * @description Also the session of this request. Needs `me.change`.
         */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operatorId}/badge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give somebody a new badge
         * @description A code to be printed, with which they sign on at stations. The badge before signs nobody on any more, and they are signed off everywhere. Needs `operators.change`.
         */
        post: operations["giveBadge"];
        /**
         * Take somebody's badge away
         * @description They are signed off at every station. Idempotent: sending it again changes nothing. Needs `operators.change`.
         */
        delete: operations["takeBadge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operatorId}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give somebody a new PIN
         * @description Six digits, with which and their login they sign on at stations; shown this once. The PIN before ends, and they are signed off everywhere. Needs `operators.change`.
         */
        post: operations["givePin"];
        /**
         * Take somebody's PIN away
         * @description They are signed off at every station. Idempotent: sending it again changes nothing. Needs `operators.change`.
         */
        delete: operations["takePin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stations
         * @description In the order of their creation. Needs `stations.read`.
         */
        get: operations["listStations"];
        put?: never;
        /**
         * Make a station
         * @description A browser becomes one when somebody who may opens it there. Needs `stations.change`.
         */
        post: operations["createStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stations/{stationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one station
         * @description Without its browsers. Needs `stations.read`.
         */
        get: operations["getStation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a station, change what is done there or its printers, disable or enable it
         * @description Takes effect at once in this process and within 5 seconds in others. Idempotent: sending it again changes nothing. Needs `stations.change`.
         */
        patch: operations["changeStation"];
        trace?: never;
    };
    "/operator/v1/stations/{stationId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the browsers that are a station
         * @description Latest first. Needs `stations.read`.
         */
        get: operations["listStationSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/stations/{stationId}/sessions/{sessionId}": {
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
         * Have a browser stop being a station
         * @description Within 5 seconds on every process. Needs `stations.change`.
         */
        delete: operations["endStationSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who did what
         * @description Latest first. What customers do stands in the history of their orders. Needs `audit.read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings
         * @description Settings are environment variables; they are changed where the server is started. Secrets are never told. Needs `settings.read`.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume what a restore paused
         * @description After `platen restore`, webhooks, connectors, printers and sandbox steps wait until an admin resumes them; `GET /operator/v1/overview` tells it in `paused`. They go on within seconds. Skipped webhooks stay in the delivery log as `skipped`. Answered within 60 s; after a 503 send it again. Idempotent: sending it again changes nothing. Needs `service.resume`.
         */
        post: operations["resumeAfterRestore"];
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
         * Address
         * @description Where a contracted carrier delivers.
         */
        Address: {
            /** @description Recipient. This or company is required. */
            personName?: string;
            /** @description Company of the recipient. */
            company?: string;
            /** @description Street and number. Required. */
            street: string;
            /** @description Apartment, floor, building. */
            addressLine2?: string;
            /** @description Town or city. Required. */
            city: string;
            /** @description Required where the country uses postal codes. */
            postalCode?: string;
            /** @description ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too. Kept in upper case. */
            country: string;
            /** @description State or province. Required where addresses of the country need one. */
            state?: string;
            /** @description For the carrier. */
            phoneNumber?: string;
            /** @description For the carrier. */
            email?: string;
        };
        /**
         * AddressShipment
         * @description A contracted carrier ships it to an address.
         */
        AddressShipment: {
            address: components["schemas"]["Address"];
            /** @description One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */
            carrierId?: string;
            /** @description Of the first parcel, once that has left. */
            trackingNumber?: string;
            /** @description Who carries the first parcel, once that has left. */
            trackingCarrier?: string;
            /** @description Where the first parcel can be followed, once that has left. An http or https URL. */
            trackingUrl?: string;
        };
        /**
         * AdjustStockRequest
         * @description A change of the quantity on hand.
         */
        AdjustStockRequest: {
            /** @description Pieces that were put on the shelf, or taken off it when negative. */
            by: number;
            /** @description Reason of the change, recorded with the stock movement. */
            reason?: string;
        };
        /**
         * Attention
         * @description What needs a person now.
         */
        Attention: {
            errors: components["schemas"]["OrdersInError"];
            /** @description Orders in production whose client asks for their cancellation; at most 10,000 are counted. */
            cancellationsRequested: number;
            /** @description Orders that wait for stock. */
            waitingForStock: number;
            /** @description Orders that wait for a file that cannot be fetched for now. */
            waitingForFiles: number;
            /** @description Orders on hold. */
            onHold: number;
            oldestNew?: components["schemas"]["UntouchedOrder"];
            oldestAssigned?: components["schemas"]["UntouchedOrder"];
            webhooks: components["schemas"]["WebhooksInTrouble"];
            /** @description What `GET /health/ready?verbose` tells as degraded. Empty: all is well. */
            service: components["schemas"]["ServiceTrouble"][];
        };
        /**
         * AuditActor
         * @description Who did it.
         */
        AuditActor: {
            /**
             * @description operator: somebody of the center, or a program of it. system: Platen itself.
             * @enum {string}
             */
            kind: "client" | "operator" | "system";
            /** @description operatorId of a person, clientId of a program. Absent: the command line. */
            id?: string;
            /** @description The name they had then. */
            name?: string;
        };
        /**
         * AuditEntry
         * @description Something that somebody of the center did.
         */
        AuditEntry: {
            /** @description Identifier of the entry. */
            entryId: string;
            /**
             * Format: date-time
             * @description When it was done. ISO 8601 in UTC with milliseconds.
             */
            occurred: string;
            actor: components["schemas"]["AuditActor"];
            /** @description What was done. */
            action: string;
            subject: components["schemas"]["AuditSubject"];
            /** @description What changed. Never a secret. */
            detail?: {
                [key: string]: unknown;
            };
        };
        /**
         * AuditSubject
         * @description What it was done to.
         */
        AuditSubject: {
            /**
             * @description What kind of thing it was done to.
             * @enum {string}
             */
            kind: "order" | "stock" | "client" | "carrier" | "catalog" | "article" | "operator" | "station" | "webhook_endpoint" | "printer" | "batch" | "bins" | "hand_over" | "service";
            /** @description Which one. Of an order: clientId and orderId, with a slash between them. */
            id?: string;
            /** @description The name that it has now: a client's, a person's or a carrier's own, of an order or a webhook endpoint its client's. */
            name?: string;
        };
        /**
         * Backlog
         * @description What is to be done.
         */
        Backlog: {
            age: components["schemas"]["BacklogAge"];
            /** @description What is ASSIGNED or ACCEPTED, by technology of prints and customizations. */
            technologies: components["schemas"]["BacklogTechnology"][];
        };
        /**
         * BacklogAge
         * @description Orders that are neither shipped nor cancelled, by the day on which they were made.
         */
        BacklogAge: {
            /** @description Made today. */
            today: number;
            /** @description Made yesterday. */
            oneDay: number;
            /** @description Made two or three days ago. */
            twoToThreeDays: number;
            /** @description Made before. */
            older: number;
        };
        /**
         * BacklogTechnology
         * @description What is to be done with a technology.
         */
        BacklogTechnology: {
            /** @description The technology. Absent: existing products. */
            technology?: string;
            /** @description Orders that have it; one with several counts for each. */
            orders: number;
            /** @description Pieces of those of their items that have it. */
            pieces: number;
        };
        /**
         * BadgeRequest
         * @description A badge that was scanned.
         */
        BadgeRequest: {
            /** @description What the scanner read. */
            badge: string;
        };
        /**
         * Batch
         * @description Orders that were released into production together.
         */
        Batch: {
            /** @description Its number. */
            batchId: string;
            /** @description As it is scanned: B and its number. */
            code: string;
            /**
             * Format: date-time
             * @description When it was released. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /** @description Who released it: operatorId of a person, clientId of a program. */
            createdById?: string;
            /** @description The name they had then. */
            createdByName?: string;
            choice: components["schemas"]["ReleaseChoice"];
            /**
             * Format: date-time
             * @description When its most urgent order is due. ISO 8601 in UTC with milliseconds.
             */
            due?: string;
            /** @description Orders, when it was released. */
            orders: number;
            /** @description Pieces and counted products, when it was released. */
            pieces: number;
            /**
             * Format: date-time
             * @description Since when nothing of it is left to make; absent: something is. ISO 8601 in UTC with milliseconds.
             */
            ended?: string;
        };
        /**
         * BatchCustomization
         * @description What is applied to pieces beside their prints.
         */
        BatchCustomization: {
            /** @description Its SKU. */
            code: string;
            /** @description How often it is applied. */
            pieces: number;
        };
        /**
         * BatchLine
         * @description Pieces of a batch that are made alike.
         */
        BatchLine: {
            /** @description Absent: existing products, which are only packed. */
            technology?: string;
            /** @description Of the article; absent for existing products. */
            manufacturerCode?: string;
            /** @description Of the article, or name of the product variant. */
            title: string;
            /** @description SKU of the blank, or EAN-13 of the product variant. */
            code: string;
            /** @description Colour of it. */
            color: string;
            /** @description Size of it. */
            size: string;
            /** @description So many are picked: those that were not replaced, scrapped or cancelled. */
            pieces: number;
            /** @description Still to be made. */
            toMake: number;
            /** @description Made, and not yet checked. */
            made: number;
            /** @description Checked, and not yet packed. */
            checked: number;
            /** @description In parcels, or left without being packed here. */
            packed: number;
            /** @description Of orders that are in error or cancelled. */
            stopped: number;
            /** @description Rejected, and made again. */
            replaced: number;
            /** @description Pieces on the shelf. */
            onHand: number;
            /** @description Pieces of it that orders have reserved, these among them. */
            reserved: number;
        };
        /**
         * BatchPapersRequest
         * @description Which papers of a batch are printed, and where.
         */
        BatchPapersRequest: {
            /**
             * @description TICKETS: one for each piece, in picking order. PICK_LIST: what to take from the shelves. COVER: the sheet on top.
             * @enum {string}
             */
            paper: "TICKETS" | "PICK_LIST" | "COVER";
            /**
             * @description Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight. Absent: what suits the printer.
             * @enum {string}
             */
            form?: "STICKER" | "SHEET";
            /** @description The printer; absent: one of the station, else a browser. */
            printerId?: string;
            /** @description Name or id of the station whose printers are taken; a browser that is one need not say it. */
            station?: string;
            /** @description Why it is printed again. */
            reason?: string;
        };
        /**
         * BatchProgress
         * @description What a batch is made of, and how far it is.
         */
        BatchProgress: {
            /** @description What is picked, by technology, article and variant. */
            lines: components["schemas"]["BatchLine"][];
            /** @description What is applied, by SKU. */
            customizations: components["schemas"]["BatchCustomization"][];
        };
        /**
         * Bin
         * @description A place where the pieces of an order gather.
         */
        Bin: {
            /** @description Its number. */
            bin: number;
            /** @description As it is scanned: K and four digits. */
            code: string;
            /** @description Client of the order that has it. Not for the role floor. */
            clientId?: string;
            /** @description The order that has it. Not for the role floor. */
            orderId?: string;
            /**
             * Format: date-time
             * @description Since when an order has it; absent: it is free.
             */
            taken?: string;
        };
        /**
         * BinContent
         * @description What lies in a bin, and what it waits for.
         */
        BinContent: {
            /** @description Its number. */
            bin: number;
            /** @description As it is scanned: K and four digits. */
            code: string;
            /**
             * @description COMPLETE: all is there, and it can be packed. WAITING: pieces are still to come. STOPPED: the order is in error, on hold, or asked to be cancelled. CANCELLED, SHIPPED: nothing happens to the order any more, so empty it.
             * @enum {string}
             */
            state: "COMPLETE" | "WAITING" | "STOPPED" | "CANCELLED" | "SHIPPED";
            /** @description Client of the order that has it. */
            clientId: string;
            /** @description Its name. */
            clientName: string;
            /** @description The order. */
            orderId: string;
            /**
             * Format: date-time
             * @description Since when. ISO 8601 in UTC with milliseconds.
             */
            taken: string;
            /** @description Pieces of the order that count. */
            pieces: number;
            /** @description Those that are checked, and lie in it. */
            checked: number;
            /** @description Those that are in parcels already. */
            packed: number;
            /** @description Pieces that are still to come, the first ten. */
            missing: components["schemas"]["MissingPiece"][];
        };
        /**
         * BinContents
         * @description Which orders lie where.
         */
        BinContents: {
            /** @description How many bins there are. */
            bins: number;
            /** @description Those that are taken, by their numbers. */
            contents: components["schemas"]["BinContent"][];
        };
        /**
         * BinsRequest
         * @description How many bins there are.
         */
        BinsRequest: {
            /** @description Bins 1 to this number; of those above it the free ones go. */
            count: number;
        };
        /**
         * BulkCancelRequest
         * @description Orders to cancel.
         */
        BulkCancelRequest: {
            /** @description The orders. */
            orders: components["schemas"]["BulkOrder"][];
            /** @description Why; the client sees it in the history of the order. */
            reason?: string;
        };
        /**
         * BulkHoldRequest
         * @description Orders to put on hold.
         */
        BulkHoldRequest: {
            /** @description The orders. */
            orders: components["schemas"]["BulkOrder"][];
            /** @description Why; the client reads it. */
            reason?: string;
        };
        /**
         * BulkOrder
         * @description What names an order, and what of it was seen.
         */
        BulkOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description The orderId, as it is. */
            orderId: string;
            /** @description ETag of the order as you read it, as in `If-Match` of the single change, or its `version` in double quotes: when it has changed since, this order is not changed. */
            ifMatch?: string;
        };
        /**
         * BulkRequest
         * @description Orders to change.
         */
        BulkRequest: {
            /** @description The orders. */
            orders: components["schemas"]["BulkOrder"][];
        };
        /**
         * BulkResult
         * @description What became of the orders.
         */
        BulkResult: {
            /** @description Number of results that went well. */
            succeeded: number;
            /** @description Number of those that did not. */
            failed: number;
            /** @description One for each order, in the same order. */
            results: components["schemas"]["BulkRow"][];
        };
        /**
         * BulkRow
         * @description What became of an order.
         */
        BulkRow: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description The orderId, as it is. */
            orderId: string;
            /** @description Status of the order now, when it went well. */
            status?: string;
            /** @description Name of the error, when it did not. */
            error?: string;
            /** @description What was wrong, and what to do. */
            message?: string;
        };
        /**
         * BulkShipOrder
         * @description What left of an order.
         */
        BulkShipOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description The orderId, as it is. */
            orderId: string;
            /** @description ETag of the order as you read it, as in `If-Match` of the single change, or its `version` in double quotes: when it has changed since, this order is not changed. */
            ifMatch?: string;
            /** @description The parcels that left. */
            parcels: components["schemas"]["Parcel"][];
        };
        /**
         * BulkShipRequest
         * @description What left of many orders.
         */
        BulkShipRequest: {
            /** @description The orders. */
            orders: components["schemas"]["BulkShipOrder"][];
        };
        /**
         * BulkShipResult
         * @description What became of the rows.
         */
        BulkShipResult: {
            /** @description Number of results that went well. */
            succeeded: number;
            /** @description Number of those that did not. */
            failed: number;
            /** @description One for each row, in the same order. */
            results: components["schemas"]["BulkShipRow"][];
            /** @description How the file was read, where that was not as UTF-8. */
            warnings?: components["schemas"]["ImportWarning"][];
        };
        /**
         * BulkShipRow
         * @description What became of a row.
         */
        BulkShipRow: {
            /** @description Of a file: the line that the row begins in, counted from 1. */
            line?: number;
            /** @description Identifier of the client. */
            clientId: string;
            /** @description The orderId, as it is. */
            orderId: string;
            /** @description Status of the order now, when it went well. */
            status?: string;
            /** @description Name of the error, when it did not. */
            error?: string;
            /** @description What was wrong, and what to do. */
            message?: string;
        };
        /**
         * CancelByStaffRequest
         * @description Why an order is cancelled.
         */
        CancelByStaffRequest: {
            /** @description Why; the client sees it in the history of the order. */
            reason?: string;
            /** @description Of an order in ACCEPTED: the pieces that were spoiled, each item once. They leave the shelf; the rest is given back. Absent: those that the floor has begun by its scans; an empty list: none. */
            scrapped?: components["schemas"]["ScrappedPieces"][];
        };
        /**
         * Cancellation
         * @description What became of the wish to cancel an order that was in production.
         */
        Cancellation: {
            /**
             * @description REQUESTED while staff decide.
             * @enum {string}
             */
            status: "REQUESTED" | "ACCEPTED" | "REJECTED";
            /** @description As it was given. */
            reason?: string;
            /** @description Why it was rejected: in the words of staff, or order_shipped or order_failed where that ended it. */
            rejectionReason?: string;
        };
        /**
         * Carrier
         * @description A carrier.
         */
        Carrier: {
            /** @description What an order names as shipping.carrierId. */
            carrierId: string;
            /** @description Name of the carrier. */
            name: string;
            /**
             * @description What customs form goes on its parcels out of the EU zone. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: it makes its own.
             * @enum {string}
             */
            customsForm: "BY_VALUE" | "CN22" | "CN23" | "NONE";
        };
        /**
         * CarrierOfOrder
         * @description Who is to carry it, or did: the carrier that the order names, else its client's default. Absent: nobody was chosen, or the client sent a label of its own.
         */
        CarrierOfOrder: {
            /** @description Identifier of the carrier. */
            carrierId: string;
            /** @description Its name. */
            name?: string;
        };
        /**
         * CarrierRequest
         * @description A carrier.
         */
        CarrierRequest: {
            /** @description Name of the carrier. */
            name: string;
            /**
             * @description What customs form goes on its parcels out of the EU zone. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: it makes its own. Absent: stays as it is, at first BY_VALUE.
             * @enum {string}
             */
            customsForm?: "BY_VALUE" | "CN22" | "CN23" | "NONE";
        };
        /**
         * CatalogArticle
         * @description An article with its variants.
         */
        CatalogArticle: {
            /** @description Unique identifier of the article. */
            manufacturerCode: string;
            /** @description Title. */
            title: string;
            /**
             * @description What can be done with it.
             * @enum {string}
             */
            type: "BLANK" | "CUSTOMIZATION" | "UNPRODUCIBLE";
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
            /** @description Its variants. */
            variants?: components["schemas"]["CatalogArticleVariant"][];
        };
        /**
         * CatalogArticleVariant
         * @description A variant of an article.
         */
        CatalogArticleVariant: {
            /** @description SKU. */
            sku: string;
            /** @description Colour. */
            color: string;
            /** @description Size. */
            size: string;
            /** @description Pieces on the shelf. */
            stockLevelQuantity: number;
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
            /**
             * @description For printing with DTG.
             * @enum {string}
             */
            dtgType?: "WHITE_UNDERBASE" | "NO_UNDERBASE";
            /** @description Of a BLANK: where it may be decorated. */
            allowedLocations?: components["schemas"]["LocationTechnologies"][];
            /** @description Of a CUSTOMIZATION: where it may be applied. */
            isAllowedOnLocations?: components["schemas"]["LocationTechnologies"][];
        };
        /**
         * CatalogCarrier
         * @description A carrier.
         */
        CatalogCarrier: {
            /** @description Identifier of the carrier. */
            carrierId: string;
            /** @description Name. */
            name: string;
            /** @description Make it the client's default. */
            default?: boolean;
        };
        /**
         * CatalogDifferences
         * @description What changes: with `dryRun` what would, and nothing does.
         */
        CatalogDifferences: {
            counts: components["schemas"]["DifferencesCounted"];
            /** @description What is new; the first 500. */
            new: components["schemas"]["NewRecord"][];
            /** @description What changes; the first 500. */
            changed: components["schemas"]["ChangedRecord"][];
            /** @description Variants that were retired, and are no longer, with what else changes; the first 500. */
            broughtBack: components["schemas"]["ChangedRecord"][];
            /** @description Variants that are retired; the first 500. */
            retired: components["schemas"]["RetiredVariant"][];
        };
        /**
         * CatalogForm
         * @description The CSV files of a catalogue, each as a part of its own, under whatever field name.
         */
        CatalogForm: {
            /** @description The files. `articles.csv`, `article-variants.csv`, `products.csv`, `product-variants.csv` and `carriers.csv` are known by their names, others by their columns. */
            files: string[];
        };
        /**
         * CatalogProduct
         * @description A product with its variants.
         */
        CatalogProduct: {
            /** @description Identifier of the product. */
            productId: string;
            /** @description Name. */
            name: string;
            /** @description Relative to the image base URL, or http(s). */
            previewImageUrls?: string[];
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
            /** @description Its variants. */
            variants?: components["schemas"]["CatalogProductVariant"][];
        };
        /**
         * CatalogProductVariant
         * @description A variant of a product.
         */
        CatalogProductVariant: {
            /** @description EAN-13. */
            ean13: string;
            /** @description Name. */
            name: string;
            /** @description Colour. */
            color: string;
            /** @description Size. */
            size: string;
            /** @description Pieces on the shelf. */
            stockLevelQuantity: number;
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
        };
        /**
         * CatalogRequest
         * @description A catalogue, as described at /docs/catalog-import. It has at least one of the three sections.
         */
        CatalogRequest: {
            /** @description Articles. */
            articles?: components["schemas"]["CatalogArticle"][];
            /** @description Products. */
            products?: components["schemas"]["CatalogProduct"][];
            /** @description Carriers. */
            carriers?: components["schemas"]["CatalogCarrier"][];
        };
        /**
         * ChangedRecord
         * @description A record of the catalogue that changes.
         */
        ChangedRecord: {
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "article" | "articleVariant" | "product" | "productVariant" | "carrier";
            /** @description Its identifier: manufacturerCode, sku, productId, ean13 or carrierId. */
            code: string;
            /** @description The fields that change. */
            changes: components["schemas"]["FieldChange"][];
        };
        /**
         * Client
         * @description A client.
         */
        Client: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the customer. */
            name: string;
            /**
             * @description sandbox: for tests; its orders never reach production.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /**
             * @description fulfillment: a customer. operator: the center's own systems.
             * @enum {string}
             */
            scope: "fulfillment" | "operator";
            /**
             * @description With the scope operator: what it may do.
             * @enum {string}
             */
            role?: "admin" | "office" | "floor" | "viewer";
            /**
             * @description A disabled client gets no tokens, and those it has end.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * Format: date-time
             * @description When it was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /** @description Products it has. */
            products: number;
            /** @description Product variants it has. */
            productVariants: number;
            /** @description Secrets that are valid. */
            secrets: number;
            /** @description The carriers that it has a contract with. */
            carriers: components["schemas"]["ContractedCarrier"][];
        };
        /**
         * ClientChangeRequest
         * @description What is absent stays.
         */
        ClientChangeRequest: {
            /** @description Name of the customer. */
            name?: string;
            /**
             * @description Of a client with the scope operator only: what it may do.
             * @enum {string}
             */
            role?: "admin" | "office" | "floor" | "viewer";
        };
        /**
         * ClientSecret
         * @description A secret that is valid. The secret itself was shown once, and is not kept.
         */
        ClientSecret: {
            /** @description Identifier of the secret; the claim `secret_id` of the tokens that it was exchanged for. */
            secretId: string;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
        };
        /**
         * CloseHandOverRequest
         * @description How it is closed.
         */
        CloseHandOverRequest: {
            /** @description true: also when packed parcels of the carrier are not on it. */
            leaveMissing?: boolean;
        };
        /**
         * ContractRequest
         * @description A contract with a carrier.
         */
        ContractRequest: {
            /** @description Whether orders that name no carrier ship with it. Absent: stays as it is, at first false. */
            default?: boolean;
        };
        /**
         * ContractedCarrier
         * @description A carrier that a client has a contract with.
         */
        ContractedCarrier: {
            /** @description What an order names as shipping.carrierId. */
            carrierId: string;
            /** @description Name of the carrier. */
            name: string;
            /** @description Whether orders that name no carrier ship with it. */
            default: boolean;
        };
        /**
         * ContractedClient
         * @description A client that has a contract with a carrier.
         */
        ContractedClient: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the client. */
            name: string;
            /**
             * @description Whether it is an integrator's test; those never reach production.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /**
             * @description Whether it may use the API.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Whether it is the default carrier of the client. */
            default: boolean;
        };
        /**
         * CustomProduct
         * @description A blank article with prints and customizations.
         */
        CustomProduct: {
            /** @description SKU of a variant of a BLANK article. */
            sku: string;
            /** @description Prints to apply. */
            prints?: components["schemas"]["Print"][];
            /** @description Customizations to apply. */
            customizations?: components["schemas"]["Customization"][];
            /** @description Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
            qualityControlImageUrl?: string;
        };
        /**
         * CustomProductItem
         * @description Pieces of a custom product.
         */
        CustomProductItem: {
            /** @description Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
            id: string;
            /** @description Pieces ordered. */
            quantity: number;
            /** @description Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs. */
            unitPrice?: number;
            customProduct: components["schemas"]["CustomProduct"];
        };
        /**
         * Customization
         * @description An article that is applied to the blank, and where and how.
         */
        Customization: {
            /** @description SKU of a variant of a CUSTOMIZATION article. */
            sku: string;
            /** @description Where on the article, one of its locations. */
            location: string;
            /** @description How it is applied. */
            technology: string;
            /** @description Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
            qualityControlImageUrl?: string;
        };
        /**
         * CustomsData
         * @description What a customs declaration says of one piece; what is not known is absent.
         */
        CustomsData: {
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
        };
        /**
         * CustomsGap
         * @description Why something cannot be declared.
         */
        CustomsGap: {
            /**
             * @description What is missing.
             * @enum {string}
             */
            field: "hsCode" | "countryOfOrigin" | "weightGrams" | "unitPrice";
            /** @description SKU or EAN-13 of what it is missing for. */
            code: string;
            /** @description Name of the product, or title of the article. */
            title: string;
            /** @description The items that name it. */
            itemIds: string[];
            /** @description What is missing, as a sentence. */
            message: string;
        };
        /**
         * CustomsLine
         * @description All pieces of one tariff number and origin.
         */
        CustomsLine: {
            /** @description Tariff number. */
            hsCode: string;
            /** @description ISO 3166-1 alpha-2. */
            countryOfOrigin: string;
            /** @description What the pieces are; several descriptions with commas between them. */
            description: string;
            /** @description Pieces. */
            quantity: number;
            /** @description Grams of all of them, without packaging. */
            netWeightGrams: number;
            /** @description Of all of them, with VAT, in `currency`. */
            value: number;
        };
        /**
         * CustomsRequest
         * @description The customs data; what is absent is removed.
         */
        CustomsRequest: {
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
        };
        /**
         * DifferenceCounts
         * @description How many records differ.
         */
        DifferenceCounts: {
            /** @description Records that are new. */
            new: number;
            /** @description Records that change. */
            changed: number;
            /** @description Records that stay as they are. */
            unchanged: number;
        };
        /**
         * DifferencesCounted
         * @description How many records of each kind differ.
         */
        DifferencesCounted: {
            articles: components["schemas"]["DifferenceCounts"];
            articleVariants: components["schemas"]["VariantDifferenceCounts"];
            products: components["schemas"]["DifferenceCounts"];
            productVariants: components["schemas"]["VariantDifferenceCounts"];
            carriers: components["schemas"]["DifferenceCounts"];
        };
        /**
         * Error
         * @description The body of every answer outside 2xx.
         */
        Error: {
            /**
             * @description Short name of the error, from one catalogue.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_json" | "invalid_url" | "bad_request" | "unsupported_grant_type" | "invalid_scope" | "missing_token" | "invalid_token" | "sign_in_refused" | "not_signed_in" | "not_a_station" | "station_locked" | "invalid_client" | "insufficient_scope" | "not_permitted" | "people_only" | "foreign_origin" | "wrong_password" | "openid_refused" | "sandbox_only" | "not_found" | "order_not_found" | "article_not_found" | "article_variant_not_found" | "product_variant_not_found" | "products_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "client_not_found" | "secret_not_found" | "carrier_not_found" | "product_not_found" | "shipment_not_found" | "operator_not_found" | "note_not_found" | "station_not_found" | "session_not_found" | "batch_not_found" | "hand_over_not_found" | "piece_not_found" | "parcel_not_found" | "stock_not_found" | "printer_not_found" | "print_job_not_found" | "method_not_allowed" | "request_timeout" | "order_already_exists" | "order_not_changeable" | "too_many_notes" | "sandbox_order" | "order_not_cancellable" | "station_name_taken" | "login_taken" | "last_admin" | "openid_account" | "too_many_webhook_endpoints" | "webhook_delivery_ended" | "not_enough_stock" | "too_much_stock" | "printer_name_taken" | "too_many_printers" | "printer_in_use" | "hand_over_incomplete" | "parcel_on_other_list" | "print_job_not_changeable" | "document_not_printable" | "parcel_not_packed" | "label_not_made" | "print_document_deleted" | "link_not_valid" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "temporarily_unavailable";
            /** @description What went wrong and what to do, in a sentence. */
            message: string;
            /** @description All violations in words, or what the error name means in general. */
            detail: string;
            /** @description The X-Request-Id of the answer; give it when asking for help. */
            requestId: string;
            /** @description All things wrong with the request, at most 100; of the import of a catalogue 10,000. */
            violations?: components["schemas"]["Violation"][];
        };
        /**
         * ErrorRequest
         * @description Why an order cannot be made as it is.
         */
        ErrorRequest: {
            /** @description Short name of the reason. Absent: production_problem, or in ERROR what it was. */
            code?: string;
            /** @description What is wrong and what to do, for the client. */
            message: string;
            /** @description JSON Pointer to the part of the order that is to be corrected. */
            pointer?: string;
            /** @description Of an order in ACCEPTED: the pieces that were spoiled, each item once. They leave the shelf; the rest is given back. Absent: those that the floor has begun by its scans; an empty list: none. */
            scrapped?: components["schemas"]["ScrappedPieces"][];
        };
        /**
         * ExistingProduct
         * @description An existing product.
         */
        ExistingProduct: {
            /** @description EAN-13 of a product variant that is assigned to you. */
            ean13: string;
            /** @description Name of the variant when it was ordered. */
            name: string;
        };
        /**
         * ExistingProductItem
         * @description Pieces of an existing product.
         */
        ExistingProductItem: {
            /** @description Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
            id: string;
            /** @description Pieces ordered. */
            quantity: number;
            /** @description Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs. */
            unitPrice?: number;
            existingProduct: components["schemas"]["ExistingProduct"];
        };
        /**
         * FailedAttempt
         * @description The last attempt that failed.
         */
        FailedAttempt: {
            /**
             * Format: date-time
             * @description When. ISO 8601 in UTC with milliseconds.
             */
            at: string;
            /** @description HTTP status of the answer. Absent: there was none. */
            status?: number;
            /**
             * @description Why it counts as a failure.
             * @enum {string}
             */
            error: "unexpected_status" | "redirect" | "timeout" | "address_refused" | "certificate_invalid" | "unreachable" | "secret_unreadable" | "internal_problem";
        };
        /**
         * FieldChange
         * @description A field whose value is another one.
         */
        FieldChange: {
            /** @description Name of the field. */
            field: string;
            /** @description What is stored; absent where there is nothing. */
            before?: unknown;
            /** @description What comes; absent where nothing does. */
            after?: unknown;
        };
        /**
         * FloorCounts
         * @description What of the floor needs a person now.
         */
        FloorCounts: {
            /** @description Open orders of live clients that are due already. */
            late: number;
            /**
             * Format: date-time
             * @description When those were made at the latest, to the minute. ISO 8601 in UTC with milliseconds.
             */
            lateMadeBy: string;
            /** @description Bins whose order is in error, on hold, or asked to be cancelled. */
            binsStopped: number;
            /** @description Bins whose order was cancelled, or shipped without being packed here. */
            binsToEmpty: number;
        };
        /**
         * FloorNote
         * @description What staff wrote for each other.
         */
        FloorNote: {
            /** @description What was written. */
            text: string;
            /**
             * Format: date-time
             * @description When. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /** @description Who wrote it, by the name they had then. */
            author?: string;
            /** @description The article that it is about; absent: the order. */
            manufacturerCode?: string;
        };
        /**
         * FloorProblem
         * @description Something that stands still until somebody does something.
         */
        FloorProblem: {
            /**
             * @description NO_LABEL: a parcel that was packed without a label. PAPER_NOT_MADE: a paper of a parcel that has left could not be made. NO_BLANK: a piece that was rejected, and the shelf has no blank for its successor. STOPPED, ON_HOLD, ASKED_TO_CANCEL: an order with pieces on the floor. PRINT_JOB: it failed, or nobody knows whether it was printed. PRINTER: it cannot be reached, and jobs wait. BIN: taken for more than 24 hours.
             * @enum {string}
             */
            kind: "NO_LABEL" | "PAPER_NOT_MADE" | "NO_BLANK" | "STOPPED" | "ON_HOLD" | "ASKED_TO_CANCEL" | "PRINT_JOB" | "PRINTER" | "BIN";
            /**
             * Format: date-time
             * @description Since when. ISO 8601 in UTC with milliseconds.
             */
            since: string;
            /** @description What to do. */
            todo: string;
            /** @description The client of the order. */
            clientId?: string;
            /** @description The order. */
            orderId?: string;
            /** @description Of the parcel, piece or order, as it is scanned. */
            code?: string;
            /** @description The print job. */
            jobId?: string;
            /** @description The printer. */
            printerId?: string;
            /** @description Its name. */
            printerName?: string;
            /** @description The bin. */
            bin?: number;
            /** @description Pieces of the order on the floor; of a printer the jobs that wait. */
            count?: number;
            /** @description Of a parcel, a print job or a printer a short name of what is wrong; of an order its reason; of a piece the SKU of its blank; of a bin the status of its order. */
            reason?: string;
            /** @description What is missing, as sentences. */
            details?: string[];
            /** @description The same with codes. */
            detailSentences?: components["schemas"]["FloorSentence"][];
        };
        /**
         * FloorProblemCounts
         * @description How many of each kind there are; of very many 1,000.
         */
        FloorProblemCounts: {
            /** @description Of kind NO_LABEL. */
            NO_LABEL: number;
            /** @description Of kind PAPER_NOT_MADE. */
            PAPER_NOT_MADE: number;
            /** @description Of kind NO_BLANK. */
            NO_BLANK: number;
            /** @description Of kind STOPPED. */
            STOPPED: number;
            /** @description Of kind ON_HOLD. */
            ON_HOLD: number;
            /** @description Of kind ASKED_TO_CANCEL. */
            ASKED_TO_CANCEL: number;
            /** @description Of kind PRINT_JOB. */
            PRINT_JOB: number;
            /** @description Of kind PRINTER. */
            PRINTER: number;
            /** @description Of kind BIN. */
            BIN: number;
        };
        /**
         * FloorSentence
         * @description Something that is told, for consoles that say it in their own language.
         */
        FloorSentence: {
            /**
             * @description Which sentence it is; more come with time.
             * @enum {string}
             */
            code: "old_ticket" | "order_cancelled" | "order_shipped" | "order_on_hold" | "order_stopped" | "order_stopped_because" | "order_not_to_be_shipped" | "cancellation_asked" | "part_has_left" | "piece_rejected" | "piece_replaced" | "piece_scrapped" | "piece_unknown" | "order_unknown" | "parcel_unknown" | "bin_unknown" | "bin_free" | "code_misread" | "code_unknown" | "code_or_product_unknown" | "code_means_nothing" | "command_unknown" | "command_of_packing" | "command_not_of_packing" | "command_not_of_hand_over" | "badge_at_no_station" | "several_pieces" | "tracking_unknown" | "tracking_of_several" | "tracking_misread" | "nothing_to_pack" | "nothing_printed" | "no_blank" | "blank_not_counted" | "bins_full" | "no_bins" | "scan_piece_first" | "scan_order_first" | "scan_parcel_code" | "close_parcel_first" | "parcel_empty" | "parcel_not_complete" | "parcel_without_label" | "label_not_printed_again" | "no_parcel_left" | "made_already" | "checked_already" | "changed_since" | "in_parcel" | "in_parcel_of_order" | "nothing_finished" | "nothing_packed" | "piece_of_other_order" | "piece_not_in_parcel" | "product_not_of_order" | "enough_of_item" | "enough_of_product" | "order_in_use" | "no_list_open" | "list_closed" | "list_empty" | "list_full" | "list_incomplete" | "nothing_on_list" | "parcel_on_list" | "parcel_on_closed_list" | "parcel_just_listed" | "parcel_being_packed" | "parcel_unlabelled" | "parcel_given_up" | "parcel_of_other_carrier" | "hs_code_missing" | "country_of_origin_missing" | "weight_missing" | "price_missing" | "label_not_kept" | "slip_not_kept" | "file_lost" | "client_file_not_printable" | "label_used" | "no_printer_of_label" | "no_printer_of_customs" | "no_printer_of_client_label" | "no_printer_of_client_slip" | "not_printable" | "address_not_printable" | "paper_not_drawn" | "order_gone";
            /** @description What is filled in, such as a code; what is not known is absent. */
            params: {
                [key: string]: string;
            };
            /** @description In English. */
            message: string;
        };
        /**
         * FoundPiece
         * @description A piece on the floor, with pictures to compare it by.
         */
        FoundPiece: {
            /** @description As it is scanned: P and ten digits. */
            code: string;
            /** @description The client of the order. Not for the role floor. */
            clientId?: string;
            /** @description What the client is called. Not for the role floor. */
            clientName?: string;
            /** @description The order. Not for the role floor. */
            orderId?: string;
            /** @description Id of the item in the order. */
            itemId: string;
            /** @description Which of the pieces of its item it is, from 1. */
            number: number;
            /** @description 0: the first. 1: its successor R1, and so on. */
            attempt: number;
            /** @description 1; of an item of more than 200 pieces all of them, as one lot. */
            quantity: number;
            /** @description The blank. */
            sku: string;
            article?: components["schemas"]["PieceArticle"];
            /** @description Of its first step. */
            technology: string;
            /**
             * @description What has become of it.
             * @enum {string}
             */
            state: "TO_MAKE" | "MADE" | "CHECKED" | "PACKED" | "REPLACED" | "SCRAPPED" | "CANCELLED";
            /** @description The batch that it is made in. */
            batchId?: string;
            /** @description false: no blank is reserved for it yet, since the shelf had none. */
            hasBlank?: boolean;
            /**
             * Format: date-time
             * @description When its order should have left. ISO 8601 in UTC with milliseconds.
             */
            due: string;
            artwork?: components["schemas"]["PiecePictures"];
            qualityControl?: components["schemas"]["PiecePictures"];
        };
        /**
         * HandOver
         * @description A list of the parcels that a carrier's driver takes along.
         */
        HandOver: {
            /** @description Its number. */
            handOverId: string;
            /** @description The carrier. Absent: parcels whose carrier is not known, as where clients send labels of their own. */
            carrierId?: string;
            /** @description Its name. */
            carrierName?: string;
            /**
             * @description OPEN: parcels are still scanned into it. CLOSED: the driver has them.
             * @enum {string}
             */
            state: "OPEN" | "CLOSED";
            /**
             * Format: date-time
             * @description When. ISO 8601 in UTC with milliseconds.
             */
            opened: string;
            /** @description operatorId of a person, clientId of a program. */
            openedById?: string;
            /** @description The name they had then. */
            openedByName?: string;
            /** @description How many are on it; at most 2,000. */
            parcels: number;
            /**
             * Format: date-time
             * @description When. ISO 8601 in UTC with milliseconds.
             */
            closed?: string;
            /** @description operatorId of a person, clientId of a program. */
            closedById?: string;
            /** @description The name they had then. */
            closedByName?: string;
            /** @description Packed parcels of the carrier that stayed behind when it was closed. */
            missing?: number;
        };
        /**
         * HandOverCarrier
         * @description What waits for the driver of a carrier.
         */
        HandOverCarrier: {
            /** @description The carrier. Absent: parcels whose carrier is not known, as where clients send labels of their own. */
            carrierId?: string;
            /** @description Its name. */
            carrierName?: string;
            /** @description Packed parcels that are on no list; of the last 14 days, counted up to 1,000. */
            waiting: number;
            /** @description Of these, those that have no label yet. */
            unlabelled: number;
            /** @description The list that is open. */
            handOverId?: string;
            /** @description How many are on that. */
            parcels?: number;
        };
        /**
         * HandedOverParcel
         * @description A parcel on a hand-over list.
         */
        HandedOverParcel: {
            /** @description The client of the order. */
            clientId: string;
            /** @description Its name. */
            clientName: string;
            /** @description The order. */
            orderId: string;
            /** @description As it is scanned: T and ten digits. */
            code: string;
            /**
             * @description OPEN: it is being packed. PACKED: it has no label yet, and cannot leave. SHIPPED: it can leave. DROPPED: its order ended without it.
             * @enum {string}
             */
            state: "OPEN" | "PACKED" | "SHIPPED" | "DROPPED";
            /** @description As it was scanned. */
            trackingNumber?: string;
            /**
             * Format: date-time
             * @description When it was scanned into the list. ISO 8601 in UTC with milliseconds.
             */
            handedOver: string;
        };
        /**
         * HoldRequest
         * @description Why an order is put on hold.
         */
        HoldRequest: {
            /** @description Why; the client reads it. */
            reason?: string;
        };
        /**
         * ImportCounts
         * @description What a catalogue holds.
         */
        ImportCounts: {
            /** @description Articles in the catalogue. */
            articles: number;
            /** @description Article variants in it. */
            articleVariants: number;
            /** @description Products in it. */
            products: number;
            /** @description Product variants in it. */
            productVariants: number;
            /** @description Carriers in it. */
            carriers: number;
            /** @description Of its products, those that the client has now. */
            assignedProducts: number;
            /** @description Their variants. */
            assignedProductVariants: number;
            /** @description Of its carriers, those that the client has a contract with now. */
            assignedCarriers: number;
            /** @description Imported values that look like mistakes; the first 100. */
            warnings?: components["schemas"]["ImportWarning"][];
            differences?: components["schemas"]["CatalogDifferences"];
            /** @description true: it was a dry run, and nothing was changed. Else absent. */
            dryRun?: boolean;
        };
        /**
         * ImportWarning
         * @description An imported value that looks like a mistake.
         */
        ImportWarning: {
            /** @description Where: a JSON Pointer into the body, or a file and line. */
            pointer: string;
            /** @description What, for programs. */
            code: string;
            /** @description What, and what to do about it. */
            message: string;
        };
        /**
         * KeptFile
         * @description A file of the order that is kept here.
         */
        KeptFile: {
            /** @description JSON Pointer to the URL in the order. */
            pointer: string;
            /**
             * @description What it is for.
             * @enum {string}
             */
            role: "artwork" | "quality_control_image" | "packing_slip" | "label";
            /** @description By its content. */
            mediaType: string;
            /** @description Size. */
            bytes: number;
            /** @description Of the content, in hexadecimal. */
            sha256: string;
            /**
             * Format: uri
             * @description Where its content is read: getOrderFile.
             */
            url: string;
            thumbnails: components["schemas"]["Thumbnails"];
            /** @description Pixels, of an image. */
            width?: number;
            /** @description Pixels, of an image. */
            height?: number;
            /** @description Pixels per inch that an image says of itself, if it does; the lower number where they differ across and down. */
            dpi?: number;
            /** @description Whether an image may have transparent pixels. */
            hasAlpha?: boolean;
            /** @description Of a PDF. */
            pages?: number;
            /** @description Millimeters, of the first page of a PDF as it is shown. */
            widthMm?: number;
            /** @description Millimeters, of the first page of a PDF as it is shown. */
            heightMm?: number;
            printArea?: components["schemas"]["PrintArea"];
            /** @description Of an image: pixels per inch when it is scaled to fit into the print area. */
            printDpi?: number;
            /**
             * Format: date-time
             * @description When it was fetched.
             */
            fetched: string;
        };
        /**
         * LabelShipment
         * @description It ships with your own label.
         */
        LabelShipment: {
            /** @description Own label: PDF, ZPL or PNG, at most 10 pages. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
            shippingLabelUrl: string;
            /** @description Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
            returnLabelUrl?: string;
            /** @description Of the first parcel, once that has left. */
            trackingNumber?: string;
            /** @description Who carries the first parcel, once that has left. */
            trackingCarrier?: string;
            /** @description Where the first parcel can be followed, once that has left. An http or https URL. */
            trackingUrl?: string;
        };
        /**
         * LeftOutOrder
         * @description An order that was chosen, and could not be released.
         */
        LeftOutOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description The orderId, percent-encoded. */
            orderId: string;
            /**
             * @description ALREADY_RELEASED: another batch has it. NOT_ASSIGNED: it cannot be accepted now.
             * @enum {string}
             */
            reason: "ALREADY_RELEASED" | "NOT_ASSIGNED";
            /** @description The batch that has it. */
            batchId?: string;
            /** @description Of that batch. */
            code?: string;
        };
        /**
         * ListedArticle
         * @description An article in a list.
         */
        ListedArticle: {
            /** @description Identifier of the article. */
            manufacturerCode: string;
            /** @description Title. */
            title: string;
            /**
             * @description BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither.
             * @enum {string}
             */
            type: "BLANK" | "CUSTOMIZATION" | "UNPRODUCIBLE";
            /** @description Number of variants, without those that are retired. */
            variants: number;
        };
        /**
         * ListedClient
         * @description A client in a list.
         */
        ListedClient: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the customer. */
            name: string;
            /**
             * @description sandbox: for tests; its orders never reach production.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /**
             * @description fulfillment: a customer. operator: the center's own systems.
             * @enum {string}
             */
            scope: "fulfillment" | "operator";
            /**
             * @description With the scope operator: what it may do.
             * @enum {string}
             */
            role?: "admin" | "office" | "floor" | "viewer";
            /**
             * @description A disabled client gets no tokens, and those it has end.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * Format: date-time
             * @description When it was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /** @description Products it has. */
            products: number;
            /** @description Product variants it has. */
            productVariants: number;
            /** @description Secrets that are valid. */
            secrets: number;
        };
        /**
         * ListedOrder
         * @description An order in the list of staff.
         */
        ListedOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the client. */
            clientName: string;
            /** @description The client's identifier of the order. */
            orderId: string;
            /**
             * @description Whether it is an integrator's test; those never reach production.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /**
             * @description Status of the order.
             * @enum {string}
             */
            status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
            /** @description Raised by every change. In double quotes it is the ETag that `If-Match`, and `ifMatch` of a bulk, take: `"3"`. */
            version: number;
            /** @description Code of the reason, where there is one. */
            statusReason?: string;
            /** @description Message of the reason, where there is one. */
            statusMessage?: string;
            /**
             * Format: date-time
             * @description Since when it is in its status.
             */
            statusSince: string;
            recipient?: components["schemas"]["ListedRecipient"];
            /** @description Who carries it: the carrierId that it names, else the default of its client when it was assigned; what staff shipped it with. Absent: nobody yet, or its own label says. */
            carrier?: string;
            /** @description true where it is on hold; else absent. */
            held?: boolean;
            /**
             * @description What became of its customer's wish to cancel it, where there was one.
             * @enum {string}
             */
            cancellation?: "REQUESTED" | "ACCEPTED" | "REJECTED";
            /** @description true where nobody else takes what it waits for; else absent. */
            preferred?: boolean;
            /** @description Number of items. */
            items: number;
            /**
             * Format: date-time
             * @description When the order was made.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the order last changed.
             */
            updated: string;
        };
        /**
         * ListedProduct
         * @description A product in a list.
         */
        ListedProduct: {
            /** @description Identifier of the product. */
            productId: string;
            /** @description Name. */
            name: string;
            /** @description Addresses of its pictures, in full. */
            previewImageUrls: string[];
            /** @description Number of variants, without those that are retired. */
            variants: number;
        };
        /**
         * ListedRecipient
         * @description Recipient. Absent: the order ships with its own label.
         */
        ListedRecipient: {
            /** @description Person or company. */
            name?: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
        };
        /**
         * ListedStationSession
         * @description A browser that is the station.
         */
        ListedStationSession: {
            /** @description Identifier of the session. */
            sessionId: string;
            /**
             * Format: date-time
             * @description When the person signed in. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute. ISO 8601 in UTC with milliseconds.
             */
            lastSeen: string;
            /**
             * Format: date-time
             * @description When it ends, if it is not used before. ISO 8601 in UTC with milliseconds.
             */
            expires: string;
            /** @description User-Agent header of the browser. */
            userAgent?: string;
        };
        /**
         * ListedStock
         * @description Stock of a variant, in a list.
         */
        ListedStock: {
            /**
             * @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
             * @enum {string}
             */
            kind: "ARTICLE" | "PRODUCT";
            /** @description EAN-13 or SKU. */
            code: string;
            /** @description Name of the product variant, or title of the article. */
            name: string;
            /** @description Colour. */
            color: string;
            /** @description Size. */
            size: string;
            /** @description Pieces on the shelf. */
            onHand: number;
            /** @description Pieces that orders have reserved. */
            reserved: number;
            /** @description Pieces that may still be reserved; never below 0. */
            available: number;
            /**
             * Format: date-time
             * @description Since when it is retired, and cannot be ordered any more; absent where it is not.
             */
            retired?: string;
            /** @description Of an article variant the manufacturerCode, of a product variant the productId. */
            parent: string;
        };
        /**
         * LocationTechnologies
         * @description A location on an article, with the technologies allowed there.
         */
        LocationTechnologies: {
            /** @description Location on the article. */
            location: string;
            /** @description Technologies allowed there. */
            printTechnologies: string[];
            printArea?: components["schemas"]["PrintArea"];
        };
        /**
         * MeRequest
         * @description What is absent stays.
         */
        MeRequest: {
            /** @description Name that others see. */
            name?: string;
            /**
             * @description Language of the console; absent: that of the browser.
             * @enum {string}
             */
            language?: "de" | "en";
        };
        /**
         * MissingPiece
         * @description A piece that is still to come.
         */
        MissingPiece: {
            /** @description Of the piece. */
            code: string;
            /**
             * @description What has become of it.
             * @enum {string}
             */
            state: "TO_MAKE" | "MADE" | "CHECKED" | "PACKED" | "REPLACED" | "SCRAPPED" | "CANCELLED";
            /** @description 0: the first. 1: its successor R1, and so on. */
            attempt: number;
            /** @description The blank. */
            sku: string;
            /** @description Of its first step. */
            technology: string;
        };
        /**
         * NamedClient
         * @description A client, by its name.
         */
        NamedClient: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the client. */
            name: string;
            /**
             * @description Whether it is an integrator's test; those never reach production.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /**
             * @description Whether it may use the API.
             * @enum {string}
             */
            status: "active" | "disabled";
        };
        /**
         * NewClientRequest
         * @description A client to be made.
         */
        NewClientRequest: {
            /** @description Name of the customer. */
            name: string;
            /**
             * @description Default: live.
             * @enum {string}
             */
            mode?: "live" | "sandbox";
            /**
             * @description Default: fulfillment.
             * @enum {string}
             */
            scope?: "fulfillment" | "operator";
            /**
             * @description With the scope operator: what it may do. Default: admin.
             * @enum {string}
             */
            role?: "admin" | "office" | "floor" | "viewer";
        };
        /**
         * NewOperatorRequest
         * @description An account to be made.
         */
        NewOperatorRequest: {
            /** @description Name that others see. */
            name: string;
            /** @description A name or an e-mail address; case does not count. */
            login: string;
            /**
             * @description What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
             * @enum {string}
             */
            role: "admin" | "office" | "floor" | "viewer";
        };
        /**
         * NewPrinterRequest
         * @description A printer.
         */
        NewPrinterRequest: {
            /** @description What people call it; no other has the same. */
            name: string;
            /**
             * @description raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
             * @enum {string}
             */
            kind: "raw" | "ipp" | "browser";
            /** @description Of raw a host, with a port where it is not 9100; of ipp a URI, such as ipp://10.0.0.8/ipp/print. A browser has none. Private addresses are fine here. */
            address?: string;
            /** @description What documents it takes. By default ZPL of raw, PDF of ipp, PDF and PNG of a browser; a label printer may take PDF as well. */
            mediaTypes?: ("application/zpl" | "application/pdf" | "image/png")[];
            /** @description Width of its paper in millimeters. */
            mediaWidthMm: number;
            /** @description Height of its paper in millimeters. */
            mediaHeightMm: number;
            /** @description How fine it prints: 203 or 300 of most label printers. */
            dotsPerInch: number;
        };
        /**
         * NewRecord
         * @description A record of the catalogue that is new.
         */
        NewRecord: {
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "article" | "articleVariant" | "product" | "productVariant" | "carrier";
            /** @description Its identifier: manufacturerCode, sku, productId, ean13 or carrierId. */
            code: string;
        };
        /**
         * NewSecret
         * @description The id and a new secret of a client.
         */
        NewSecret: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Shown this once; only its hash is kept. */
            clientSecret: string;
        };
        /**
         * NewStationRequest
         * @description A station to be made.
         */
        NewStationRequest: {
            /** @description What people call it. */
            name: string;
            /** @description What is done there. */
            kinds: ("make" | "check" | "pack" | "hand_over")[];
        };
        /**
         * Note
         * @description What staff wrote for each other; customers never read it.
         */
        Note: {
            /** @description Identifier of the note. */
            noteId: string;
            /** @description What was written. */
            text: string;
            /**
             * Format: date-time
             * @description When it was written. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last corrected; absent: never. ISO 8601 in UTC with milliseconds.
             */
            changed?: string;
            /** @description Who wrote it: operatorId of a person, clientId of a program. */
            authorId?: string;
            /** @description The name they had then. */
            authorName?: string;
        };
        /**
         * NoteOfArticle
         * @description What staff wrote about an article that the order is made of.
         */
        NoteOfArticle: {
            /** @description The article that it is about. */
            manufacturerCode: string;
            /** @description The variants of that article that the order names. */
            skus: string[];
            /** @description Identifier of the note. */
            noteId: string;
            /** @description What was written. */
            text: string;
            /**
             * Format: date-time
             * @description When it was written. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last corrected; absent: never. ISO 8601 in UTC with milliseconds.
             */
            changed?: string;
            /** @description Who wrote it: operatorId of a person, clientId of a program. */
            authorId?: string;
            /** @description The name they had then. */
            authorName?: string;
        };
        /**
         * NoteRequest
         * @description A note for colleagues.
         */
        NoteRequest: {
            /** @description What colleagues should know; also in several lines. */
            text: string;
        };
        /**
         * OpenHandOverRequest
         * @description Whose list.
         */
        OpenHandOverRequest: {
            /** @description The carrier. Absent: of parcels whose carrier is not known. */
            carrierId?: string;
        };
        /**
         * OpenIdConnectOption
         * @description Present when OpenID Connect is set up.
         */
        OpenIdConnectOption: {
            /** @description Label of the button. */
            label: string;
        };
        /**
         * OpenStationRequest
         * @description Which station the browser becomes.
         */
        OpenStationRequest: {
            /** @description Identifier of the station. */
            stationId: string;
        };
        /**
         * Operator
         * @description An account of one of the center's people.
         */
        Operator: {
            /** @description Identifier of the account. */
            operatorId: string;
            /** @description Name that others see. */
            name: string;
            /** @description What the person signs in with. */
            login: string;
            /**
             * @description What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
             * @enum {string}
             */
            role: "admin" | "office" | "floor" | "viewer";
            /**
             * @description Language of the console; absent: that of the browser.
             * @enum {string}
             */
            language?: "de" | "en";
            /** @description Whether the account is disabled. */
            disabled: boolean;
            /**
             * Format: date-time
             * @description When the account was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the person last signed in; absent: never. ISO 8601 in UTC with milliseconds.
             */
            signedIn?: string;
            /** @description Whether there is a password. */
            passwordSet: boolean;
            /**
             * Format: date-time
             * @description When the one-time link that is open ends. ISO 8601 in UTC with milliseconds.
             */
            linkExpires?: string;
            /** @description Whether the person signs in by OpenID Connect. */
            openIdConnect: boolean;
            /** @description What is printed on their badge, as Code 128, with which they sign on at stations. Absent: they have none. */
            badgeCode?: string;
            /**
             * Format: date-time
             * @description When the person got the badge. ISO 8601 in UTC with milliseconds.
             */
            badgeGiven?: string;
            /**
             * Format: date-time
             * @description When the person got their PIN for stations. Absent: there is none. ISO 8601 in UTC with milliseconds.
             */
            pinGiven?: string;
        };
        /**
         * OperatorChangeRequest
         * @description What is absent stays.
         */
        OperatorChangeRequest: {
            /** @description Name that others see. */
            name?: string;
            /**
             * @description What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
             * @enum {string}
             */
            role?: "admin" | "office" | "floor" | "viewer";
            /** @description true: the person cannot sign in, and all sessions end. false: the person may sign in again. */
            disabled?: boolean;
        };
        /**
         * OperatorLink
         * @description An account with its one-time link.
         */
        OperatorLink: {
            operator: components["schemas"]["Operator"];
            /**
             * Format: uri
             * @description Address where the person sets a password. It works once, and is shown in this answer only.
             */
            link: string;
        };
        /**
         * OperatorOrder
         * @description An order with all that is known of it.
         */
        OperatorOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the client. */
            clientName: string;
            /**
             * @description Whether it is an integrator's test; those never reach production.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /** @description Raised by every change of the order. */
            version: number;
            preferred?: components["schemas"]["Preference"];
            carrier?: components["schemas"]["CarrierOfOrder"];
            /**
             * @description Whether the destination is in the area of the Union's customs and VAT rules, or parcels there need customs papers. Absent: a label of the client's own does not tell.
             * @enum {string}
             */
            zone?: "EU" | "OUTSIDE_EU";
            /** @description The place that decides the zone, where its country does not. */
            zonePlace?: string;
            order: components["schemas"]["Order"];
            /** @description The files that are kept, by pointer. */
            files: components["schemas"]["KeptFile"][];
            /** @description What happened, oldest first; the latest 100. */
            events: components["schemas"]["OperatorOrderEvent"][];
            /** @description Present where the history is longer: the `cursor` of listOrderEvents with `sort=newest` that goes on with what was before. */
            earlierEvents?: string;
            /** @description The stock that is reserved for it. */
            reservations: components["schemas"]["StockReservation"][];
            /** @description The stock that it waits for. */
            waits: components["schemas"]["StockWait"][];
            /** @description What staff wrote about the articles that it is made of, article by article and oldest first; at most 100. */
            articleNotes: components["schemas"]["NoteOfArticle"][];
        };
        /**
         * OperatorOrderEvent
         * @description Something that happened to an order, and who did it.
         */
        OperatorOrderEvent: {
            /**
             * @description What happened; more types may come.
             * @enum {string}
             */
            type: "order.created" | "order.updated" | "order.assigned" | "order.accepted" | "order.partially_shipped" | "order.shipped" | "order.cancelled" | "order.error" | "order.cancellation_requested" | "order.cancellation_rejected" | "order.returned";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            occurred: string;
            /**
             * @description Status after it.
             * @enum {string}
             */
            status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
            /**
             * @description Status before it.
             * @enum {string}
             */
            previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
            /** @description Version of the order after it; its ETag. */
            version: number;
            /**
             * @description Who did it: the client of the order, the staff of the center, or Platen itself.
             * @enum {string}
             */
            actor: "client" | "operator" | "system";
            /** @description Why, where a reason was given. */
            reason?: string;
            /** @description Of `order.returned`, which its client does not read: what came back. */
            returned?: components["schemas"]["ReturnedPieces"][];
            /** @description The id of who did it: of a client, of a program of the center, or the operatorId of a person. Absent: Platen itself. */
            actorId?: string;
            /** @description The name they had then. */
            actorName?: string;
        };
        /**
         * OperatorPin
         * @description An account with its new PIN.
         */
        OperatorPin: {
            operator: components["schemas"]["Operator"];
            /** @description Shown this once; only its hash is kept. */
            pin: string;
        };
        /**
         * OperatorSession
         * @description A session of a person in a browser.
         */
        OperatorSession: {
            /** @description Identifier of the session. */
            sessionId: string;
            /**
             * Format: date-time
             * @description When the person signed in. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute. ISO 8601 in UTC with milliseconds.
             */
            lastSeen: string;
            /**
             * Format: date-time
             * @description When it ends, if it is not used before. ISO 8601 in UTC with milliseconds.
             */
            expires: string;
            /** @description User-Agent header of the browser. */
            userAgent?: string;
            /** @description true: the session of this request. */
            current?: boolean;
        };
        /**
         * Order
         * @description An order. Optional fields that have no value are left out.
         */
        Order: {
            /** @description Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
            orderId: string;
            /**
             * @description Status of the order.
             * @enum {string}
             */
            status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
            /** @description What is ordered. */
            items: components["schemas"]["OrderItem"][];
            shipping: components["schemas"]["Shipping"];
            /** @description Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. http or https, at most 2,048 characters, without credentials. */
            packingSlip?: string;
            /** @description ISO 4217 code of the unit prices. Required when there is no shippingLabelUrl. */
            unitPriceCurrency?: string;
            statusReason?: components["schemas"]["StatusReason"];
            cancellation?: components["schemas"]["Cancellation"];
            /** @description The parcels that have left, in their order. While the order is ACCEPTED, what they do not hold is still to leave; of one that is CANCELLED it never left. */
            shipments?: components["schemas"]["Shipment"][];
            /** @description What could be better, but does not stop the order. */
            warnings?: components["schemas"]["OrderWarning"][];
            /**
             * Format: date-time
             * @description When all that the order told of people was erased: its recipient, its files, tracking and reasons. What must be there reads erased or https://erased.invalid/ since. Absent: it was not. ISO 8601 in UTC with milliseconds.
             */
            personalDataErased?: string;
            /**
             * Format: date-time
             * @description When the order was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the order last changed. ISO 8601 in UTC with milliseconds.
             */
            updated: string;
        };
        /**
         * OrderCounts
         * @description How many orders there are.
         */
        OrderCounts: {
            /** @description Number of all orders. */
            orders: number;
            statuses: components["schemas"]["OrdersByStatus"];
            /** @description Orders that have a reason, the most frequent first. */
            reasons: components["schemas"]["OrdersByReason"][];
            /** @description Clients that have orders: those with the most of each status and reason. */
            clients: components["schemas"]["OrdersOfClient"][];
        };
        /**
         * OrderCustoms
         * @description What customs are told of an order, by the catalogue as it is now.
         */
        OrderCustoms: {
            /**
             * @description declared: the destination is outside the EU zone. none: inside. unknown: the order has its own label, which alone says where it goes.
             * @enum {string}
             */
            need: "declared" | "none" | "unknown";
            /** @description ISO 4217, of all values. */
            currency?: string;
            /** @description Merged by tariff number and origin; without what has a gap. */
            lines: components["schemas"]["CustomsLine"][];
            /** @description Different six-digit tariff numbers: what a duty for each tariff line is counted by. */
            tariffLines: number;
            /** @description Grams of all lines. */
            totalNetWeightGrams: number;
            /** @description Of all lines. */
            totalValue: number;
            /** @description Empty: it can be declared. */
            gaps: components["schemas"]["CustomsGap"][];
        };
        /**
         * OrderDay
         * @description The orders of a day.
         */
        OrderDay: {
            /** @description The day. */
            day: string;
            /**
             * Format: date-time
             * @description When it begins: in the time zone of the center at midnight. ISO 8601 in UTC with milliseconds.
             */
            begins: string;
            /** @description Orders that were made on it. */
            created: number;
            /** @description Orders that were shipped completely on it. */
            shipped: number;
            /** @description Orders that were cancelled on it. */
            cancelled: number;
            /** @description Seconds from NEW to SHIPPED that half of the shipped ones took at most, to within 5 %. Absent: none was shipped. */
            medianSeconds?: number;
            /** @description Seconds that nine tenths of them took at most, likewise. Absent: none was shipped. */
            p90Seconds?: number;
        };
        /**
         * OrderFiles
         * @description The files of an order.
         */
        OrderFiles: {
            /** @description By pointer. */
            files: components["schemas"]["KeptFile"][];
        };
        /**
         * OrderFilesKey
         * @description What names an order.
         */
        OrderFilesKey: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description The orderId, as it is. */
            orderId: string;
        };
        /**
         * OrderFilesRequest
         * @description Orders whose files are wanted.
         */
        OrderFilesRequest: {
            /** @description The orders. */
            orders: components["schemas"]["OrderFilesKey"][];
        };
        /**
         * OrderItem
         * @description Has exactly one of existingProduct and customProduct.
         */
        OrderItem: components["schemas"]["ExistingProductItem"] | components["schemas"]["CustomProductItem"];
        /**
         * OrderWarning
         * @description Something that could be better.
         */
        OrderWarning: {
            /** @description Short name of the warning. */
            code: string;
            /** @description What could be better. */
            message: string;
            /** @description JSON Pointer to the part of the order. */
            pointer: string;
        };
        /**
         * OrdersByReason
         * @description Orders in a status for a reason.
         */
        OrdersByReason: {
            /**
             * @description Status of the order.
             * @enum {string}
             */
            status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
            /** @description Code of the reason. */
            reason: string;
            /** @description Number of orders. */
            orders: number;
        };
        /**
         * OrdersByStatus
         * @description Number of orders in each status.
         */
        OrdersByStatus: {
            /** @description Number of orders. */
            NEW: number;
            /** @description Number of orders. */
            ASSIGNED: number;
            /** @description Number of orders. */
            ACCEPTED: number;
            /** @description Number of orders. */
            SHIPPED: number;
            /** @description Number of orders. */
            CANCELLED: number;
            /** @description Number of orders. */
            ERROR: number;
        };
        /**
         * OrdersInError
         * @description Orders in ERROR.
         */
        OrdersInError: {
            /** @description How many there are. */
            orders: number;
            /** @description How many by the code of their reason. */
            reasons: {
                [key: string]: number;
            };
        };
        /**
         * OrdersOfClient
         * @description Orders of a client.
         */
        OrdersOfClient: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Number of orders. */
            orders: number;
            statuses: components["schemas"]["OrdersByStatus"];
            /** @description Orders that have a reason, the most frequent first. */
            reasons: components["schemas"]["OrdersByReason"][];
        };
        /**
         * Overview
         * @description What staff see first. Of live clients alone.
         */
        Overview: {
            /** @description In which the days are, as the setting TIME_ZONE names it. */
            timeZone: string;
            attention: components["schemas"]["Attention"];
            paused?: components["schemas"]["Paused"];
            /** @description How many orders there are by status; those without are left out. */
            statuses: {
                [key: string]: number;
            };
            backlog: components["schemas"]["Backlog"];
            /** @description How long orders took, in the last 7 and in the last 30 days. */
            turnaround: components["schemas"]["Turnaround"][];
            /** @description The last 30 days, today last. */
            days: components["schemas"]["OrderDay"][];
        };
        /**
         * OwnStation
         * @description Which station the browser is.
         */
        OwnStation: {
            /** @description Identifier of the station. */
            stationId: string;
            /** @description What people call it. */
            name: string;
            /** @description What is done there. */
            kinds: ("make" | "check" | "pack" | "hand_over")[];
        };
        /**
         * PackedItem
         * @description What of an item is in the parcel.
         */
        PackedItem: {
            /** @description Id of the item in the order. */
            itemId: string;
            /** @description Name of the product, or title of the article. */
            title: string;
            /** @description Of an existing product: what is scanned. */
            ean13?: string;
            /** @description Of a custom product: its blank. */
            sku?: string;
            /** @description Its colour. */
            color?: string;
            /** @description Its size. */
            size?: string;
            /** @description Address of a small picture: a path on this server, or a URL. */
            thumbnail?: string;
            /** @description Pieces in the parcel. */
            packed: number;
            /** @description Pieces that are still to leave, those in the parcel among them. */
            of: number;
        };
        /**
         * PackedParcel
         * @description A parcel of an order, without its address.
         */
        PackedParcel: {
            /** @description As it is scanned: T and ten digits. */
            code: string;
            /** @description Its number within the order, from 1. */
            number: number;
            /**
             * @description OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it has left. DROPPED: its order ended, or was changed, without it.
             * @enum {string}
             */
            state: "OPEN" | "PACKED" | "SHIPPED" | "DROPPED";
            /** @description Each item of which something is still to leave. */
            items: components["schemas"]["PackedItem"][];
            /** @description Those that were asked for; none before all is in it. */
            papers: components["schemas"]["ParcelPaper"][];
            /** @description What customs still have to be told of what is to leave, as sentences: mend it before packing ends. */
            gaps: string[];
            /** @description Name of the carrier. */
            carrier?: string;
            /**
             * @description Why it has no label. customs_data_missing: the catalogue lacks what customs are to be told. file_missing: a file that the client sent is gone. file_not_printable: a file that the client sent would do more than be printed. label_used: the one label that the client sent is on another parcel of the order. no_printer: no printer takes it. address_not_printable: the address has characters that nothing here can print. paper_not_drawn: drawing failed.
             * @enum {string}
             */
            problem?: "customs_data_missing" | "file_missing" | "file_not_printable" | "label_used" | "no_printer" | "address_not_printable" | "paper_not_drawn";
            /** @description The same with codes. */
            gapSentences: components["schemas"]["FloorSentence"][];
            /** @description What is missing, as sentences. */
            details?: string[];
            /** @description The same with codes. */
            detailSentences?: components["schemas"]["FloorSentence"][];
            /** @description As it was scanned or told. */
            trackingNumber?: string;
            /** @description The client of the order. */
            clientId: string;
            /** @description The order. */
            orderId: string;
            /** @description Where it was packed, or is. */
            station: string;
            /**
             * Format: date-time
             * @description When it was begun.
             */
            opened?: string;
            /**
             * Format: date-time
             * @description Since when it waits for its label.
             */
            packed?: string;
            /**
             * Format: date-time
             * @description When it left.
             */
            closed?: string;
        };
        /**
         * PaperPrinter
         * @description Where it is printed.
         */
        PaperPrinter: {
            /** @description Identifier of the printer. */
            printerId: string;
            /** @description Absent: it was deleted. */
            name?: string;
            /**
             * @description browser: the page of the station takes and prints it.
             * @enum {string}
             */
            kind?: "raw" | "ipp" | "browser";
        };
        /**
         * PaperRun
         * @description Papers that somebody asked for.
         */
        PaperRun: {
            /** @description Identifier of what was asked for. */
            runId: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            paper: "TICKETS" | "PICK_LIST" | "COVER" | "TICKET";
            /**
             * @description Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight.
             * @enum {string}
             */
            form: "STICKER" | "SHEET";
            /**
             * @description drawing: it is being drawn, and becomes print jobs. enqueued: all of it are print jobs. not_made: it could not be drawn, or there is nothing on it.
             * @enum {string}
             */
            state: "drawing" | "enqueued" | "not_made";
            /** @description Where it is printed. */
            printerId: string;
            /**
             * Format: date-time
             * @description When it was asked for. ISO 8601 in UTC with milliseconds.
             */
            asked: string;
            /** @description By whom. */
            askedBy?: string;
            /** @description Why it was printed again; absent: it is the first. */
            reason?: string;
            /** @description The print jobs that it has become, many tickets in several. */
            jobs: components["schemas"]["PaperRunJob"][];
        };
        /**
         * PaperRunJob
         * @description A print job.
         */
        PaperRunJob: {
            /** @description The print job. */
            jobId: string;
            /**
             * @description How far it is.
             * @enum {string}
             */
            state: "queued" | "sending" | "printed" | "failed" | "unknown" | "cancelled";
            /** @description What its last attempt failed of. */
            lastError?: string;
        };
        /**
         * Parcel
         * @description A parcel.
         */
        Parcel: {
            /** @description Number to follow the parcel with. */
            trackingNumber?: string;
            /** @description Who carries the parcel. */
            trackingCarrier?: string;
            /**
             * Format: uri
             * @description Where the parcel can be followed: http or https.
             */
            trackingUrl?: string;
            /** @description What is in the parcel. Absent: all that is left; where several parcels have none, it is not told what is in which. */
            items?: components["schemas"]["ParcelItem"][];
        };
        /**
         * ParcelItem
         * @description Pieces of an item in a parcel.
         */
        ParcelItem: {
            /** @description Item of the order. */
            id: string;
            /** @description Pieces of it in the parcel. */
            quantity: number;
        };
        /**
         * ParcelPaper
         * @description A paper of a parcel.
         */
        ParcelPaper: {
            /**
             * @description What it is. CUSTOMS: a CN22 or CN23.
             * @enum {string}
             */
            kind: "SLIP" | "LABEL" | "CUSTOMS" | "RETURN_LABEL";
            /**
             * @description CLIENT: a file that the client sent, unchanged. OURS: drawn here.
             * @enum {string}
             */
            source: "CLIENT" | "OURS";
            /**
             * @description drawing: it becomes a print job in a moment. not_made: it could not be drawn. Else the state of its print job.
             * @enum {string}
             */
            state: "drawing" | "not_made" | "queued" | "sending" | "printed" | "failed" | "unknown" | "cancelled";
            /** @description The print job that it is, or becomes. */
            jobId: string;
            printer?: components["schemas"]["PaperPrinter"];
            /** @description From 2 on: it was printed again. */
            copy?: number;
            /** @description Why it could not be drawn, or printed. */
            problem?: string;
        };
        /**
         * PasswordRequest
         * @description A change of one’s own password.
         */
        PasswordRequest: {
            /** @description The password as it is. */
            current: string;
            /** @description At least 12 characters, and not easy to guess: the strength is estimated with common words and with what the person is known by. */
            password: string;
        };
        /**
         * Paused
         * @description The database was restored, and what the server sends by itself waits for `POST /operator/v1/resume`. Absent: nothing is paused.
         */
        Paused: {
            /**
             * Format: date-time
             * @description When the database was restored. ISO 8601 in UTC with milliseconds.
             */
            since: string;
            /**
             * Format: date-time
             * @description Time of the last change in the restored database. Absent: unknown, since the database was restored by its own tools. ISO 8601 in UTC with milliseconds.
             */
            restoredTo?: string;
            /** @description The paused parts. Orders, both APIs and the floor go on. */
            parts: ("webhooks" | "connectors" | "printers" | "sandbox")[];
            /** @description Pending webhooks of all clients that are older than `restoredTo`, or than `since` where that is absent; at most 10,000 are counted. */
            oldWebhooks: number;
        };
        /**
         * Piece
         * @description A physical piece of a custom item.
         */
        Piece: {
            /** @description As it is scanned: P and ten digits. */
            code: string;
            /** @description The client of the order. */
            clientId: string;
            /** @description The order. */
            orderId: string;
            /** @description Counts the acceptances of the order: what it was changed to after an error is another run, with new pieces. */
            run: number;
            /** @description Id of the item in the order. */
            itemId: string;
            /** @description Place of the item in the order, from 1. */
            position: number;
            /** @description Which of the pieces of the item, from 1. */
            copy: number;
            /** @description 0: the first. 1: its successor R1, and so on. */
            attempt: number;
            /** @description 1; of an item of more than 200 pieces all of them, as one lot. */
            quantity: number;
            /** @description The blank. */
            sku: string;
            /** @description Of its first step. */
            technology: string;
            /** @description What is to be done with it, in this order. */
            steps: components["schemas"]["PieceStep"][];
            /** @description How many of the steps are done, the first ones. */
            stepsDone: number;
            /**
             * @description What has become of it.
             * @enum {string}
             */
            state: "TO_MAKE" | "MADE" | "CHECKED" | "PACKED" | "REPLACED" | "SCRAPPED" | "CANCELLED";
            /**
             * Format: date-time
             * @description Since when. ISO 8601 in UTC with milliseconds.
             */
            stateSince: string;
            /** @description The batch that it is made in. */
            batchId?: string;
            /** @description false: no blank is reserved for it yet, since the shelf had none. */
            hasBlank?: boolean;
            /** @description Number of the parcel that it is in. */
            parcel?: number;
            /** @description Why it was replaced, scrapped or cancelled. */
            reason?: string;
            /** @description Code of its successor. */
            replacedBy?: string;
        };
        /**
         * PieceArticle
         * @description The blank, as the catalogue describes it.
         */
        PieceArticle: {
            /** @description The blank. */
            sku: string;
            /** @description Of the article. */
            title: string;
            /** @description Its colour. */
            color: string;
            /** @description Its size. */
            size: string;
            /** @description WHITE_UNDERBASE or NO_UNDERBASE: whether white is printed below. */
            dtgType?: string;
        };
        /**
         * PieceArtwork
         * @description What is printed. Absent where it is not kept.
         */
        PieceArtwork: {
            /** @description Address of a small picture of it. */
            thumbnail: string;
            /** @description Address of a large picture of it. */
            preview: string;
            /** @description Address of the file itself. */
            file: string;
            /** @description The name under which it is saved. */
            fileName: string;
        };
        /**
         * PieceEvent
         * @description What happened to a piece.
         */
        PieceEvent: {
            /** @description Identifier of the event. */
            eventId: string;
            /** @description Of the piece. */
            code: string;
            /** @description What happened, such as piece.made. */
            type: string;
            /**
             * Format: date-time
             * @description When. ISO 8601 in UTC with milliseconds.
             */
            occurred: string;
            /** @description Where. */
            station?: string;
            /** @description Who: operatorId of a person, clientId of a program. */
            actorId?: string;
            /** @description The name they had then. */
            actorName?: string;
            /** @description Why it was rejected. */
            reason?: string;
        };
        /**
         * PieceInHand
         * @description A piece with all that a station shows of it. Addresses are paths on this server.
         */
        PieceInHand: {
            /** @description As it is scanned: P and ten digits. */
            code: string;
            /** @description The client of the order. */
            clientId: string;
            /** @description The order. */
            orderId: string;
            /** @description Counts the acceptances of the order: what it was changed to after an error is another run, with new pieces. */
            run: number;
            /** @description Id of the item in the order. */
            itemId: string;
            /** @description Place of the item in the order, from 1. */
            position: number;
            /** @description Which of the pieces of the item, from 1. */
            copy: number;
            /** @description 0: the first. 1: its successor R1, and so on. */
            attempt: number;
            /** @description 1; of an item of more than 200 pieces all of them, as one lot. */
            quantity: number;
            /** @description The blank. */
            sku: string;
            /** @description Of its first step. */
            technology: string;
            /** @description What is to be done with it, in this order. */
            steps: components["schemas"]["StepInHand"][];
            /** @description How many of the steps are done, the first ones. */
            stepsDone: number;
            /**
             * @description What has become of it.
             * @enum {string}
             */
            state: "TO_MAKE" | "MADE" | "CHECKED" | "PACKED" | "REPLACED" | "SCRAPPED" | "CANCELLED";
            /**
             * Format: date-time
             * @description Since when. ISO 8601 in UTC with milliseconds.
             */
            stateSince: string;
            /** @description The batch that it is made in. */
            batchId?: string;
            /** @description false: no blank is reserved for it yet, since the shelf had none. */
            hasBlank?: boolean;
            /** @description Number of the parcel that it is in. */
            parcel?: number;
            /** @description Why it was replaced, scrapped or cancelled. */
            reason?: string;
            /** @description Code of its successor. */
            replacedBy?: string;
            /** @description Which of the pieces of its item it is, from 1. */
            number: number;
            /** @description How many pieces its item is. */
            of: number;
            article?: components["schemas"]["PieceArticle"];
            qualityControl?: components["schemas"]["PiecePictures"];
            batch?: components["schemas"]["PlaceInBatch"];
            /**
             * Format: date-time
             * @description When its order should have left. ISO 8601 in UTC with milliseconds.
             */
            due?: string;
            /** @description Staff prefer its order. */
            isPreferred: boolean;
        };
        /**
         * PiecePictures
         * @description How the piece should look.
         */
        PiecePictures: {
            /** @description Address of a small picture of it. */
            thumbnail: string;
            /** @description Address of a large picture of it. */
            preview: string;
        };
        /**
         * PieceStep
         * @description Something to be done with a piece.
         */
        PieceStep: {
            /**
             * @description PRINT or CUSTOMIZATION.
             * @enum {string}
             */
            kind: "PRINT" | "CUSTOMIZATION";
            /** @description How it is done. */
            technology: string;
            /** @description Where on the blank. */
            location: string;
            /** @description Which of the prints or customizations of the item, from 0. */
            place: number;
            /** @description Of a customization: what is applied. */
            sku?: string;
        };
        /**
         * PinRequest
         * @description A login and its PIN.
         */
        PinRequest: {
            /** @description Case does not count. */
            login: string;
            /** @description The PIN. */
            pin: string;
        };
        /**
         * PlaceInBatch
         * @description Where it stands in its batch.
         */
        PlaceInBatch: {
            /** @description Its number. */
            batchId: string;
            /** @description What people call it. */
            name: string;
            /** @description Place of the piece in it, from 1, in the order in which blanks are picked. */
            place: number;
            /** @description How many places there are. */
            of: number;
        };
        /**
         * Preference
         * @description Present when the order is preferred: no other order takes the stock that it waits for until it is filled.
         */
        Preference: {
            /**
             * Format: date-time
             * @description When it was preferred.
             */
            since: string;
            /** @description Who did it, by name. */
            by?: string;
        };
        /**
         * Print
         * @description Print data, and where and how it is applied.
         */
        Print: {
            /** @description Where the print data is fetched. http or https, at most 2,048 characters, without credentials. */
            dataUrl: string;
            /** @description Where on the article, one of its locations. */
            location: string;
            /** @description How it is printed, one of the technologies of that location. */
            technology: string;
            /** @description Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
            qualityControlImageUrl?: string;
        };
        /**
         * PrintArea
         * @description What a print fills at most. Artwork is scaled to fit into it.
         */
        PrintArea: {
            /** @description Width in millimeters. */
            widthMm: number;
            /** @description Height in millimeters. */
            heightMm: number;
        };
        /**
         * PrintHandOverRequest
         * @description Where it is printed.
         */
        PrintHandOverRequest: {
            /** @description A printer that takes PDF. */
            printerId: string;
        };
        /**
         * PrintJob
         * @description A document that is printed, or was.
         */
        PrintJob: {
            /** @description Identifier of the print job. */
            jobId: string;
            printer: components["schemas"]["PrintJobPrinter"];
            /** @description What it is. */
            kind: string;
            /** @description Which one of its kind: it is printed once. */
            key: string;
            /** @description What people call it. */
            title: string;
            /** @description The station where it was asked for. */
            stationId?: string;
            /**
             * @description Of its document.
             * @enum {string}
             */
            contentType: "application/zpl" | "application/pdf" | "image/png";
            /** @description Size of its document. */
            documentBytes: number;
            /** @description false: the document was deleted some time after printing. */
            hasDocument: boolean;
            /** @description How many are printed. */
            copies: number;
            /**
             * @description queued: waits for its printer. sending: under way. printed: the printer has taken it whole. failed: the printer refuses it, or it waited too long. unknown: it may have been printed, a person says (`confirmPrintJob` or `retryPrintJob`). cancelled.
             * @enum {string}
             */
            state: "queued" | "sending" | "printed" | "failed" | "unknown" | "cancelled";
            /** @description How often it was tried to send it. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was asked for. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            createdBy: components["schemas"]["PrintJobCreator"];
            /**
             * Format: date-time
             * @description Since when it is in its state. ISO 8601 in UTC with milliseconds.
             */
            changed: string;
            /**
             * Format: date-time
             * @description When the printer had taken it, or a person said so. ISO 8601 in UTC with milliseconds.
             */
            printed?: string;
            /** @description What the last attempt failed of. The guide to printing lists them. */
            lastError?: string;
            /** @description The job that it repeats. */
            reprintOf?: string;
            /** @description Why it was printed again. */
            reason?: string;
        };
        /**
         * PrintJobCreator
         * @description Who asked for it.
         */
        PrintJobCreator: {
            /** @description operator, or system: Platen itself. */
            kind: string;
            /** @description Who it was. */
            id?: string;
            /** @description Their name then. */
            name?: string;
        };
        /**
         * PrintJobPrinter
         * @description On which printer.
         */
        PrintJobPrinter: {
            /** @description Identifier of the printer. */
            printerId: string;
            /** @description Absent: it was deleted. */
            name?: string;
            /**
             * @description raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
             * @enum {string}
             */
            kind?: "raw" | "ipp" | "browser";
        };
        /**
         * PrintLabelRequest
         * @description Where it is printed.
         */
        PrintLabelRequest: {
            /** @description Another printer than those of the station where it was packed. */
            printerId?: string;
        };
        /**
         * Printer
         * @description A printer. Its address is told to those who may change it.
         */
        Printer: {
            /** @description Identifier of the printer. */
            printerId: string;
            /** @description What people call it; no other has the same. */
            name: string;
            /**
             * @description raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
             * @enum {string}
             */
            kind: "raw" | "ipp" | "browser";
            /** @description Of raw a host, with a port where it is not 9100; of ipp a URI, such as ipp://10.0.0.8/ipp/print. A browser has none. Private addresses are fine here. */
            address?: string;
            /** @description What documents it takes. By default ZPL of raw, PDF of ipp, PDF and PNG of a browser; a label printer may take PDF as well. */
            mediaTypes: ("application/zpl" | "application/pdf" | "image/png")[];
            /** @description Width of its paper in millimeters. */
            mediaWidthMm: number;
            /** @description Height of its paper in millimeters. */
            mediaHeightMm: number;
            /** @description How fine it prints: 203 or 300 of most label printers. */
            dotsPerInch: number;
            /**
             * Format: date-time
             * @description When it was named. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /** @description Print jobs that are queued or being sent. */
            waiting: number;
            /**
             * Format: date-time
             * @description Since when nothing reaches it. Absent: the last attempt did. ISO 8601 in UTC with milliseconds.
             */
            failingSince?: string;
            /** @description What the last attempt failed of. The guide to printing lists them. */
            lastError?: string;
            /**
             * Format: date-time
             * @description When it is tried again. ISO 8601 in UTC with milliseconds.
             */
            nextAttempt?: string;
        };
        /**
         * PrinterChangeRequest
         * @description What changes of a printer; the rest stays.
         */
        PrinterChangeRequest: {
            /** @description What people call it; no other has the same. */
            name?: string;
            /**
             * @description raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
             * @enum {string}
             */
            kind?: "raw" | "ipp" | "browser";
            /** @description Of raw a host, with a port where it is not 9100; of ipp a URI, such as ipp://10.0.0.8/ipp/print. A browser has none. Private addresses are fine here. */
            address?: string;
            /** @description What documents it takes. By default ZPL of raw, PDF of ipp, PDF and PNG of a browser; a label printer may take PDF as well. */
            mediaTypes?: ("application/zpl" | "application/pdf" | "image/png")[];
            /** @description Width of its paper in millimeters. */
            mediaWidthMm?: number;
            /** @description Height of its paper in millimeters. */
            mediaHeightMm?: number;
            /** @description How fine it prints: 203 or 300 of most label printers. */
            dotsPerInch?: number;
        };
        /**
         * ProductionReport
         * @description Whether the shop is on time, and where it loses.
         */
        ProductionReport: {
            /** @description In which the days are. */
            timeZone: string;
            /** @description The first day. */
            from: string;
            /** @description The last day. */
            to: string;
            /** @description Hours after which an order should have left: PRODUCTION_HOURS. */
            dueHours: number;
            shipping: components["schemas"]["ReportedShipping"];
            pieces: components["schemas"]["ReportedPieces"];
            /** @description Most first. */
            rejects: components["schemas"]["ReportedReject"][];
            /** @description Most pieces first. */
            stations: components["schemas"]["ReportedStation"][];
            /** @description Most pieces first. */
            people: components["schemas"]["ReportedPerson"][];
            /** @description Each day, the oldest first. */
            days: components["schemas"]["ReportedDay"][];
        };
        /**
         * ReasonRequest
         * @description Why.
         */
        ReasonRequest: {
            /** @description Why; the client sees it in the history of the order. */
            reason?: string;
        };
        /**
         * ReleasableOrder
         * @description An ASSIGNED order that is not on hold.
         */
        ReleasableOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the client. */
            clientName: string;
            /** @description The orderId, percent-encoded. */
            orderId: string;
            /** @description Pieces and counted products. */
            pieces: number;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it is due. ISO 8601 in UTC with milliseconds.
             */
            due: string;
        };
        /**
         * Release
         * @description What was released; without `batch` nothing was.
         */
        Release: {
            batch?: components["schemas"]["Batch"];
            /** @description Those that were chosen, and that somebody else was faster with, or that cannot be made now. */
            leftOut: components["schemas"]["LeftOutOrder"][];
        };
        /**
         * ReleaseChoice
         * @description What its orders were chosen by; empty when they were only named.
         */
        ReleaseChoice: {
            /** @description Of the first print of an item, else of its first customization. */
            technology?: string;
            /** @description Of the article. */
            manufacturerCode?: string;
            /** @description Of the blank. */
            sku?: string;
            /** @description Identifier of the client. */
            clientId?: string;
            /**
             * Format: date-time
             * @description Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made. ISO 8601 in UTC with milliseconds.
             */
            dueBy?: string;
            /**
             * @description SINGLE: orders of one piece. MULTI: orders of several.
             * @enum {string}
             */
            size?: "SINGLE" | "MULTI";
        };
        /**
         * ReleaseCounts
         * @description How many orders can be released. All but `assigned` is of the oldest orders that are chosen, as many as `oldest` says.
         */
        ReleaseCounts: {
            /** @description All orders of live clients that are ASSIGNED and not on hold, whatever is chosen. It is kept, and not counted. */
            assigned: number;
            /** @description Orders that are chosen and can be released: `oldest` at most, and then there may be more. */
            orders: number;
            /** @description Pieces and counted products in them. */
            pieces: number;
            /** @description How many of the orders are due already. */
            late: number;
            /** @description How many are due by the end of today, the late ones among them. */
            today: number;
            /** @description How many have several pieces. */
            multi: number;
        };
        /**
         * ReleaseGroup
         * @description Items of ASSIGNED orders that are made alike.
         */
        ReleaseGroup: {
            /** @description Absent: existing products, which are only packed. */
            technology?: string;
            /** @description Of the article; absent for existing products. */
            manufacturerCode?: string;
            /** @description Of the article, or name of the product variant. */
            title: string;
            /** @description SKU of the blank, or EAN-13 of the product variant. */
            code: string;
            /** @description Colour of it. */
            color: string;
            /** @description Size of it. */
            size: string;
            /** @description Orders that have it. */
            orders: number;
            /** @description Pieces of it in them: so many are taken from the shelf. */
            pieces: number;
            /** @description How many of the orders have several pieces. */
            multi: number;
            /** @description How many of the orders are due already. */
            late: number;
            /**
             * Format: date-time
             * @description When the oldest of the orders was made. ISO 8601 in UTC with milliseconds.
             */
            oldest: string;
            /**
             * Format: date-time
             * @description When the oldest of them is due. ISO 8601 in UTC with milliseconds.
             */
            due: string;
            /** @description Pieces on the shelf. */
            onHand: number;
            /** @description Pieces of it that orders have reserved, these orders and those in production. */
            reserved: number;
        };
        /**
         * ReleaseOrder
         * @description An order.
         */
        ReleaseOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description The orderId, percent-encoded. */
            orderId: string;
        };
        /**
         * ReleaseRequest
         * @description Which ASSIGNED orders are to be made together: by what they are, or by their names.
         */
        ReleaseRequest: {
            /** @description Of the first print of an item, else of its first customization. */
            technology?: string;
            /** @description Of the article. */
            manufacturerCode?: string;
            /** @description Of the blank. */
            sku?: string;
            /** @description Identifier of the client. */
            clientId?: string;
            /**
             * Format: date-time
             * @description Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made. ISO 8601 in UTC with milliseconds.
             */
            dueBy?: string;
            /**
             * @description SINGLE: orders of one piece. MULTI: orders of several.
             * @enum {string}
             */
            size?: "SINGLE" | "MULTI";
            /**
             * @description LATE: due already. TODAY, TOMORROW: due by the end of that day, by the clock of `TIME_ZONE`. Kept with the batch as `dueBy`.
             * @enum {string}
             */
            due?: "LATE" | "TODAY" | "TOMORROW";
            /**
             * @description At most so many orders, the oldest.
             * @default 100
             */
            limit: number;
            /** @description These orders, whatever else they are. What else is named then only tells what they were chosen by. */
            orders?: components["schemas"]["ReleaseOrder"][];
        };
        /**
         * RemoveParcelRequest
         * @description Why a parcel is taken off a list.
         */
        RemoveParcelRequest: {
            /** @description Why; staff read it in the audit. */
            reason: string;
        };
        /**
         * ReportedDay
         * @description One day.
         */
        ReportedDay: {
            /** @description The day. */
            day: string;
            /** @description Orders that were shipped completely. */
            shipped: number;
            /** @description Of these, those that took no longer than PRODUCTION_HOURS from when they were made; to within 5 %. */
            onTime: number;
            /** @description Seconds from NEW to SHIPPED that half of them took at most, to within 5 %. Absent: none was shipped. */
            medianSeconds?: number;
            /** @description Seconds that nine tenths of them took at most, likewise. */
            p90Seconds?: number;
            /** @description Pieces that were made; a lot counts once. */
            made: number;
            /** @description Pieces that were checked. */
            checked: number;
            /** @description Pieces that were packed; not products, which are counted. */
            packed: number;
            /** @description Pieces that were rejected, and made again. */
            rejected: number;
        };
        /**
         * ReportedPerson
         * @description What somebody did.
         */
        ReportedPerson: {
            /** @description operatorId of a person, clientId of a program. */
            actorId?: string;
            /** @description The name they had then. */
            actorName?: string;
            /**
             * @description What was done.
             * @enum {string}
             */
            work: "MAKE" | "CHECK" | "PACK" | "HAND_OVER";
            /** @description Pieces; of HAND_OVER parcels. Without what was taken back. */
            pieces: number;
            /** @description Hours of people in which something was done, counted in quarters. */
            hours: number;
            /** @description Pieces in each of these hours. */
            piecesPerHour?: number;
        };
        /**
         * ReportedPieces
         * @description What was scanned.
         */
        ReportedPieces: {
            /** @description Pieces that were made; a lot counts once. */
            made: number;
            /** @description Pieces that were checked. */
            checked: number;
            /** @description Pieces that were packed; not products, which are counted. */
            packed: number;
            /** @description Pieces that were rejected, and made again. */
            rejected: number;
        };
        /**
         * ReportedReject
         * @description Pieces that were rejected for one reason.
         */
        ReportedReject: {
            /** @description Why. */
            reason: string;
            /** @description How many pieces. */
            pieces: number;
        };
        /**
         * ReportedShipping
         * @description Whether orders left on time. Of live clients alone.
         */
        ReportedShipping: {
            /** @description Orders that were shipped completely. */
            shipped: number;
            /** @description Of these, those that took no longer than PRODUCTION_HOURS from when they were made; to within 5 %. */
            onTime: number;
            /** @description Seconds from NEW to SHIPPED that half of them took at most, to within 5 %. Absent: none was shipped. */
            medianSeconds?: number;
            /** @description Seconds that nine tenths of them took at most, likewise. */
            p90Seconds?: number;
        };
        /**
         * ReportedStation
         * @description What was done at a station.
         */
        ReportedStation: {
            /** @description Its name. */
            station?: string;
            /**
             * @description What was done.
             * @enum {string}
             */
            work: "MAKE" | "CHECK" | "PACK" | "HAND_OVER";
            /** @description Pieces; of HAND_OVER parcels. Without what was taken back. */
            pieces: number;
            /** @description Hours of people in which something was done, counted in quarters. */
            hours: number;
            /** @description Pieces in each of these hours. */
            piecesPerHour?: number;
        };
        /**
         * ReprintParcelRequest
         * @description Which papers are printed again, and why.
         */
        ReprintParcelRequest: {
            /** @description Which; absent: the label, and the customs form that goes with it. */
            papers?: ("SLIP" | "LABEL" | "CUSTOMS" | "RETURN_LABEL")[];
            /** @description Why; the old one is to be destroyed. */
            reason: string;
            /** @description Another printer than those of the station. */
            printerId?: string;
        };
        /**
         * ReprintRequest
         * @description Why it is printed again.
         */
        ReprintRequest: {
            /** @description Why; the old one is to be destroyed. */
            reason: string;
            /** @description Another printer than before. */
            printerId?: string;
        };
        /**
         * ResendFailed
         * @description How many failed deliveries are sent again.
         */
        ResendFailed: {
            /** @description How many are sent again now. */
            resent: number;
        };
        /**
         * ResendFailedByStaffRequest
         * @description Which failed deliveries are to be sent again.
         */
        ResendFailedByStaffRequest: {
            /**
             * Format: date-time
             * @description Only those of events since this moment. Absent: all that are kept, which is 30 days.
             */
            since?: string;
        };
        /**
         * ResumeRequest
         * @description Whether to send or skip old webhooks.
         */
        ResumeRequest: {
            /**
             * @description true: the pending webhooks that are older than the restored data are skipped and never sent. false: they are sent. Default: false.
             * @default false
             */
            skipOldWebhooks: boolean;
        };
        /**
         * Resumed
         * @description What resuming did.
         */
        Resumed: {
            /** @description false: nothing was paused, and nothing was changed. */
            wasPaused: boolean;
            /** @description How many webhooks this request skipped. */
            skippedWebhooks: number;
        };
        /**
         * RetiredVariant
         * @description A variant that is retired.
         */
        RetiredVariant: {
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "article" | "articleVariant" | "product" | "productVariant" | "carrier";
            /** @description Its identifier: manufacturerCode, sku, productId, ean13 or carrierId. */
            code: string;
            /** @description Name of the product variant, or title of the article. */
            name: string;
            /** @description Colour. */
            color: string;
            /** @description Size. */
            size: string;
            /** @description Pieces on the shelf. They stay there. */
            onHand: number;
            /** @description Orders that name it and have not ended, those of sandbox clients aside. */
            openOrders: number;
        };
        /**
         * Return
         * @description What came back of an order at once.
         */
        Return: {
            /** @description Identifier, a UUIDv7. */
            returnId: string;
            /** @description The client of the order. */
            clientId: string;
            /** @description Its name. */
            clientName: string;
            /** @description The order. */
            orderId: string;
            /**
             * Format: date-time
             * @description When it was booked. ISO 8601 in UTC with milliseconds.
             */
            received: string;
            /** @description Who booked it: operatorId of a person, clientId of a program. */
            receivedById?: string;
            /** @description The name they had then. */
            receivedByName?: string;
            /** @description What came back. */
            items: components["schemas"]["ReturnedItem"][];
        };
        /**
         * ReturnItemRequest
         * @description Some pieces that came back.
         */
        ReturnItemRequest: {
            /** @description The item of the order; may be left out where the piece is named, or only one item has left. */
            itemId?: string;
            /** @description Code of the piece, P and ten digits, where it can be read. */
            piece?: string;
            /** @description Pieces; 1 when absent. */
            quantity?: number;
            /**
             * @description RESELL: a product goes back on the shelf. REUSE: a blank does. WASTE: it is written off.
             * @enum {string}
             */
            condition: "RESELL" | "REUSE" | "WASTE";
            /**
             * @description Why it came back.
             * @enum {string}
             */
            reason: "WRONG_SIZE" | "NOT_AS_EXPECTED" | "PRINT_DEFECT" | "DAMAGED" | "WRONG_ITEM" | "UNDELIVERABLE" | "OTHER";
            /** @description What else there is to say. */
            note?: string;
        };
        /**
         * ReturnRequest
         * @description What came back, and of which order: by clientId and orderId, or by a code.
         */
        ReturnRequest: {
            /** @description The client of the order. */
            clientId?: string;
            /** @description The order. */
            orderId?: string;
            /** @description Instead of those: code of a piece (P…), of the order (R…) or of a parcel (T…), or the tracking number of a parcel. That of a piece names the piece too, where one item is told without it. */
            code?: string;
            /** @description What came back, by item or piece and condition. */
            items: components["schemas"]["ReturnItemRequest"][];
        };
        /**
         * Returnable
         * @description An order of which something may come back.
         */
        Returnable: {
            /** @description The client of the order. */
            clientId: string;
            /** @description Its name. */
            clientName: string;
            /** @description The order. */
            orderId: string;
            /** @description ACCEPTED or SHIPPED. */
            status: string;
            piece?: components["schemas"]["ReturnablePiece"];
            /** @description The items of which something has left. */
            items: components["schemas"]["ReturnableItem"][];
        };
        /**
         * ReturnableItem
         * @description An item of which something has left.
         */
        ReturnableItem: {
            /** @description The item of the order. */
            itemId: string;
            /**
             * @description ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13.
             * @enum {string}
             */
            kind: "ARTICLE" | "PRODUCT";
            /** @description What was sold. */
            code: string;
            /** @description Of the article, or name of the product. */
            title: string;
            /** @description Of the variant. */
            color?: string;
            /** @description Of the variant. */
            size?: string;
            /** @description Pieces that have left. */
            shipped: number;
            /** @description Pieces that came back before. */
            returned: number;
        };
        /**
         * ReturnablePiece
         * @description The piece that was scanned.
         */
        ReturnablePiece: {
            /** @description P and ten digits. */
            code: string;
            /** @description Of which item. */
            itemId: string;
            /** @description It came back already. */
            isReturned: boolean;
        };
        /**
         * ReturnedItem
         * @description Some pieces that came back.
         */
        ReturnedItem: {
            /** @description The item of the order. */
            itemId: string;
            /**
             * @description ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13.
             * @enum {string}
             */
            kind: "ARTICLE" | "PRODUCT";
            /** @description What was sold. */
            code: string;
            /** @description Code of the piece. */
            piece?: string;
            /** @description Pieces. */
            quantity: number;
            /**
             * @description RESELL: a product goes back on the shelf. REUSE: a blank does. WASTE: it is written off.
             * @enum {string}
             */
            condition: "RESELL" | "REUSE" | "WASTE";
            /**
             * @description Why it came back.
             * @enum {string}
             */
            reason: "WRONG_SIZE" | "NOT_AS_EXPECTED" | "PRINT_DEFECT" | "DAMAGED" | "WRONG_ITEM" | "UNDELIVERABLE" | "OTHER";
            /** @description In the words of staff. */
            note?: string;
        };
        /**
         * ReturnedPieces
         * @description Some pieces that came back.
         */
        ReturnedPieces: {
            /** @description The item. */
            itemId: string;
            /** @description Code of the piece. */
            piece?: string;
            /** @description Pieces. */
            quantity: number;
            /**
             * @description What became of them.
             * @enum {string}
             */
            condition: "RESELL" | "REUSE" | "WASTE";
            /**
             * @description Why they came back.
             * @enum {string}
             */
            reason: "WRONG_SIZE" | "NOT_AS_EXPECTED" | "PRINT_DEFECT" | "DAMAGED" | "WRONG_ITEM" | "UNDELIVERABLE" | "OTHER";
            /** @description In the words of staff. */
            note?: string;
        };
        /**
         * RotateSecretRequest
         * @description How the secret is rotated.
         */
        RotateSecretRequest: {
            /** @description End every other secret, and the tokens it was exchanged for, at once. Default: false, the one before stays valid beside it. */
            revokeOthers?: boolean;
        };
        /**
         * ScanAnswer
         * @description What a scan meant, what it did, and what comes next.
         */
        ScanAnswer: {
            /**
             * @description What the code stands for.
             * @enum {string}
             */
            meaning: "PIECE" | "ORDER" | "BATCH" | "BIN" | "PARCEL" | "PERSON" | "COMMAND" | "PRODUCT" | "TRACKING" | "UNKNOWN";
            piece?: components["schemas"]["PieceInHand"];
            order?: components["schemas"]["ScannedOrder"];
            /**
             * @description Of a code on the sheet of commands.
             * @enum {string}
             */
            command?: "PASS" | "UNDO" | "NEXT_PARCEL" | "NO_TRACKING" | "HAND_OVER_TO_ME" | "STOP_ORDER" | "REPRINT_LABEL" | "REJECT";
            /**
             * @description Of REJECT: what is wrong with the piece.
             * @enum {string}
             */
            reason?: "MISPLACED" | "COLOUR" | "SMEAR" | "WRONG_GARMENT" | "HOLE" | "ARTWORK" | "LOST" | "OTHER";
            done?: components["schemas"]["ScanDone"];
            parcel?: components["schemas"]["ScannedParcel"];
            leaving?: components["schemas"]["WaitingParcel"];
            handOver?: components["schemas"]["ScannedHandOver"];
            /**
             * @description TRACKING: all is in the parcel, and the next scan is its tracking number, or NO_TRACKING. CLOSE: parcels are missing, and PASS closes the list without them. REASON: why the label is printed again; a code of the reasons prints it.
             * @enum {string}
             */
            asks?: "TRACKING" | "CLOSE" | "REASON";
            stopped?: components["schemas"]["StoppedOrder"];
            /** @description true: the piece in hand was scanned again, so that its file is wanted. */
            isAgain?: boolean;
            next: components["schemas"]["ScanNext"];
            refusal?: components["schemas"]["ScanRefusal"];
        };
        /**
         * ScanContext
         * @description What the station has open: `next` of the last answer.
         */
        ScanContext: {
            /**
             * @description What is done at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up, and change nothing.
             * @enum {string}
             */
            work: "MAKE" | "CHECK" | "PACK" | "HAND_OVER" | "FIND";
            /** @description Code of the piece in hand, as the last answer gave it. */
            piece?: string;
            /** @description Code of the piece that was finished before it, or of HAND_OVER the parcel that was scanned last, as the last answer gave it. */
            last?: string;
            /** @description Of PACK: code of the parcel that is open, as the last answer gave it. */
            parcel?: string;
            /** @description Of PACK: code of the order that somebody else packs, as the last answer gave it. */
            order?: string;
            /** @description Of PACK: code of the parcel whose label is printed again, as the last answer gave it. */
            reprint?: string;
            /** @description Of HAND_OVER: the list that is open at the station. Its number. */
            handOver?: string;
            /** @description Of HAND_OVER: true when the last answer asked to CLOSE. */
            isClosing?: boolean;
        };
        /**
         * ScanDone
         * @description What the scan brought to an end, and what became of that piece.
         */
        ScanDone: {
            piece: components["schemas"]["Piece"];
            /** @description Where to put it: the bin of its order. */
            bin?: number;
            /** @description All pieces of its order are checked: it can be packed. */
            isOrderComplete?: boolean;
            successor?: components["schemas"]["Piece"];
        };
        /**
         * ScanNext
         * @description The `context` of the next scan.
         */
        ScanNext: {
            /**
             * @description What is done at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up, and change nothing.
             * @enum {string}
             */
            work: "MAKE" | "CHECK" | "PACK" | "HAND_OVER" | "FIND";
            /** @description Code of the piece in hand, as the last answer gave it. */
            piece?: string;
            /** @description Code of the piece that was finished before it, or of HAND_OVER the parcel that was scanned last, as the last answer gave it. */
            last?: string;
            /** @description Of PACK: code of the parcel that is open, as the last answer gave it. */
            parcel?: string;
            /** @description Of PACK: code of the order that somebody else packs, as the last answer gave it. */
            order?: string;
            /** @description Of PACK: code of the parcel whose label is printed again, as the last answer gave it. */
            reprint?: string;
            /** @description Of HAND_OVER: the list that is open at the station. Its number. */
            handOver?: string;
            /** @description Of HAND_OVER: true when the last answer asked to CLOSE. */
            isClosing?: boolean;
        };
        /**
         * ScanRefusal
         * @description Why nothing was done with what was scanned.
         */
        ScanRefusal: {
            /**
             * @description Why; stations have a sound for each.
             * @enum {string}
             */
            kind: "UNKNOWN" | "MISREAD" | "REPLACED" | "CANCELLED" | "OLD_TICKET" | "STOPPED" | "ON_HOLD" | "SHIPPED" | "ASKED_TO_CANCEL" | "NO_BLANK" | "ALREADY_DONE" | "NOT_MADE" | "NOTHING_IN_HAND" | "BINS_FULL" | "FOREIGN" | "TOO_MANY" | "IN_USE" | "NO_PARCEL" | "NOT_COMPLETE" | "NO_LABEL";
            /** @description What it is, and what to do. */
            message: string;
            /**
             * @description Which sentence it is; more come with time.
             * @enum {string}
             */
            code?: "old_ticket" | "order_cancelled" | "order_shipped" | "order_on_hold" | "order_stopped" | "order_stopped_because" | "order_not_to_be_shipped" | "cancellation_asked" | "part_has_left" | "piece_rejected" | "piece_replaced" | "piece_scrapped" | "piece_unknown" | "order_unknown" | "parcel_unknown" | "bin_unknown" | "bin_free" | "code_misread" | "code_unknown" | "code_or_product_unknown" | "code_means_nothing" | "command_unknown" | "command_of_packing" | "command_not_of_packing" | "command_not_of_hand_over" | "badge_at_no_station" | "several_pieces" | "tracking_unknown" | "tracking_of_several" | "tracking_misread" | "nothing_to_pack" | "nothing_printed" | "no_blank" | "blank_not_counted" | "bins_full" | "no_bins" | "scan_piece_first" | "scan_order_first" | "scan_parcel_code" | "close_parcel_first" | "parcel_empty" | "parcel_not_complete" | "parcel_without_label" | "label_not_printed_again" | "no_parcel_left" | "made_already" | "checked_already" | "changed_since" | "in_parcel" | "in_parcel_of_order" | "nothing_finished" | "nothing_packed" | "piece_of_other_order" | "piece_not_in_parcel" | "product_not_of_order" | "enough_of_item" | "enough_of_product" | "order_in_use" | "no_list_open" | "list_closed" | "list_empty" | "list_full" | "list_incomplete" | "nothing_on_list" | "parcel_on_list" | "parcel_on_closed_list" | "parcel_just_listed" | "parcel_being_packed" | "parcel_unlabelled" | "parcel_given_up" | "parcel_of_other_carrier" | "hs_code_missing" | "country_of_origin_missing" | "weight_missing" | "price_missing" | "label_not_kept" | "slip_not_kept" | "file_lost" | "client_file_not_printable" | "label_used" | "no_printer_of_label" | "no_printer_of_customs" | "no_printer_of_client_label" | "no_printer_of_client_slip" | "not_printable" | "address_not_printable" | "paper_not_drawn" | "order_gone";
            /** @description What is filled in, such as a code; what is not known is absent. */
            params?: {
                [key: string]: string;
            };
            /** @description Code of the ticket that counts instead. */
            replacedBy?: string;
        };
        /**
         * ScanRequest
         * @description A code that was scanned at a station.
         */
        ScanRequest: {
            /** @description Made at the station, such as a UUID: the same scan sent again counts once. */
            id: string;
            /** @description Which station. Left out by a browser that is one, which is known by its session; others must name it. */
            station?: string;
            /** @description As it came from the scanner. */
            code: string;
            context: components["schemas"]["ScanContext"];
        };
        /**
         * ScannedHandOver
         * @description Of HAND_OVER: the list that is open here, or was just closed.
         */
        ScannedHandOver: {
            /** @description Its number. */
            handOverId: string;
            /** @description The carrier. Absent: parcels whose carrier is not known, as where clients send labels of their own. */
            carrierId?: string;
            /** @description Its name. */
            carrierName?: string;
            /**
             * @description CLOSED: the driver has what is on it.
             * @enum {string}
             */
            state: "OPEN" | "CLOSED";
            /** @description How many are on it. */
            parcels: number;
            /** @description Packed parcels of the carrier that are on no list; of the last 14 days, counted up to 1,000. */
            missingCount: number;
            /** @description The oldest 20 of them. */
            missing: components["schemas"]["WaitingParcel"][];
        };
        /**
         * ScannedOrder
         * @description The order, or the one of the piece.
         */
        ScannedOrder: {
            /** @description The client of the order. */
            clientId: string;
            /** @description What the client is called. */
            clientName?: string;
            /** @description The order. */
            orderId: string;
            /** @description As it is scanned: R and ten digits. */
            code: string;
            /** @description Its pieces, without those that were replaced. */
            pieces?: number;
            /** @description The bin in which they gather. */
            bin?: number;
            /** @description What staff wrote about the order and the article of the piece (without one, the articles of the order), oldest first; the latest 20. */
            notes: components["schemas"]["FloorNote"][];
        };
        /**
         * ScannedParcel
         * @description Of PACK: the parcel that is open, has just left, or waits for its label.
         */
        ScannedParcel: {
            /** @description As it is scanned: T and ten digits. */
            code: string;
            /** @description Its number within the order, from 1. */
            number: number;
            /**
             * @description OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it has left. DROPPED: its order ended, or was changed, without it.
             * @enum {string}
             */
            state: "OPEN" | "PACKED" | "SHIPPED" | "DROPPED";
            /** @description Each item of which something is still to leave. */
            items: components["schemas"]["PackedItem"][];
            /** @description Those that were asked for; none before all is in it. */
            papers: components["schemas"]["ParcelPaper"][];
            /** @description What customs still have to be told of what is to leave, as sentences: mend it before packing ends. */
            gaps: string[];
            /** @description Name of the carrier. */
            carrier?: string;
            /**
             * @description Why it has no label. customs_data_missing: the catalogue lacks what customs are to be told. file_missing: a file that the client sent is gone. file_not_printable: a file that the client sent would do more than be printed. label_used: the one label that the client sent is on another parcel of the order. no_printer: no printer takes it. address_not_printable: the address has characters that nothing here can print. paper_not_drawn: drawing failed.
             * @enum {string}
             */
            problem?: "customs_data_missing" | "file_missing" | "file_not_printable" | "label_used" | "no_printer" | "address_not_printable" | "paper_not_drawn";
            /** @description The same with codes. */
            gapSentences: components["schemas"]["FloorSentence"][];
            /** @description What is missing, as sentences. */
            details?: string[];
            /** @description The same with codes. */
            detailSentences?: components["schemas"]["FloorSentence"][];
            /** @description As it was scanned or told. */
            trackingNumber?: string;
            /** @description Lines of the address, while the parcel is open here. */
            recipient?: string[];
        };
        /**
         * ScrapRequest
         * @description What was spoiled of an order.
         */
        ScrapRequest: {
            /** @description Of an order in ACCEPTED: the pieces that were spoiled, each item once. They leave the shelf; the rest is given back. Absent: those that the floor has begun by its scans; an empty list: none. */
            scrapped?: components["schemas"]["ScrappedPieces"][];
        };
        /**
         * ScrappedPieces
         * @description Pieces of an item that were spoiled.
         */
        ScrappedPieces: {
            /** @description Id of the item. */
            item: string;
            /** @description Pieces that were spoiled; no more than are in production. */
            quantity: number;
            /** @description Why, for the ledger of the stock. */
            reason: string;
        };
        /**
         * ServiceCheck
         * @description One thing that the service needs.
         */
        ServiceCheck: {
            /** @description database, disk, intake, jobs, keys or webhooks. */
            name: string;
            /**
             * @description degraded: somebody has to look into it.
             * @enum {string}
             */
            status: "ok" | "degraded";
            /** @description What is wrong. */
            message?: string;
        };
        /**
         * ServiceSettings
         * @description The service and what is set for it.
         */
        ServiceSettings: {
            /** @description Version of Platen. */
            version: string;
            /** @description Version of Node that runs it. */
            node: string;
            /** @description The database. */
            database: {
                /** @description Version of PostgreSQL. */
                version: string;
                /** @description Size of the database in bytes. */
                bytes: number;
                /** @description Whether it is the one that Platen runs in DATA_DIR. */
                embedded: boolean;
            };
            /** @description The disk of DATA_DIR. */
            disk: {
                /** @description Bytes free on the fullest disk below DATA_DIR. */
                freeBytes: number;
                /** @description Bytes below which no file is fetched. */
                floorBytes: number;
            };
            /** @description What `GET /health/ready?verbose` tells beside the database. */
            checks: components["schemas"]["ServiceCheck"][];
            /** @description Where Prometheus reads the metrics, as seen from the machine; absent: nowhere. */
            metrics?: string;
            /** @description Every setting, in the order of the documentation. */
            settings: components["schemas"]["Setting"][];
        };
        /**
         * ServiceTrouble
         * @description Something that the service needs and that is not well.
         */
        ServiceTrouble: {
            /**
             * @description What it is about. disk: space is low, or cannot be read.
             * @enum {string}
             */
            name: "backups" | "database" | "disk" | "intake" | "jobs" | "keys" | "webhooks";
            /** @description What is the matter. */
            message?: string;
        };
        /**
         * Session
         * @description A session of a person.
         */
        Session: {
            operator: components["schemas"]["SignedInOperator"];
            /** @description All that the role may do. */
            verbs: ("me.read" | "me.change" | "orders.read" | "stock.read" | "catalog.read" | "carriers.read" | "clients.read" | "webhooks.read" | "reports.read" | "printers.read" | "prints.read" | "production.read" | "handovers.read" | "orders.accept" | "orders.ship" | "orders.cancel" | "orders.mend" | "orders.hold" | "orders.prefer" | "orders.note" | "stock.change" | "catalog.change" | "catalog.note" | "carriers.change" | "clients.contracts" | "webhooks.change" | "stations.work" | "stations.read" | "stations.open" | "print" | "production.release" | "production.work" | "returns.book" | "handovers.change" | "notes.change" | "orders.erase" | "clients.change" | "clients.secrets" | "operators.read" | "operators.change" | "stations.change" | "audit.read" | "settings.read" | "service.resume" | "printers.change")[];
            /**
             * Format: date-time
             * @description When the session ends, if it is not used before. ISO 8601 in UTC with milliseconds.
             */
            expires: string;
        };
        /**
         * SetStockRequest
         * @description What was counted.
         */
        SetStockRequest: {
            /** @description Pieces that were counted on the shelf, reserved ones included. */
            quantity: number;
            /** @description Reason of the change, recorded with the stock movement. */
            reason?: string;
        };
        /**
         * Setting
         * @description A setting of the server.
         */
        Setting: {
            /** @description Name of the environment variable. */
            name: string;
            /** @description What it does and what it takes. */
            doc: string;
            /** @description Unit of a number. */
            unit?: string;
            /** @description The default, used where the setting is not set; absent: there is none. */
            default?: string;
            /** @description The value in use. Secrets are never shown: for them it is absent, and a password in an address is left out. Absent too where there is no value. */
            value?: string;
            /** @description Whether it is set; false: the default is used. */
            set: boolean;
            /** @description Whether its value is never shown. */
            secret: boolean;
        };
        /**
         * ShipParcelRequest
         * @description How the parcel can be followed.
         */
        ShipParcelRequest: {
            /** @description Absent: it has none. */
            trackingNumber?: string;
        };
        /**
         * ShipRequest
         * @description What left of an order.
         */
        ShipRequest: {
            /** @description The parcels that left. */
            parcels: components["schemas"]["Parcel"][];
        };
        /**
         * Shipment
         * @description A parcel of the order.
         */
        Shipment: {
            /** @description Identifies the parcel within the order: its place in the list, counted from 1. Absent in parcels that left before there were ids. */
            shipmentId?: string;
            /** @description Number to follow the parcel with. */
            trackingNumber?: string;
            /** @description Who carries the parcel. */
            trackingCarrier?: string;
            /** @description Where the parcel can be followed. An http or https URL. */
            trackingUrl?: string;
            /** @description What is in the parcel; empty where that was not told. */
            items: components["schemas"]["ShippedItem"][];
            /**
             * Format: date-time
             * @description When the parcel left. ISO 8601 in UTC with milliseconds.
             */
            shipped: string;
        };
        /**
         * ShippedItem
         * @description Pieces of an item in a parcel.
         */
        ShippedItem: {
            /** @description Item of the order. */
            id: string;
            /** @description Pieces of it in the parcel. */
            quantity: number;
        };
        /**
         * Shipping
         * @description How the order ships: with your own label, or with a contracted carrier.
         */
        Shipping: components["schemas"]["LabelShipment"] | components["schemas"]["AddressShipment"];
        /**
         * Short
         * @description What left the batch.
         */
        Short: {
            /** @description Those that left the batch, of the youngest orders; a lot leaves as a whole. */
            pieces: components["schemas"]["Piece"][];
            stock: components["schemas"]["StockAfterShort"];
        };
        /**
         * ShortRequest
         * @description A blank of which too few were found.
         */
        ShortRequest: {
            /** @description The blank. */
            sku: string;
            /** @description How many of those that the batch needs were not found. */
            missing: number;
        };
        /**
         * SignInOptions
         * @description The ways to sign in.
         */
        SignInOptions: {
            /** @description Whether people may sign in with a login and a password. */
            password: boolean;
            openIdConnect?: components["schemas"]["OpenIdConnectOption"];
        };
        /**
         * SignInRequest
         * @description A login and its password.
         */
        SignInRequest: {
            /** @description Case does not count. */
            login: string;
            /** @description The password. */
            password: string;
        };
        /**
         * SignedInOperator
         * @description Who is signed in.
         */
        SignedInOperator: {
            /** @description Identifier of the account. */
            operatorId: string;
            /** @description Name that others see. */
            name: string;
            /** @description What the person signs in with. */
            login: string;
            /**
             * @description What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
             * @enum {string}
             */
            role: "admin" | "office" | "floor" | "viewer";
            /**
             * @description Language of the console; absent: that of the browser.
             * @enum {string}
             */
            language?: "de" | "en";
        };
        /**
         * SignedOnOperator
         * @description Who is signed on. Absent: nobody; all other requests are answered with `station_locked`.
         */
        SignedOnOperator: {
            /** @description Identifier of the account. */
            operatorId: string;
            /** @description Name that others see. */
            name: string;
            /** @description Of the console. */
            language?: string;
        };
        /**
         * StaffArticle
         * @description An article with its variants and their stock. Its customs data holds for variants that have none of their own.
         */
        StaffArticle: {
            /** @description Identifier of the article. */
            manufacturerCode: string;
            /** @description Title. */
            title: string;
            /**
             * @description BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither.
             * @enum {string}
             */
            type: "BLANK" | "CUSTOMIZATION" | "UNPRODUCIBLE";
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
            /** @description By SKU; the first 1000. */
            variants: components["schemas"]["StaffArticleVariant"][];
        };
        /**
         * StaffArticleVariant
         * @description A variant of an article, with its stock.
         */
        StaffArticleVariant: {
            /** @description SKU. */
            sku: string;
            /** @description Colour. */
            color: string;
            /** @description Size. */
            size: string;
            /** @description Pieces on the shelf. */
            onHand: number;
            /** @description Pieces that orders have reserved. */
            reserved: number;
            /** @description Pieces that may still be reserved; never below 0. */
            available: number;
            /**
             * Format: date-time
             * @description Since when it is retired, and cannot be ordered any more; absent where it is not.
             */
            retired?: string;
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
            /**
             * @description Whether direct-to-garment printing puts white under the colours.
             * @enum {string}
             */
            dtgType?: "WHITE_UNDERBASE" | "NO_UNDERBASE";
            /** @description Of a BLANK: where it may be decorated, with what, and how large. */
            allowedLocations: components["schemas"]["LocationTechnologies"][];
            /** @description Of a CUSTOMIZATION: where it may be applied, and with what. */
            isAllowedOnLocations: components["schemas"]["LocationTechnologies"][];
        };
        /**
         * StaffProduct
         * @description A product with its variants and their stock. Its customs data holds for variants that have none of their own.
         */
        StaffProduct: {
            /** @description Identifier of the product. */
            productId: string;
            /** @description Name. */
            name: string;
            /** @description Addresses of its pictures, in full. */
            previewImageUrls: string[];
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
            /** @description By EAN-13; the first 1000. */
            variants: components["schemas"]["StaffProductVariant"][];
        };
        /**
         * StaffProductVariant
         * @description A variant of a product, with its stock.
         */
        StaffProductVariant: {
            /** @description EAN-13. */
            ean13: string;
            /** @description Name. */
            name: string;
            /** @description Colour. */
            color: string;
            /** @description Size. */
            size: string;
            /** @description Pieces on the shelf. */
            onHand: number;
            /** @description Pieces that orders have reserved. */
            reserved: number;
            /** @description Pieces that may still be reserved; never below 0. */
            available: number;
            /**
             * Format: date-time
             * @description Since when it is retired, and cannot be ordered any more; absent where it is not.
             */
            retired?: string;
            /** @description Tariff number: 6 to 10 digits, of which the first six hold in all countries. */
            hsCode?: string;
            /** @description Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case. */
            countryOfOrigin?: string;
            /** @description Grams of one piece, without packaging. */
            weightGrams?: number;
            /** @description What it is, of what and for whom, in words that customs accept. */
            customsDescription?: string;
        };
        /**
         * StaffWebhookDelivery
         * @description An event at an endpoint: what is to be sent, and what came of it.
         */
        StaffWebhookDelivery: {
            /** @description The webhook-id that it is sent with. */
            deliveryId: string;
            /** @description Type of the event. */
            type: string;
            /** @description The order that it tells of, where it tells of one. */
            orderId?: string;
            /**
             * @description pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: by staff.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "skipped";
            /** @description Attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description For pending ones of an enabled endpoint: not before this, and not before the one that waits in front. ISO 8601 in UTC with milliseconds.
             */
            nextAttempt?: string;
            /**
             * Format: date-time
             * @description When it was recorded, with what it tells of. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the last attempt ended. ISO 8601 in UTC with milliseconds.
             */
            lastAttempt?: string;
            /**
             * Format: date-time
             * @description When it was answered 2xx. ISO 8601 in UTC with milliseconds.
             */
            delivered?: string;
            /** @description HTTP status of the last answer. */
            lastStatus?: number;
            /**
             * @description Why the last attempt failed.
             * @enum {string}
             */
            lastError?: "unexpected_status" | "redirect" | "timeout" | "address_refused" | "certificate_invalid" | "unreachable" | "secret_unreadable" | "internal_problem";
            /** @description The first 500 characters of the last answer. */
            responseExcerpt?: string;
            /**
             * Format: date-time
             * @description When it was skipped. ISO 8601 in UTC with milliseconds.
             */
            skipped?: string;
            /** @description Who skipped it, by the name they had then. */
            skippedBy?: string;
        };
        /**
         * StaffWebhookDeliveryDetail
         * @description A delivery with what is sent.
         */
        StaffWebhookDeliveryDetail: {
            /** @description The webhook-id that it is sent with. */
            deliveryId: string;
            /** @description Type of the event. */
            type: string;
            /** @description The order that it tells of, where it tells of one. */
            orderId?: string;
            /**
             * @description pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: by staff.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "skipped";
            /** @description Attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description For pending ones of an enabled endpoint: not before this, and not before the one that waits in front. ISO 8601 in UTC with milliseconds.
             */
            nextAttempt?: string;
            /**
             * Format: date-time
             * @description When it was recorded, with what it tells of. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the last attempt ended. ISO 8601 in UTC with milliseconds.
             */
            lastAttempt?: string;
            /**
             * Format: date-time
             * @description When it was answered 2xx. ISO 8601 in UTC with milliseconds.
             */
            delivered?: string;
            /** @description HTTP status of the last answer. */
            lastStatus?: number;
            /**
             * @description Why the last attempt failed.
             * @enum {string}
             */
            lastError?: "unexpected_status" | "redirect" | "timeout" | "address_refused" | "certificate_invalid" | "unreachable" | "secret_unreadable" | "internal_problem";
            /** @description The first 500 characters of the last answer. */
            responseExcerpt?: string;
            /**
             * Format: date-time
             * @description When it was skipped. ISO 8601 in UTC with milliseconds.
             */
            skipped?: string;
            /** @description Who skipped it, by the name they had then. */
            skippedBy?: string;
            /** @description The body exactly as it is sent. It has no personal data. */
            body: string;
        };
        /**
         * StaffWebhookEndpoint
         * @description A webhook endpoint of a client.
         */
        StaffWebhookEndpoint: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the client. */
            clientName: string;
            /**
             * @description sandbox: an integrator's test.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /** @description Identifier of the endpoint. */
            endpointId: string;
            /** @description Host of its URL, with the port where it names one. The rest may hold secrets and is not shown. */
            host: string;
            /** @description The customer's note about it. */
            description?: string;
            /** @description The types of events that it wants. Empty: all. */
            types: string[];
            /**
             * @description healthy: nothing fails. failing: the last attempt failed, and what waits is tried again. disabled: nothing is recorded for it or sent.
             * @enum {string}
             */
            state: "healthy" | "failing" | "disabled";
            /**
             * @description requested: by the customer. gone: it answered 410. failing: nothing but failure for five days. by_staff: by staff.
             * @enum {string}
             */
            disabledReason?: "requested" | "gone" | "failing" | "by_staff";
            /**
             * Format: date-time
             * @description First failure since the last success, or since nothing waited any more. ISO 8601 in UTC with milliseconds.
             */
            failingSince?: string;
            /** @description Deliveries that wait; at most 1,000 are counted. */
            pending: number;
            /**
             * Format: date-time
             * @description When the first of those was recorded, which holds up the others. ISO 8601 in UTC with milliseconds.
             */
            pendingSince?: string;
            /**
             * Format: date-time
             * @description When a delivery was last answered 2xx. ISO 8601 in UTC with milliseconds.
             */
            lastSuccess?: string;
            lastFailure?: components["schemas"]["FailedAttempt"];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
            /**
             * Format: date-time
             * @description When its settings last changed. ISO 8601 in UTC with milliseconds.
             */
            updated: string;
        };
        /**
         * Station
         * @description A place in the shop with a device that several people use.
         */
        Station: {
            /** @description Identifier of the station. */
            stationId: string;
            /** @description What people call it. */
            name: string;
            /** @description What is done there. */
            kinds: ("make" | "check" | "pack" | "hand_over")[];
            /** @description Whether nobody may sign on there. */
            disabled: boolean;
            /** @description Where the papers of what is packed there are printed; none: in the browser. */
            printers: components["schemas"]["StationPrinter"][];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601 in UTC with milliseconds.
             */
            created: string;
        };
        /**
         * StationChangeRequest
         * @description What is absent stays.
         */
        StationChangeRequest: {
            /** @description What people call it. */
            name?: string;
            /** @description What is done there. */
            kinds?: ("make" | "check" | "pack" | "hand_over")[];
            /** @description true: nobody signs on there, and its browsers stop being it. false: it may be used again. */
            disabled?: boolean;
            /** @description Identifiers of the printers that stand there, in place of those before. */
            printers?: string[];
        };
        /**
         * StationPrinter
         * @description A printer that stands there.
         */
        StationPrinter: {
            /** @description Identifier of a printer. */
            printerId: string;
            /** @description What people call it. */
            name: string;
        };
        /**
         * StationSession
         * @description A browser that is a station, with who is signed on.
         */
        StationSession: {
            station: components["schemas"]["OwnStation"];
            operator?: components["schemas"]["SignedOnOperator"];
            /** @description All that may be done there: what the role floor may, whoever is signed on. */
            verbs: ("me.read" | "me.change" | "orders.read" | "stock.read" | "catalog.read" | "carriers.read" | "clients.read" | "webhooks.read" | "reports.read" | "printers.read" | "prints.read" | "production.read" | "handovers.read" | "orders.accept" | "orders.ship" | "orders.cancel" | "orders.mend" | "orders.hold" | "orders.prefer" | "orders.note" | "stock.change" | "catalog.change" | "catalog.note" | "carriers.change" | "clients.contracts" | "webhooks.change" | "stations.work" | "stations.read" | "stations.open" | "print" | "production.release" | "production.work" | "returns.book" | "handovers.change" | "notes.change" | "orders.erase" | "clients.change" | "clients.secrets" | "operators.read" | "operators.change" | "stations.change" | "audit.read" | "settings.read" | "service.resume" | "printers.change")[];
            /**
             * Format: date-time
             * @description When nobody is signed on any more, unless something is done before. ISO 8601 in UTC with milliseconds.
             */
            locks?: string;
            /** @description After so many seconds in which nothing is done nobody is signed on any more. */
            idleSeconds: number;
        };
        /**
         * StatusDetail
         * @description Something that keeps the order from going on: a file, or stock.
         */
        StatusDetail: {
            /** @description JSON Pointer to the place in the order; of a file, to the first that names it. */
            pointer: string;
            /** @description Short name of what is wrong with it, listed at /docs/order-life. */
            code: string;
            /** @description What it means and what to do. */
            message: string;
            /**
             * Format: date-time
             * @description Of a file: when it is fetched again; absent where it is not. ISO 8601 in UTC with milliseconds.
             */
            nextAttempt?: string;
        };
        /**
         * StatusReason
         * @description Why the order is in ERROR or on hold, or what it waits for.
         */
        StatusReason: {
            /** @description Short name of the reason, listed at /docs/order-life. */
            code: string;
            /** @description What it means and what to do. */
            message: string;
            /** @description JSON Pointer to the part of the order, where there is one. */
            pointer?: string;
            /** @description Each place that keeps the order from going on: every file, or where several are short of stock the first 100. */
            details?: components["schemas"]["StatusDetail"][];
        };
        /**
         * StepInHand
         * @description Something to be done with a piece, and how.
         */
        StepInHand: {
            /**
             * @description PRINT or CUSTOMIZATION.
             * @enum {string}
             */
            kind: "PRINT" | "CUSTOMIZATION";
            /** @description How it is done. */
            technology: string;
            /** @description Where on the blank. */
            location: string;
            /** @description Which of the prints or customizations of the item, from 0. */
            place: number;
            /** @description Of a customization: what is applied. */
            sku?: string;
            /** @description Whether it is behind the piece. */
            isDone: boolean;
            /** @description How wide the print is: its artwork, scaled to fit into the print area. */
            widthMm?: number;
            /** @description How high it is. */
            heightMm?: number;
            /** @description Of a customization: name of what is applied. */
            title?: string;
            artwork?: components["schemas"]["PieceArtwork"];
            qualityControl?: components["schemas"]["PiecePictures"];
        };
        /**
         * StockAfterShort
         * @description The blank in the stock.
         */
        StockAfterShort: {
            /** @description As it counts now: no more than orders have reserved. */
            onHand: number;
            /** @description Pieces that orders have reserved. */
            reserved: number;
        };
        /**
         * StockLevel
         * @description Stock of a variant.
         */
        StockLevel: {
            /**
             * @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
             * @enum {string}
             */
            kind: "ARTICLE" | "PRODUCT";
            /** @description EAN-13 or SKU. */
            code: string;
            /** @description Name of the product variant, or title of the article. */
            name: string;
            /** @description Colour. */
            color: string;
            /** @description Size. */
            size: string;
            /** @description Pieces on the shelf. */
            onHand: number;
            /** @description Pieces that orders have reserved. */
            reserved: number;
            /** @description Pieces that may still be reserved; never below 0. */
            available: number;
            /** @description Orders that wait for it; at most 1,000 are counted. */
            waitingOrders: number;
            /**
             * Format: date-time
             * @description Since when it is retired, and cannot be ordered any more; absent where it is not.
             */
            retired?: string;
        };
        /**
         * StockMovement
         * @description A stock movement.
         */
        StockMovement: {
            /** @description UUID. */
            movementId: string;
            /**
             * Format: date-time
             * @description When.
             */
            occurred: string;
            /**
             * @description What happened. carried_forward: all movements of a month together, from before the time that each is kept by itself; it occurred when the last of them did.
             * @enum {string}
             */
            reason: "reserved" | "released" | "shipped" | "scrapped" | "returned" | "set" | "adjusted" | "imported" | "carried_forward";
            /** @description Pieces put on the shelf, or taken off it when negative. */
            onHandChange: number;
            /** @description Pieces reserved, or given back when negative. */
            reservedChange: number;
            /** @description How many movements were carried forward. */
            movements?: number;
            /** @description Identifier of the client. */
            clientId?: string;
            /** @description The order it was for. */
            orderId?: string;
            /** @description Why, in the words of staff. */
            note?: string;
            /**
             * @description Who did it: the client of the order, the staff of the center, or Platen itself. Absent: from before this was recorded.
             * @enum {string}
             */
            actor?: "client" | "operator" | "system";
            /** @description The id of who did it. Absent: Platen itself, or the command line. */
            actorId?: string;
            /** @description The name they had then. */
            actorName?: string;
        };
        /**
         * StockReservation
         * @description Stock that is reserved for an order.
         */
        StockReservation: {
            /**
             * @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
             * @enum {string}
             */
            kind: "ARTICLE" | "PRODUCT";
            /** @description EAN-13 or SKU. */
            code: string;
            /** @description Pieces. */
            quantity: number;
        };
        /**
         * StockWait
         * @description Stock that an order waits for.
         */
        StockWait: {
            /**
             * @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
             * @enum {string}
             */
            kind: "ARTICLE" | "PRODUCT";
            /** @description EAN-13 or SKU. */
            code: string;
            /** @description Pieces that it is short of. */
            quantity: number;
            /** @description Older orders that wait for it too; at most 1,000 are counted. */
            ahead: number;
        };
        /**
         * StopRequest
         * @description Why the order of a piece is stopped.
         */
        StopRequest: {
            /** @description Which step of the piece cannot be printed; absent: the one that comes next. */
            step?: number;
            /** @description What its customer reads. */
            message?: string;
        };
        /**
         * StoppedOrder
         * @description What an order was stopped for.
         */
        StoppedOrder: {
            /** @description JSON Pointer to the print in the order. */
            pointer: string;
            /** @description What its customer reads. */
            message: string;
        };
        /**
         * Thumbnails
         * @description Where pictures of it are read: getOrderFileThumbnail.
         */
        Thumbnails: {
            /**
             * Format: uri
             * @description At most 320 pixels along the longer side.
             */
            small: string;
            /**
             * Format: uri
             * @description At most 1,280.
             */
            large: string;
        };
        /**
         * TicketRequest
         * @description Why the ticket of a piece is printed again, and where.
         */
        TicketRequest: {
            /** @description Why it is printed again. */
            reason: string;
            /**
             * @description Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight. Absent: what suits the printer.
             * @enum {string}
             */
            form?: "STICKER" | "SHEET";
            /** @description The printer; absent: one of the station, else a browser. */
            printerId?: string;
            /** @description Name or id of the station whose printers are taken; a browser that is one need not say it. */
            station?: string;
        };
        /**
         * TrackingRequest
         * @description How a parcel can be followed. What is absent stays; an empty text takes away what was told.
         */
        TrackingRequest: {
            /** @description Number to follow the parcel with. */
            trackingNumber?: string;
            /** @description Who carries the parcel. */
            trackingCarrier?: string;
            /** @description Where the parcel can be followed: http or https. */
            trackingUrl?: string;
        };
        /**
         * TryAgainRequest
         * @description How an order is tried again.
         */
        TryAgainRequest: {
            /** @description true: also the files that are kept are fetched anew. Absent: those stay. */
            refetch?: boolean;
        };
        /**
         * Turnaround
         * @description How long orders took that were shipped in the last days.
         */
        Turnaround: {
            /** @description So many days up to today: 7 or 30. */
            days: number;
            /** @description Orders that were shipped completely on them. */
            shipped: number;
            /** @description Seconds from NEW to SHIPPED that half of the shipped ones took at most, to within 5 %. Absent: none was shipped. */
            medianSeconds?: number;
            /** @description Seconds that nine tenths of them took at most, likewise. Absent: none was shipped. */
            p90Seconds?: number;
        };
        /**
         * UntouchedOrder
         * @description An order that has been in its status longer than all others.
         */
        UntouchedOrder: {
            /** @description Identifier of the client. */
            clientId: string;
            /** @description Name of the client. */
            clientName: string;
            /** @description The order. */
            orderId: string;
            /**
             * Format: date-time
             * @description Since when it is in its status. ISO 8601 in UTC with milliseconds.
             */
            since: string;
        };
        /**
         * VariantDifferenceCounts
         * @description How many variants differ.
         */
        VariantDifferenceCounts: {
            /** @description Records that are new. */
            new: number;
            /** @description Records that change. */
            changed: number;
            /** @description Records that stay as they are. */
            unchanged: number;
            /** @description Variants that were retired, and are no longer. */
            broughtBack: number;
            /** @description Variants that the catalogue no longer names, and that are retired. */
            retired: number;
        };
        /**
         * Violation
         * @description One thing wrong with the request.
         */
        Violation: {
            /** @description JSON Pointer (RFC 6901) into the body, or the name of the parameter. */
            pointer: string;
            /** @description Name of the rule that is broken, snake_case. */
            code: string;
            /** @description What to do, in a sentence. */
            message: string;
            /** @description The values that would be accepted, where they can be listed. */
            allowed?: string[];
        };
        /**
         * WaitingParcel
         * @description A parcel where parcels are handed over; without a name or an address.
         */
        WaitingParcel: {
            /** @description The client of the order. */
            clientId: string;
            /** @description Its name. */
            clientName: string;
            /** @description The order. */
            orderId: string;
            /** @description As it is scanned: T and ten digits. */
            code: string;
            /**
             * @description OPEN: it is being packed. PACKED: it has no label yet, and cannot leave. SHIPPED: it can leave. DROPPED: its order ended without it.
             * @enum {string}
             */
            state: "OPEN" | "PACKED" | "SHIPPED" | "DROPPED";
            /** @description As it was scanned. */
            trackingNumber?: string;
        };
        /**
         * WebhooksInTrouble
         * @description Webhook endpoints of clients.
         */
        WebhooksInTrouble: {
            /** @description Endpoints whose deliveries fail. */
            failing: number;
            /** @description Endpoints that were disabled by an answer of 410 or after days of failure; not those that their customers or staff disabled. */
            disabled: number;
        };
        /**
         * WelcomeRequest
         * @description A password to be set by a one-time link.
         */
        WelcomeRequest: {
            /** @description Token of the one-time link: what follows the #. */
            token: string;
            /** @description At least 12 characters, and not easy to guess: the strength is estimated with common words and with what the person is known by. */
            password: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A login and its password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody is signed in. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setFirstPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A password to be set by a one-time link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WelcomeRequest"];
            };
        };
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    getStationSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The station, and who is signed on. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StationSession"];
                };
            };
        };
    };
    openStation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which station the browser becomes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenStationRequest"];
            };
        };
        responses: {
            /** @description The station. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StationSession"];
                };
            };
        };
    };
    closeStation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is none. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signOnByBadge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A badge that was scanned. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BadgeRequest"];
            };
        };
        responses: {
            /** @description The station, and who is signed on. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StationSession"];
                };
            };
        };
    };
    signOnByPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A login and its PIN. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinRequest"];
            };
        };
        responses: {
            /** @description The station, and who is signed on. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StationSession"];
                };
            };
        };
    };
    stayAtStation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The station, and who is signed on. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StationSession"];
                };
            };
        };
    };
    signOff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The station. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StationSession"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only orders in one of these statuses, separated by commas: NEW, ASSIGNED, ACCEPTED, SHIPPED, CANCELLED, ERROR. */
                status?: string;
                /** @description Only orders whose reason has one of these codes, separated by commas. */
                reason?: string;
                /** @description Only orders of this client. */
                clientId?: string;
                /** @description Orders of live or of sandbox clients. */
                mode?: "live" | "sandbox";
                /** @description Only orders created after this moment. ISO 8601 with a time zone. */
                createdFrom?: string;
                /** @description Only orders created up to and at this moment. ISO 8601 with a time zone. */
                createdTo?: string;
                /** @description Only orders that last changed after this moment. ISO 8601 with a time zone. */
                updatedFrom?: string;
                /** @description Only orders that last changed up to and at this moment. ISO 8601 with a time zone. */
                updatedTo?: string;
                /** @description Only orders that were created longer ago than this. */
                olderThanHours?: number;
                /** @description Only orders that have been in their status for longer than this. */
                inStatusForHours?: number;
                /** @description Only orders of these orderIds, one on each line, at most 100. Several clients may have one of the same. */
                orderIds?: string;
                /** @description Only orders in production whose customer asks for their cancellation. */
                cancellation?: "requested";
                /** @description Only orders that this carrier carries, by its carrierId, or by the name that staff shipped it with. */
                carrier?: string;
                /** @description Only orders to this country: ISO 3166-1 alpha-2, in any case. */
                country?: string;
                /** @description Only orders with an item of this EAN-13, or of this SKU of a blank. */
                code?: string;
                /** @description Only orders that are on hold, or only those that are not. */
                held?: "true" | "false";
                /** @description Only orders that staff prefer, or only those that they do not. */
                preferred?: "true" | "false";
                /** @description newest or oldest first, by when they were made; longest: those first that are in their status for the longest, of orders in NEW, ASSIGNED, ACCEPTED and ERROR. With `q` always newest. */
                sort?: "newest" | "oldest" | "longest";
                /** @description Only orders in whose orderId, recipient, tracking numbers, EAN-13s and SKUs every word of this begins a word or the whole. Case and accents do not count, an umlaut is found by its letter and spelled out (`muller` and `mueller`); a word of one or two characters must be met whole. An order whose orderId is just this comes first. When many orders have each of the words and few have them all, a page may be short or empty and the Link header still lead on. */
                q?: string;
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedOrder"][];
                };
            };
        };
    };
    countOrders: {
        parameters: {
            query?: {
                /** @description Orders of live or of sandbox clients. */
                mode?: "live" | "sandbox";
                /** @description Only orders of this client. */
                clientId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderCounts"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOrder"];
                };
            };
        };
    };
    listOrderEvents: {
        parameters: {
            query?: {
                /** @description What comes first. */
                sort?: "oldest" | "newest";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of its history. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOrderEvent"][];
                };
            };
        };
    };
    getOrderCustoms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The declaration. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderCustoms"];
                };
            };
        };
    };
    getOrderFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
                /** @description Of the content, in lower-case hexadecimal, as the order shows it. */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description An attachment with a name of the order, the role and the hash. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "application/pdf": string;
                    "application/zpl": string;
                };
            };
        };
    };
    listOrderFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderFiles"];
                };
            };
        };
    };
    getOrderFileThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
                /** @description Of the content, in lower-case hexadecimal, as the order shows it. */
                sha256: string;
                /** @description At most 320 or 1,280 pixels along the longer side. */
                size: "small" | "large";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    downloadOrderFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description An attachment, with a name. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    downloadFilesOfOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders whose files are wanted. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderFilesRequest"];
            };
        };
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description An attachment, with a name. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    acceptOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    shipOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description What left of an order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    failOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description Why an order cannot be made as it is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErrorRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    reopenOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description How an order is tried again. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TryAgainRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    retryOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description How an order is tried again. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TryAgainRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description Why an order is cancelled. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelByStaffRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    acceptCancellation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description What was spoiled of an order. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ScrapRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    rejectCancellation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description Why. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    holdOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description Why an order is put on hold. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    releaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    preferOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    unpreferOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    correctTracking: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
                /** @description Of the parcel, as the order lists it; of one without an id its place there, counted from 1. */
                shipmentId: string;
            };
            cookie?: never;
        };
        /** @description How a parcel can be followed. What is absent stays; an empty text takes away what was told. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingRequest"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    listOrderNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes, at most 200. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"][];
                };
            };
        };
    };
    addOrderNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description A note for colleagues. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteRequest"];
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    correctOrderNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
                /** @description Identifier of the note. */
                noteId: string;
            };
            cookie?: never;
        };
        /** @description A note for colleagues. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteRequest"];
            };
        };
        responses: {
            /** @description The note. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    deleteOrderNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
                /** @description Identifier of the note. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eraseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    bulkShip: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkShipRequest"];
                "text/csv": string;
                "application/vnd.ms-excel": string;
            };
        };
        responses: {
            /** @description What became of each row. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkShipResult"];
                };
            };
        };
    };
    bulkAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    bulkCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders to cancel. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkCancelRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    bulkRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    bulkHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders to put on hold. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkHoldRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    bulkRelease: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    bulkPrefer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    bulkUnprefer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Only clients whose name has this in it, in any case, or whose clientId it is. */
                q?: string;
                /** @description Only clients of this mode. */
                mode?: "live" | "sandbox";
                /** @description fulfillment: only customers. operator: only the center's own systems. */
                scope?: "fulfillment" | "operator";
                /** @description Only clients that are so. */
                status?: "active" | "disabled";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedClient"][];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A client to be made. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewClientRequest"];
            };
        };
        responses: {
            /** @description The client id and secret. */
            201: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    /** @description Address of the client. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecret"];
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    changeClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        /** @description What is absent stays. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientChangeRequest"];
            };
        };
        responses: {
            /** @description The client as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecret"][];
                };
            };
        };
    };
    revokeSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the secret; the claim `secret_id` of the tokens that it was exchanged for. */
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        /** @description How the secret is rotated. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecret"];
                };
            };
        };
    };
    disableClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    enableClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    listCarriers: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of carriers. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Carrier"][];
                };
            };
        };
    };
    getCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the carrier, percent-encoded. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Carrier"];
                };
            };
        };
    };
    saveCarrier: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the carrier, percent-encoded. */
                carrierId: string;
            };
            cookie?: never;
        };
        /** @description A carrier. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CarrierRequest"];
            };
        };
        responses: {
            /** @description The carrier. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Carrier"];
                };
            };
        };
    };
    contractCarrier: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the carrier, percent-encoded. */
                carrierId: string;
            };
            cookie?: never;
        };
        /** @description A contract with a carrier. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContractRequest"];
            };
        };
        responses: {
            /** @description The client as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    endCarrierContract: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the carrier, percent-encoded. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    assignProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the product, percent-encoded. */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    withdrawProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the product, percent-encoded. */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    importCatalog: {
        parameters: {
            query?: {
                /** @description Assign the catalogue's products and carriers to this client. */
                clientId?: string;
                /** @description Retire the variants that the catalogue no longer names: of articles all; of products all or, with `clientId`, those of that client. A catalogue that names no variants of articles retires none of those, and so with products. */
                retireMissing?: "true" | "false";
                /** @description Change nothing, and answer what would change; faults are told as without it. */
                dryRun?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogRequest"];
                "text/csv": string;
                "application/vnd.ms-excel": string;
                "multipart/form-data": components["schemas"]["CatalogForm"];
            };
        };
        responses: {
            /** @description What the catalogue holds. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportCounts"];
                };
            };
        };
    };
    listArticles: {
        parameters: {
            query?: {
                /** @description Only articles with each of these words in their manufacturerCode or title, or the one that has a variant with just this SKU. Case does not count. */
                q?: string;
                /** @description BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither. */
                type?: "BLANK" | "CUSTOMIZATION" | "UNPRODUCIBLE";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedArticle"][];
                };
            };
        };
    };
    getArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the article, percent-encoded. */
                manufacturerCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The article. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffArticle"];
                };
            };
        };
    };
    listArticleNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the article, percent-encoded. */
                manufacturerCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes, at most 200. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"][];
                };
            };
        };
    };
    addArticleNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the article, percent-encoded. */
                manufacturerCode: string;
            };
            cookie?: never;
        };
        /** @description A note for colleagues. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteRequest"];
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    correctArticleNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the article, percent-encoded. */
                manufacturerCode: string;
                /** @description Identifier of the note. */
                noteId: string;
            };
            cookie?: never;
        };
        /** @description A note for colleagues. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteRequest"];
            };
        };
        responses: {
            /** @description The note. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    deleteArticleNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the article, percent-encoded. */
                manufacturerCode: string;
                /** @description Identifier of the note. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Only products with each of these words in their productId or name, or the one that has a variant with just this EAN-13. Case does not count. */
                q?: string;
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedProduct"][];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the product, percent-encoded. */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffProduct"];
                };
            };
        };
    };
    listClientsOfProduct: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the product, percent-encoded. */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedClient"][];
                };
            };
        };
    };
    listClientsOfCarrier: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the carrier, percent-encoded. */
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractedClient"][];
                };
            };
        };
    };
    listProductsOfClient: {
        parameters: {
            query?: {
                /** @description Only products with each of these words in their productId or name, or the one that has a variant with just this EAN-13. Case does not count. */
                q?: string;
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedProduct"][];
                };
            };
        };
    };
    getArticleCustoms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its identifier, percent-encoded. */
                manufacturerCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customs data. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    saveArticleCustoms: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Its identifier, percent-encoded. */
                manufacturerCode: string;
            };
            cookie?: never;
        };
        /** @description The customs data; what is absent is removed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomsRequest"];
            };
        };
        responses: {
            /** @description The customs data as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    getArticleVariantCustoms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its identifier, percent-encoded. */
                sku: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customs data. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    saveArticleVariantCustoms: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Its identifier, percent-encoded. */
                sku: string;
            };
            cookie?: never;
        };
        /** @description The customs data; what is absent is removed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomsRequest"];
            };
        };
        responses: {
            /** @description The customs data as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    getProductCustoms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its identifier, percent-encoded. */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customs data. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    saveProductCustoms: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Its identifier, percent-encoded. */
                productId: string;
            };
            cookie?: never;
        };
        /** @description The customs data; what is absent is removed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomsRequest"];
            };
        };
        responses: {
            /** @description The customs data as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    getProductVariantCustoms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its identifier, percent-encoded. */
                ean13: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customs data. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    saveProductVariantCustoms: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Its identifier, percent-encoded. */
                ean13: string;
            };
            cookie?: never;
        };
        /** @description The customs data; what is absent is removed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomsRequest"];
            };
        };
        responses: {
            /** @description The customs data as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomsData"];
                };
            };
        };
    };
    listStock: {
        parameters: {
            query?: {
                /** @description Only variants with each of these words in their code, name, colour or size, or in the identifier of their article or product. Case does not count. */
                q?: string;
                /** @description Only variants with just this code, as a scanner reads it: one of each kind at most. */
                code?: string;
                /** @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
                kind?: "ARTICLE" | "PRODUCT";
                /** @description Only variants of which no more than so many pieces may still be reserved. */
                low?: number;
                /** @description true: only variants with fewer pieces on the shelf than orders have reserved, as a count may find. */
                short?: "true" | "false";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stock. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedStock"][];
                };
            };
        };
    };
    getStock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
                kind: "ARTICLE" | "PRODUCT";
                /** @description EAN-13 or SKU. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stock. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevel"];
                };
            };
        };
    };
    setStock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
                kind: "ARTICLE" | "PRODUCT";
                /** @description EAN-13 or SKU. */
                code: string;
            };
            cookie?: never;
        };
        /** @description What was counted. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetStockRequest"];
            };
        };
        responses: {
            /** @description The stock as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevel"];
                };
            };
        };
    };
    adjustStock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
                kind: "ARTICLE" | "PRODUCT";
                /** @description EAN-13 or SKU. */
                code: string;
            };
            cookie?: never;
        };
        /** @description A change of the quantity on hand. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustStockRequest"];
            };
        };
        responses: {
            /** @description The stock as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevel"];
                };
            };
        };
    };
    listStockMovements: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
                kind: "ARTICLE" | "PRODUCT";
                /** @description EAN-13 or SKU. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stock movements. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockMovement"][];
                };
            };
        };
    };
    listPrinters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The printers. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printer"][];
                };
            };
        };
    };
    addPrinter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A printer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPrinterRequest"];
            };
        };
        responses: {
            /** @description The printer. */
            201: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    /** @description Address of the printer. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printer"];
                };
            };
        };
    };
    getPrinter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the printer. */
                printerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The printer. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printer"];
                };
            };
        };
    };
    deletePrinter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the printer. */
                printerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePrinter: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is to be replaced. */
                "if-match"?: string;
            };
            path: {
                /** @description Identifier of the printer. */
                printerId: string;
            };
            cookie?: never;
        };
        /** @description What changes of a printer; the rest stays. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrinterChangeRequest"];
            };
        };
        responses: {
            /** @description The printer as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printer"];
                };
            };
        };
    };
    testPrinter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the printer. */
                printerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The print job. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    listPrintJobs: {
        parameters: {
            query?: {
                /** @description Only of this printer. */
                printer?: string;
                /** @description Only in this state. */
                state?: "queued" | "sending" | "printed" | "failed" | "unknown" | "cancelled";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of print jobs. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"][];
                };
            };
        };
    };
    getPrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the print job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The print job. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    getPrintJobDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the print job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description An attachment named after the job. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    takePrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the print job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The print job as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    confirmPrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the print job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The print job as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    retryPrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the print job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The print job as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    cancelPrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the print job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The print job as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    reprint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Identifier of the print job. */
                jobId: string;
            };
            cookie?: never;
        };
        /** @description Why it is printed again. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReprintRequest"];
            };
        };
        responses: {
            /** @description The new print job. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    listReleaseGroups: {
        parameters: {
            query?: {
                /** @description Of the first print of an item, else of its first customization. */
                technology?: string;
                /** @description Of the article. */
                manufacturerCode?: string;
                /** @description Of the blank. */
                sku?: string;
                /** @description Identifier of the client. */
                clientId?: string;
                /** @description Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made. ISO 8601 in UTC with milliseconds. */
                dueBy?: string;
                /** @description SINGLE: orders of one piece. MULTI: orders of several. */
                size?: "SINGLE" | "MULTI";
                /** @description LATE: due already. TODAY, TOMORROW: due by the end of that day, by the clock of `TIME_ZONE`. Kept with the batch as `dueBy`. */
                due?: "LATE" | "TODAY" | "TOMORROW";
                /** @description So many of the orders are looked at, the oldest. */
                oldest?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseGroup"][];
                };
            };
        };
    };
    listReleasableOrders: {
        parameters: {
            query?: {
                /** @description Of the first print of an item, else of its first customization. */
                technology?: string;
                /** @description Of the article. */
                manufacturerCode?: string;
                /** @description Of the blank. */
                sku?: string;
                /** @description Identifier of the client. */
                clientId?: string;
                /** @description Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made. ISO 8601 in UTC with milliseconds. */
                dueBy?: string;
                /** @description SINGLE: orders of one piece. MULTI: orders of several. */
                size?: "SINGLE" | "MULTI";
                /** @description LATE: due already. TODAY, TOMORROW: due by the end of that day, by the clock of `TIME_ZONE`. Kept with the batch as `dueBy`. */
                due?: "LATE" | "TODAY" | "TOMORROW";
                /** @description At most so many, the oldest. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasableOrder"][];
                };
            };
        };
    };
    countReleasableOrders: {
        parameters: {
            query?: {
                /** @description Of the first print of an item, else of its first customization. */
                technology?: string;
                /** @description Of the article. */
                manufacturerCode?: string;
                /** @description Of the blank. */
                sku?: string;
                /** @description Identifier of the client. */
                clientId?: string;
                /** @description Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made. ISO 8601 in UTC with milliseconds. */
                dueBy?: string;
                /** @description SINGLE: orders of one piece. MULTI: orders of several. */
                size?: "SINGLE" | "MULTI";
                /** @description LATE: due already. TODAY, TOMORROW: due by the end of that day, by the clock of `TIME_ZONE`. Kept with the batch as `dueBy`. */
                due?: "LATE" | "TODAY" | "TOMORROW";
                /** @description So many of the orders are looked at, the oldest. */
                oldest?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseCounts"];
                };
            };
        };
    };
    getFloorCounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FloorCounts"];
                };
            };
        };
    };
    getBatchProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the batch, or its code. */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchProgress"];
                };
            };
        };
    };
    listBatchPieces: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
                /** @description How they stand. STOPPED: of orders that are in error or cancelled. SHIPPED: left without being packed here. ENDED: replaced, scrapped or cancelled. */
                state?: "TO_MAKE" | "MADE" | "CHECKED" | "PACKED" | "STOPPED" | "SHIPPED" | "ENDED";
                /** @description Of the blank. */
                sku?: string;
            };
            header?: never;
            path: {
                /** @description Number of the batch, or its code. */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pieces. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Piece"][];
                };
            };
        };
    };
    listBinContents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bins that are taken. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BinContents"];
                };
            };
        };
    };
    listPieceEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PieceEvent"][];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
                /** @description true: only those of which something is left to make. */
                open?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"][];
                };
            };
        };
    };
    releaseBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Which ASSIGNED orders are to be made together: by what they are, or by their names. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseRequest"];
            };
        };
        responses: {
            /** @description What was released. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the batch, or its code. */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    reportShort: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Number of the batch, or its code. */
                batchId: string;
            };
            cookie?: never;
        };
        /** @description A blank of which too few were found. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShortRequest"];
            };
        };
        responses: {
            /** @description What left the batch. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Short"];
                };
            };
        };
    };
    listOrderPieces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description The orderId, percent-encoded. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pieces. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Piece"][];
                };
            };
        };
    };
    getPiece: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The piece. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PieceInHand"];
                };
            };
        };
    };
    stopOrderOfPiece: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        /** @description Why the order of a piece is stopped. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StopRequest"];
            };
        };
        responses: {
            /** @description What its customer is to mend. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoppedOrder"];
                };
            };
        };
    };
    findPieces: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
                /** @description Of the blank. */
                sku?: string;
                /** @description Of the article. */
                manufacturerCode?: string;
                /** @description Colour of the blank; case does not count. */
                color?: string;
                /** @description Size of the blank; case does not count. */
                size?: string;
                /** @description Of the first step. */
                technology?: string;
                /** @description How far it is. */
                state?: "TO_MAKE" | "MADE" | "CHECKED";
                /** @description Number or code of its batch. */
                batchId?: string;
                /** @description false: those for which no blank is reserved, since the shelf had none. */
                hasBlank?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pieces. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPiece"][];
                };
            };
        };
    };
    scan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A code that was scanned at a station. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanRequest"];
            };
        };
        responses: {
            /** @description What it meant. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanAnswer"];
                };
            };
        };
    };
    listBins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bins. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bin"][];
                };
            };
        };
    };
    setBins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How many bins there are. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BinsRequest"];
            };
        };
        responses: {
            /** @description The bins. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bin"][];
                };
            };
        };
    };
    listHandOvers: {
        parameters: {
            query?: {
                /** @description Those of one carrier. */
                carrierId?: string;
                /** @description Those of one state. */
                state?: "OPEN" | "CLOSED";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lists. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"][];
                };
            };
        };
    };
    openHandOver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whose list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenHandOverRequest"];
            };
        };
        responses: {
            /** @description The open list. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
        };
    };
    getHandOver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list: its number. */
                handOverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
        };
    };
    listHandedOverParcels: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The list: its number. */
                handOverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of parcels. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverParcel"][];
                };
            };
        };
    };
    removeHandedOverParcel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list: its number. */
                handOverId: string;
                /** @description The parcel, as it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        /** @description Why a parcel is taken off a list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveParcelRequest"];
            };
        };
        responses: {
            /** @description The list as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
        };
    };
    closeHandOver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list: its number. */
                handOverId: string;
            };
            cookie?: never;
        };
        /** @description How it is closed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseHandOverRequest"];
            };
        };
        responses: {
            /** @description The list as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
        };
    };
    readHandOverPaper: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list: its number. */
                handOverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description An attachment, with its name. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    printHandOver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list: its number. */
                handOverId: string;
            };
            cookie?: never;
        };
        /** @description Where it is printed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrintHandOverRequest"];
            };
        };
        responses: {
            /** @description Its print job. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJob"];
                };
            };
        };
    };
    exportHandOverCustoms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The list: its number. */
                handOverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, in UTF-8 for spreadsheets. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description An attachment, with its name. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listHandOverCarriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carriers. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOverCarrier"][];
                };
            };
        };
    };
    listWaitingParcels: {
        parameters: {
            query?: {
                /** @description The carrier. Absent: of parcels whose carrier is not known. */
                carrierId?: string;
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of parcels. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingParcel"][];
                };
            };
        };
    };
    getPiecePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
                /** @description Of the file, as the address has it. */
                sha256: string;
                /** @description At most 320 or 1,280 pixels along the longer side. */
                size: "small" | "large";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    getParcelPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the parcel, as it is scanned. */
                code: string;
                /** @description Of the file, as the address has it. */
                sha256: string;
                /** @description At most 320 or 1,280 pixels along the longer side. */
                size: "small" | "large";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    getPieceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
                /** @description Which step of the piece, from 1. */
                step: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description An attachment with the name that the scan told. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "application/pdf": string;
                    "application/zpl": string;
                };
            };
        };
    };
    getParcel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parcel. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackedParcel"];
                };
            };
        };
    };
    printParcelLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        /** @description Where it is printed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrintLabelRequest"];
            };
        };
        responses: {
            /** @description The parcel as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackedParcel"];
                };
            };
        };
    };
    reprintParcelPapers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        /** @description Which papers are printed again, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReprintParcelRequest"];
            };
        };
        responses: {
            /** @description The parcel as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackedParcel"];
                };
            };
        };
    };
    shipParcel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        /** @description How the parcel can be followed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipParcelRequest"];
            };
        };
        responses: {
            /** @description The parcel as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackedParcel"];
                };
            };
        };
    };
    listProblems: {
        parameters: {
            query?: {
                /** @description Only of this kind. */
                kind?: "NO_LABEL" | "PAPER_NOT_MADE" | "NO_BLANK" | "STOPPED" | "ON_HOLD" | "ASKED_TO_CANCEL" | "PRINT_JOB" | "PRINTER" | "BIN";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of problems. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FloorProblem"][];
                };
            };
        };
    };
    countProblems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many there are. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FloorProblemCounts"];
                };
            };
        };
    };
    listBatchPapers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the batch, or its code. */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaperRun"][];
                };
            };
        };
    };
    printBatchPapers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Number of the batch, or its code. */
                batchId: string;
            };
            cookie?: never;
        };
        /** @description Which papers of a batch are printed, and where. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchPapersRequest"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaperRun"];
                };
            };
        };
    };
    readBatchPaper: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the batch, or its code. */
                batchId: string;
                /** @description tickets: stickers of 100 x 50 mm. ticket-sheets: A4 with eight each. */
                paper: "tickets" | "ticket-sheets" | "pick-list" | "cover";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Its name; browsers show it. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    readTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Its name; browsers show it. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    printTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description As it is scanned. */
                code: string;
            };
            cookie?: never;
        };
        /** @description Why the ticket of a piece is printed again, and where. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketRequest"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaperRun"];
                };
            };
        };
    };
    readCommandSheet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Its name; browsers show it. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    readBinLabels: {
        parameters: {
            query?: {
                /** @description From this bin on. */
                from?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Its name; browsers show it. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    readScannerTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Its name; browsers show it. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    readBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Its name; browsers show it. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    listReturns: {
        parameters: {
            query?: {
                /** @description Of one client. */
                clientId?: string;
                /** @description Of orders with this orderId. */
                orderId?: string;
                /** @description With something in this condition. */
                condition?: "RESELL" | "REUSE" | "WASTE";
                /** @description With something that came back for this reason. */
                reason?: "WRONG_SIZE" | "NOT_AS_EXPECTED" | "PRINT_DEFECT" | "DAMAGED" | "WRONG_ITEM" | "UNDELIVERABLE" | "OTHER";
                /** @description Booked at this moment or later. ISO 8601 with a time zone. */
                from?: string;
                /** @description Booked before this moment. ISO 8601 with a time zone. */
                to?: string;
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of returns. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Return"][];
                };
            };
        };
    };
    bookReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description What came back, and of which order: by clientId and orderId, or by a code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReturnRequest"];
            };
        };
        responses: {
            /** @description The return. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the answer to the first request under the same key. */
                    "Idempotent-Replayed"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Return"];
                };
            };
        };
    };
    findReturnable: {
        parameters: {
            query?: {
                /** @description Code of a piece, an order or a parcel as it is scanned, a tracking number, an orderId, or words that staff find orders by. Absent: none is found. */
                code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Returnable"][];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    getProductionReport: {
        parameters: {
            query?: {
                /** @description The first day, in the time zone of the center; 30 days up to the last one when absent. */
                from?: string;
                /** @description The last day; today when absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductionReport"];
                };
            };
        };
    };
    exportProductionReport: {
        parameters: {
            query?: {
                /** @description The first day, in the time zone of the center; 30 days up to the last one when absent. */
                from?: string;
                /** @description The last day; today when absent. */
                to?: string;
                /** @description Which part of the report; `days` when absent. */
                table?: "days" | "rejects" | "stations" | "people";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as CSV in UTF-8 for spreadsheets. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description An attachment, with its name. */
                    "Content-Disposition"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listStaffWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Only endpoints of this client. */
                clientId?: string;
                /** @description Only endpoints in this state. given_up: of the disabled ones those that were disabled by an answer of 410 or after days of failure. */
                state?: "healthy" | "failing" | "disabled" | "given_up";
                /** @description Only endpoints of live clients, or only of sandbox clients. */
                mode?: "live" | "sandbox";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookEndpoint"][];
                };
            };
        };
    };
    getStaffWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookEndpoint"];
                };
            };
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookEndpoint"];
                };
            };
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookEndpoint"];
                };
            };
        };
    };
    resendFailedOfEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
            };
            cookie?: never;
        };
        /** @description Which failed deliveries are to be sent again. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendFailedByStaffRequest"];
            };
        };
        responses: {
            /** @description How many are sent again. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendFailed"];
                };
            };
        };
    };
    listStaffWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "failed" | "skipped";
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookDelivery"][];
                };
            };
        };
    };
    getStaffWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
                /** @description The webhook-id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookDeliveryDetail"];
                };
            };
        };
    };
    resendStaffWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
                /** @description The webhook-id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookDelivery"];
                };
            };
        };
    };
    skipWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the client. */
                clientId: string;
                /** @description Identifier of the endpoint. */
                endpointId: string;
                /** @description The webhook-id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffWebhookDelivery"];
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"][];
                };
            };
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An account to be made. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOperatorRequest"];
            };
        };
        responses: {
            /** @description The account and its link. */
            201: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    /** @description Address of the account. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorLink"];
                };
            };
        };
    };
    getOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    changeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        /** @description What is absent stays. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorChangeRequest"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    resetOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account and its link. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorLink"];
                };
            };
        };
    };
    listOperatorSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"][];
                };
            };
        };
    };
    endOperatorSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They have ended. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
                /** @description Identifier of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What is absent stays. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeRequest"];
            };
        };
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A change of one’s own password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description It is changed. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"][];
                };
            };
        };
    };
    endMyOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They have ended. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    giveBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    takeBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    givePin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account and its PIN. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPin"];
                };
            };
        };
    };
    takePin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the account. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    listStations: {
        parameters: {
            query?: {
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stations. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Station"][];
                };
            };
        };
    };
    createStation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A station to be made. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStationRequest"];
            };
        };
        responses: {
            /** @description The station. */
            201: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    /** @description Address of the station. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Station"];
                };
            };
        };
    };
    getStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the station. */
                stationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The station. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Station"];
                };
            };
        };
    };
    changeStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the station. */
                stationId: string;
            };
            cookie?: never;
        };
        /** @description What is absent stays. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StationChangeRequest"];
            };
        };
        responses: {
            /** @description The station as it is now. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Station"];
                };
            };
        };
    };
    listStationSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the station. */
                stationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browsers. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedStationSession"][];
                };
            };
        };
    };
    endStationSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the station. */
                stationId: string;
                /** @description Identifier of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is none any more. */
            204: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only what this person, by operatorId, or this program, by clientId, did. */
                person?: string;
                /** @description Only what was done to this: a kind (`client`), a kind and which one (`client:4f5be5a8-…`, `order:demo-shop/SHOP-10001`), or which one alone. */
                subject?: string;
                /** @description Only what was done after this moment. ISO 8601 with a time zone. */
                from?: string;
                /** @description Only what was done up to and at this moment. ISO 8601 with a time zone. */
                to?: string;
                /** @description Elements on a page. */
                limit?: number;
                /** @description Where to go on, from the Link header of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Version of the answer, in quotes: for If-None-Match, and for If-Match where something is replaced. */
                    ETag?: string;
                    /** @description Address of the next page, rel="next" (RFC 8288); absent on the last one. */
                    Link?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service and its settings. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceSettings"];
                };
            };
        };
    };
    resumeAfterRestore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whether to send or skip old webhooks. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResumeRequest"];
            };
        };
        responses: {
            /** @description What resuming did. */
            200: {
                headers: {
                    /** @description Names the request in the logs; one that was sent is used. */
                    "X-Request-Id"?: string;
                    /** @description Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the quota, and for how many seconds, such as "api";r=2999;t=60. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resumed"];
                };
            };
        };
    };
}
