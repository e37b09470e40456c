"""Layers over a document as text for a terminal or a page."""
