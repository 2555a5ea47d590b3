import Foundation

/// A child process with exactly the given arguments, environment and files.
struct ChildProcess {
  private let id: pid_t

  /// Starts a program of the PATH; its output goes to a file.
  init(
    _ arguments: [String], environment: [String: String], input: String = "/dev/null",
    output: String = "/dev/null"
  ) throws(TerminalSessionError) {
    #if canImport(Darwin)
    var files: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&files)
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
    // The threads of tests may block signals, and child processes would inherit that.
    var signals = sigset_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words = arguments.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in words + settings { free(text) }
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    var id: pid_t = 0
    let code = posix_spawnp(&id, arguments[0], &files, &attributes, &words, &settings)
    guard code == 0 else { throw .notStarted(program: arguments[0], code: code) }
    self.id = id
  }

  /// Waits for its end, and returns its status; -1 for a signal.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }
}
