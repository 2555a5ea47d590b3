import Foundation

/// A command that is started in this terminal, as a shell starts it in the foreground.
struct CommandProcess: Sendable {
  let number: pid_t

  /// The end of a command.
  enum End: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// The exit status that a shell would give it.
    var status: Int32 {
      switch self {
      case .status(let status): status
      case .signal(let signal): 128 + signal
      }
    }

    /// True if it has ended as it wanted, or as the person at the terminal wanted.
    var isIntended: Bool {
      switch self {
      case .status(let status): status == 0
      case .signal(let signal): [SIGINT, SIGTERM, SIGHUP].contains(signal)
      }
    }

    init(waitStatus status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
  }

  struct NotStarted: Error, CustomStringConvertible {
    let command: String
    let code: Int32

    var description: String {
      "`\(command)` cannot be started: \(String(cString: strerror(code))). See that it exists and is a program."
    }
  }

  /// Starts a command with further variables in its environment.
  ///
  /// It stays in this process's group, so that it can read from the terminal, and the signals that this
  /// process ignores or blocks are at their defaults in it.
  init(_ words: [String], _ variables: [String: String]) throws(NotStarted) {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    var arguments = words.map { strdup($0) } + [nil]
    var pairs = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + pairs { free(text) } }
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    #else
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // A thread of the pool blocks signals, and a command would inherit that.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var made = pid_t()
    let code = posix_spawnp(&made, words[0], nil, &attributes, &arguments, &pairs)
    guard code == 0 else { throw NotStarted(command: words[0], code: code) }
    number = made
  }

  /// Waits for its end, on a thread.
  func end() async -> End {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0 && errno == EINTR {}
        continuation.resume(returning: End(waitStatus: status))
      }
    }
  }

  /// Asks it to end.
  func terminate() { _ = kill(number, SIGTERM) }
}
