// SQLite's R*Tree module: a virtual table in memory. It keeps 32-bit floats, rounded outwards.

#include "peers.hpp"

#if defined(PEERS) && __has_include(<sqlite3.h>)

#include <memory>
#include <mutex>
#include <sqlite3.h>

namespace {

struct Functions {
    peers::Library library{"sqlite3"};
    PEERS_FUNCTION(sqlite3_open);
    PEERS_FUNCTION(sqlite3_close);
    PEERS_FUNCTION(sqlite3_exec);
    PEERS_FUNCTION(sqlite3_prepare_v2);
    PEERS_FUNCTION(sqlite3_bind_int64);
    PEERS_FUNCTION(sqlite3_bind_double);
    PEERS_FUNCTION(sqlite3_step);
    PEERS_FUNCTION(sqlite3_reset);
    PEERS_FUNCTION(sqlite3_column_int64);
    PEERS_FUNCTION(sqlite3_finalize);
};

const Functions &sqlite() {
    static const Functions functions;
    return functions;
}

struct SQLiteIndex final : cpeers_index {
    sqlite3 *database = nullptr;
    sqlite3_stmt *find = nullptr;
    // There is one statement.
    mutable std::mutex mutex;

    ~SQLiteIndex() override {
        sqlite().sqlite3_finalize(find);
        sqlite().sqlite3_close(database);
    }

    bool execute(const char *text) const {
        return sqlite().sqlite3_exec(database, text, nullptr, nullptr, nullptr) == SQLITE_OK;
    }

    sqlite3_stmt *prepare(const char *text) const {
        sqlite3_stmt *statement = nullptr;
        sqlite().sqlite3_prepare_v2(database, text, -1, &statement, nullptr);
        return statement;
    }

    // Binds the edges of a box to the parameters 1 to 4, in the order of the table's columns.
    static void bind(sqlite3_stmt *statement, const cpeers_box &box) {
        sqlite().sqlite3_bind_double(statement, 1, box.min_x);
        sqlite().sqlite3_bind_double(statement, 2, box.max_x);
        sqlite().sqlite3_bind_double(statement, 3, box.min_y);
        sqlite().sqlite3_bind_double(statement, 4, box.max_y);
    }

    bool fill(const cpeers_box *boxes, const int64_t *numbers, size_t count) {
        if (sqlite().sqlite3_open(":memory:", &database) != SQLITE_OK
            || !execute("CREATE VIRTUAL TABLE boxes USING rtree(number, min_x, max_x, min_y, max_y); BEGIN")) {
            return false;
        }
        sqlite3_stmt *insert = prepare("INSERT INTO boxes VALUES (?5, ?1, ?2, ?3, ?4)");
        bool is_filled = insert != nullptr;
        for (size_t position = 0; is_filled && position < count; ++position) {
            bind(insert, boxes[position]);
            sqlite().sqlite3_bind_int64(insert, 5, numbers[position]);
            is_filled = sqlite().sqlite3_step(insert) == SQLITE_DONE;
            sqlite().sqlite3_reset(insert);
        }
        sqlite().sqlite3_finalize(insert);
        find = prepare(
            "SELECT number FROM boxes WHERE min_x <= ?2 AND max_x >= ?1 AND min_y <= ?4 AND max_y >= ?3");
        return is_filled && execute("COMMIT") && find != nullptr;
    }

    size_t query(const cpeers_box &box, int64_t *numbers, size_t capacity) const override {
        const std::lock_guard<std::mutex> lock(mutex);
        peers::Hits hits{numbers, capacity};
        bind(find, box);
        while (sqlite().sqlite3_step(find) == SQLITE_ROW) {
            hits.add(sqlite().sqlite3_column_int64(find, 0));
        }
        sqlite().sqlite3_reset(find);
        return hits.count;
    }
};

}  // namespace

cpeers_index *peers::build_sqlite(const cpeers_box *boxes, const int64_t *numbers, size_t count) {
    if (!sqlite().library.is_complete()) {
        return nullptr;
    }
    auto index = std::make_unique<SQLiteIndex>();
    return index->fill(boxes, numbers, count) ? index.release() : nullptr;
}

#else

cpeers_index *peers::build_sqlite(const cpeers_box *, const int64_t *, size_t) {
    return nullptr;
}

#endif
