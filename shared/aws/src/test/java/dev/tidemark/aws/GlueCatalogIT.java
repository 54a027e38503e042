package dev.tidemark.aws;

import dev.tidemark.spi.Catalog;
import dev.tidemark.testkit.CatalogContract;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

@Tag("aws")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GlueCatalogIT extends CatalogContract {

    private final AwsWorld world;
    private final AtomicInteger databases = new AtomicInteger();
    private final Catalog catalog;

    GlueCatalogIT() throws IOException, InterruptedException {
        world = AwsWorld.start("GlueCatalogIT");
        catalog = new GlueCatalog(world.clients().glue(), world.attempts());
    }

    @BeforeEach
    void nextDatabase() {
        databases.incrementAndGet();
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @Override
    protected Catalog catalog() {
        return catalog;
    }

    @Override
    protected Catalog another() {
        return new GlueCatalog(world.clients().glue(), world.attempts());
    }

    /// moto takes any VersionId: GlueCatalogTest looks at what is sent.
    @Override
    protected boolean comparesVersionsWhenWriting() {
        return false;
    }

    @Override
    protected String database() {
        return "lake" + databases.get();
    }
}
