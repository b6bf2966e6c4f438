import Foundation

extension ChildProcess {
    /// Starts the program with its standard output going to the descriptor; returns an error number or 0.
    func spawn(output: Int32) -> (process: pid_t, code: Int32) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        if isErrorSilenced { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }

        // The child starts with the usual dispositions: a runner that ignores signals must not hide how a job ends.
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let argv = CStringArray([executable] + arguments)
        let envp = CStringArray(mergedEnvironment())
        defer {
            argv.deallocate()
            envp.deallocate()
        }
        var process = pid_t()
        let code = posix_spawn(&process, executable, &actions, &attributes, argv.pointer, envp.pointer)
        return (process, code)
    }

    private func mergedEnvironment() -> [String] {
        // C's `environ` is a mutable global, which strict concurrency rejects.
        ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
    }
}
