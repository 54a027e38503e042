package dev.tidemark.functions.abort;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.run.JobContext;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The children of a run's Map that failed, as its ResultWriter wrote them down: `<folder>/<map
/// run>/FAILED_n.json`, an array of `{"Error":…,"Cause":…}` and more.
final class FailedChunks {

    /// Reads one element of an array after the other, and so does not mind what follows.
    private static final JsonMapper JSON = new JsonMapper();

    private final JobContext context;
    private final String folder;

    FailedChunks(JobContext context, String runId) {
        this.context = context;
        this.folder = context.runFolder(runId) + "map/";
    }

    /// The first one that says why. Of 100,000 that failed no more is read than that.
    Optional<Failure> first() {
        String token = null;
        do {
            ListPage page = context.ports().objects().list(folder, false, token);
            for (SourceObject object : page.objects()) {
                String name = object.location().substring(object.location().lastIndexOf('/') + 1);
                Optional<Failure> found = name.startsWith("FAILED_") ? first(object.location()) : Optional.empty();
                if (found.isPresent()) {
                    return found;
                }
            }
            token = page.next();
        } while (token != null);
        return Optional.empty();
    }

    private Optional<Failure> first(String location) {
        try (ObjectInput input = context.ports().objects().open(location, null);
                InputStream bytes = input.stream(0);
                JsonParser parser = JSON.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                JsonNode child = parser.readValueAsTree();
                if (child.has("Error")) {
                    return Optional.of(Failure.of(child));
                }
            }
            return Optional.empty();
        } catch (ObjectGoneException | JsonProcessingException saysNothing) {
            // The run must end, also when nobody knows why.
            return Optional.empty();
        } catch (IOException e) {
            throw new StorageUnavailableException("read " + location, String.valueOf(e.getMessage()), e);
        }
    }
}
