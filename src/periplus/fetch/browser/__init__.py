"""Pages as a browser shows them. The browser itself has no network: we fetch what it asks for."""
