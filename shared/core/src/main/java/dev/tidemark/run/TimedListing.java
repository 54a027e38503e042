package dev.tidemark.run;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A store that lists no further, and opens nothing more, once its caller has no time left.
final class TimedListing implements ObjectStore {

    private final JobContext context;
    private final ObjectStore store;
    private long listed;
    private long opened;

    TimedListing(JobContext context) {
        this.context = context;
        this.store = context.ports().objects();
    }

    /// @throws PlanningTooLongException when the time is over
    @Override
    public ListPage list(String prefix, boolean delimited, @Nullable String token) {
        if (isOver()) {
            throw PlanningTooLongException.listing(context.job().name(), prefix, listed);
        }
        ListPage page = store.list(prefix, delimited, token);
        listed += page.objects().size();
        return page;
    }

    private boolean isOver() {
        return context.ports().now() >= context.patience().deadline();
    }

    /// @throws PlanningTooLongException when the time is over
    @Override
    public ObjectInput open(String location, @Nullable String etag) {
        if (isOver()) {
            throw PlanningTooLongException.sampling(context.job().name(), location, opened);
        }
        opened++;
        return store.open(location, etag);
    }

    @Override
    public Optional<SourceObject> head(String location) {
        return store.head(location);
    }

    @Override
    public boolean putIfAbsent(String location, byte[] content) {
        return store.putIfAbsent(location, content);
    }

    @Override
    public void delete(List<String> locations) {
        store.delete(locations);
    }
}
