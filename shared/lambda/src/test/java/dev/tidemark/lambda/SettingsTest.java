package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SettingsTest {

    private static final Map<String, String> WHOLE = Map.of(
            "TIDEMARK_STAGE", "dev",
            "TIDEMARK_TABLE", "tidemark-dev",
            "TIDEMARK_BUCKET", "state",
            "TIDEMARK_STATE_MACHINES", "arn:aws:states:eu-central-1:111122223333:stateMachine:tidemark-dev-",
            "TIDEMARK_JOB_ROLES", "arn:aws:iam::111122223333:role/tidemark-dev-job-",
            "TIDEMARK_RUN_TIMEOUT_SECONDS", "3600");

    @Test
    void aClaimOutlivesItsExecutionByFiveMinutes() {
        assertThat(Settings.of(WHOLE).lease()).isEqualTo(Duration.ofMinutes(65));
        Map<String, String> less = new HashMap<>(WHOLE);
        less.remove("TIDEMARK_RUN_TIMEOUT_SECONDS");
        assertThat(Settings.of(less).lease())
                .as("the state machine's own time-out is a day")
                .isEqualTo(Duration.ofDays(1).plusMinutes(5));
    }

    @Test
    void whatIsMissingOrUnusableIsNamed() {
        for (String name : List.of("TIDEMARK_STAGE", "TIDEMARK_TABLE", "TIDEMARK_BUCKET")) {
            Map<String, String> less = new HashMap<>(WHOLE);
            less.remove(name);
            assertThatThrownBy(() -> Settings.of(less))
                    .isInstanceOf(SettingMissingException.class)
                    .hasMessageContaining(name);
        }
        Map<String, String> wrong = new HashMap<>(WHOLE);
        wrong.put("TIDEMARK_RUN_TIMEOUT_SECONDS", "1h");
        assertThatThrownBy(() -> Settings.of(wrong))
                .as("it is there, and no number")
                .isInstanceOf(SettingMalformedException.class)
                .hasMessageContaining("TIDEMARK_RUN_TIMEOUT_SECONDS is '1h'");
    }

    @Test
    void withoutRolesOfJobsNoneIsAssumed() {
        assertThat(Settings.of(WHOLE).jobRoles()).isPresent();
        Map<String, String> less = new HashMap<>(WHOLE);
        less.put("TIDEMARK_JOB_ROLES", "");
        assertThat(Settings.of(less).jobRoles()).isEmpty();
    }
}
