package dev.tidemark.infra;

import dev.tidemark.data.TidemarkException;

/// The package of a function is not where it should be.
public final class PackageMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public PackageMissingException(String function, String path) {
        super(("The package of the function %s is not at %s, so there is nothing to deploy. Build it with"
                        + " `mvn -Dquick package`, or say where it is: -Dtidemark.zip.%s=PATH.")
                .formatted(function, path, function));
    }
}
