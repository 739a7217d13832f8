"""How Apus is measured: processes, terminals, servers, figures and tables. Standard library only."""
