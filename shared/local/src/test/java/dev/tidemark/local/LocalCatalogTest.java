package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.Catalog;
import dev.tidemark.testkit.CatalogContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalCatalogTest extends CatalogContract {

    @TempDir
    private Path folder;

    @Override
    protected Catalog catalog() {
        return new LocalCatalog(folder.resolve("catalog"));
    }

    @Override
    protected Catalog another() {
        return new LocalCatalog(folder.resolve("catalog"));
    }

    @Override
    protected String database() {
        return "lake";
    }

    @Test
    void namesThatLeadOutOfTheFolderAreRefused() {
        for (String name : new String[] {"", "..", "../t", "a/b"}) {
            assertThatThrownBy(() -> catalog().table(name, "t")).as(name).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
