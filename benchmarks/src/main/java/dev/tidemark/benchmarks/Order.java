package dev.tidemark.benchmarks;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// A row of orders for libraries that take one at a time.
record Order(
        long id,
        String customer,
        String product,
        int quantity,
        BigDecimal price,
        long micros,
        String country,
        String comment) {

    static List<Order> of(List<Batch> batches) {
        List<Order> orders = new ArrayList<>();
        for (Batch batch : batches) {
            for (int row = 0; row < batch.rows(); row++) {
                orders.add(new Order(
                        ((LongVector) batch.column(0)).get(row),
                        ((BytesVector) batch.column(1)).text(row),
                        ((BytesVector) batch.column(2)).text(row),
                        ((IntVector) batch.column(3)).get(row),
                        BigDecimal.valueOf(((LongVector) batch.column(4)).get(row), 2),
                        ((LongVector) batch.column(5)).get(row),
                        ((BytesVector) batch.column(6)).text(row),
                        ((BytesVector) batch.column(7)).text(row)));
            }
        }
        return orders;
    }

    /// What [FormatBenchmark#ORDERS]' aggregates say, row by row.
    static final class Sums {

        private long rows;
        private final long[] sums = new long[8];

        void add(long id, int customer, int product, int quantity, long price, long micros, int country, int comment) {
            rows++;
            sums[0] += id;
            sums[1] += customer;
            sums[2] += product;
            sums[3] += quantity;
            sums[4] += price;
            sums[5] = Math.max(sums[5], micros);
            sums[6] += country;
            sums[7] += comment;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder().append(rows);
            for (int i = 0; i < sums.length; i++) {
                text.append(' ').append(BigDecimal.valueOf(sums[i], i == 4 ? 2 : 0));
            }
            return text.toString();
        }
    }
}
