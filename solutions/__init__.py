"""Reference solutions, one module per chapter, one plain function per exercise."""
