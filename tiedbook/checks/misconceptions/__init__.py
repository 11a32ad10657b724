"""Ways to misunderstand an exercise that its results give away, one module per exercise."""
