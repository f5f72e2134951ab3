//! The pages: routes, sessions, errors, and a handler with its template for each page.
