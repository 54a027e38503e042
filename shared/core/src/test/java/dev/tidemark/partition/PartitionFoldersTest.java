package dev.tidemark.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionFoldersTest {

    @Test
    void eachStepReadsOneFolder() {
        PartitionFolders folders = PartitionFolders.of("{year}/{month}/");
        assertThat(folders.keys()).containsExactly("year", "month");
        assertThat(folders.steps()).isEqualTo(2);
        assertThat(folders.read(0, "2026")).isEqualTo(List.of("2026"));
        assertThat(folders.read(0, "a=b%20")).isEqualTo(List.of("a=b%20"));
        assertThat(folders.read(1, "")).isNull();
    }

    @Test
    void aStepMayHoldTextAndSeveralKeys() {
        PartitionFolders folders = PartitionFolders.of("raw/dt-{year}-{month}");
        assertThat(folders.read(0, "raw")).isEqualTo(List.of());
        assertThat(folders.read(0, "rAw")).isNull();
        assertThat(folders.read(1, "dt-2026-09-01")).isEqualTo(List.of("2026", "09-01"));
        assertThat(folders.read(1, "2026-09")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "year/month", "{year}//{month}", "{year}{month}", "{a}/{A}", "{a", "a}/{b}", "{a/b}"})
    void aTemplateThatCannotBeReadIsRefusedByName(String template) {
        assertThatThrownBy(() -> PartitionFolders.of(template))
                .isInstanceOf(PartitionFoldersException.class)
                .hasMessageContaining("'" + template + "'");
    }
}
