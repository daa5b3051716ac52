"""Drawing communities whose question is answerable, and the certificate that says so."""
