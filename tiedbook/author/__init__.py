"""What authors and translators use: source chapters, catalogs, the builder. Learners never import it."""
