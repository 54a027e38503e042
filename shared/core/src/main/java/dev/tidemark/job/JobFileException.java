package dev.tidemark.job;

import dev.tidemark.data.TidemarkException;
import java.util.List;

/// A job file that cannot be used: all of its mistakes at once, in the file's order.
public final class JobFileException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final transient List<Mistake> mistakes;

    public JobFileException(String fileName, List<Mistake> mistakes) {
        super(message(fileName, mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    /// Mistakes that a plan found, which knows the job and not its file.
    public static JobFileException ofJob(String job, List<Mistake> mistakes) {
        return new JobFileException("The file of job " + job, mistakes);
    }

    /// The same mistakes, in a file of which the name is known now.
    public JobFileException in(String fileName) {
        return new JobFileException(fileName, mistakes);
    }

    public List<Mistake> mistakes() {
        return mistakes;
    }

    private static String message(String fileName, List<Mistake> mistakes) {
        StringBuilder text = new StringBuilder(fileName)
                .append(mistakes.size() == 1 ? " has a mistake" : " has " + mistakes.size() + " mistakes")
                .append("; nothing was written:");
        for (Mistake mistake : mistakes) {
            text.append("\n  ").append(mistake);
        }
        return text.toString();
    }
}
