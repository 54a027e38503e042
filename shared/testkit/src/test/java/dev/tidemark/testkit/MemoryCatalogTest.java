package dev.tidemark.testkit;

import dev.tidemark.spi.Catalog;

final class MemoryCatalogTest extends CatalogContract {

    private final MemoryCatalog catalog = new MemoryCatalog();

    @Override
    protected Catalog catalog() {
        return catalog;
    }

    @Override
    protected Catalog another() {
        return catalog;
    }

    @Override
    protected String database() {
        return "lake";
    }
}
