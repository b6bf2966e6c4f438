#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Work that several threads share while the caller waits.
///
/// These are threads of their own, not tasks: who waits for tasks without suspending holds one of the few threads that
/// run them, and where all of these wait, nothing runs. A thread costs only 20 to 100 µs: none is kept for later.
enum Threads {
    /// Processors that the system can use now; 1 where it does not tell.
    static let processorCount: Int = {
        #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
            max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
        #else
            1
        #endif
    }()

    /// Calls `body` with 0 ..< `count`, each on a thread of its own, 0 on the caller's; returns when all have returned.
    ///
    /// What a system refuses to start a thread for runs on the caller's. The calls must not write what others use.
    static func run(_ count: Int, _ body: (Int) -> Void) {
        guard count > 1 else { return (0..<count).forEach(body) }
        #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
            withoutActuallyEscaping(body) { body in
                var started: [Thread] = []
                var refused = 0..<0
                for number in 1..<count {
                    guard let thread = Thread({ body(number) }) else {
                        refused = number..<count
                        break
                    }
                    started.append(thread)
                }
                body(0)
                for number in refused { body(number) }
                for thread in started { thread.join() }
            }
        #else
            for number in 0..<count { body(number) }
        #endif
    }

    /// Calls `body` with parts of a range from 0 on, each on a thread of its own; all but the last have a multiple of
    /// `step` elements.
    static func run(over length: Int, step: Int, threads: Int, _ body: (Range<Int>) -> Void) {
        let steps = (length + step - 1) / step
        let count = max(min(threads, steps), 1)
        run(count) { number in
            body(min(steps * number / count * step, length)..<min(steps * (number + 1) / count * step, length))
        }
    }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    /// A thread that runs a closure and has to be joined.
    private struct Thread {
        // A number in Glibc, a pointer that may be nil elsewhere.
        #if canImport(Glibc)
            private var handle = pthread_t()
        #else
            private var handle: pthread_t?
        #endif

        private final class Job {
            let body: () -> Void

            init(_ body: @escaping () -> Void) { self.body = body }
        }

        /// Starts a thread, or returns nil where the system has no room for one.
        init?(_ body: @escaping () -> Void) {
            let job = Unmanaged.passRetained(Job(body))
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            defer { pthread_attr_destroy(&attributes) }
            #if canImport(Darwin)
                // The caller waits: who works for it is as urgent as it is.
                pthread_attr_set_qos_class_np(&attributes, qos_class_self(), 0)
            #endif
            let code = pthread_create(
                &handle, &attributes,
                { argument in
                    // Not optional on every system.
                    let argument: UnsafeMutableRawPointer? = argument
                    Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue().body()
                    return nil
                }, job.toOpaque())
            guard code == 0 else {
                job.release()
                return nil
            }
        }

        func join() {
            #if canImport(Glibc)
                pthread_join(handle, nil)
            #else
                pthread_join(handle!, nil)
            #endif
        }
    }
#endif
