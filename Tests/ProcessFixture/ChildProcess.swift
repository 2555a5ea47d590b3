public import Foundation

/// A program in a process of its own, with exactly the given arguments, environment and files.
///
/// ```swift
/// let process = try ChildProcess("uname", ["-s"], output: .pipe)
/// let name = await process.output.text()
/// #expect(await process.ended() == .status(0))
/// ```
///
/// Foundation's `Process` is not used: on Linux it learns of the end of a child from a socket, which a second
/// child that is started at the same moment can inherit. Then the first one stays a zombie until the second
/// one ends as well.
public final class ChildProcess: @unchecked Sendable {
  // Sound: what changes is touched while the lock is held.

  /// The standard input, output or errors of a child.
  public enum File: Sendable {
    /// No input; an output is dropped.
    case nothing
    /// The file of this process.
    case inherited
    /// The file at a path, which is read as input, and as output made or emptied.
    case path(String)
    /// An open file, which stays open in this process.
    case descriptor(Int32)
    /// A pipe to this process.
    case pipe

    /// The file of the standard output, for the errors.
    public static let output = File.descriptor(STDOUT_FILENO)
  }

  /// The end of a child.
  public enum End: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// The status that a shell would give it: 128 plus the number of a signal.
    public var status: Int32 {
      switch self {
      case .status(let status): status
      case .signal(let signal): 128 + signal
      }
    }
  }

  /// A child that could not be started.
  public struct NotStarted: Error, Hashable, CustomStringConvertible {
    /// The path or the name.
    public let program: String
    /// The error of the system.
    public let code: Int32

    /// A sentence that says what happened, and what to do.
    public var description: String {
      "`\(program)` cannot be started: \(String(cString: strerror(code))). See that it exists and is a program, and that "
        + "the files of its input and output can be opened."
    }
  }

  /// The writing end of the input, if this is a pipe.
  public let input: FileHandle
  /// The reading end of the output, if this is a pipe.
  public let output: FileHandle
  /// The reading end of the errors, if these are a pipe.
  public let errors: FileHandle
  private let id: pid_t
  private let lock = NSCondition()
  private var end: End?
  private var waiting: [CheckedContinuation<End, Never>] = []

  /// Starts a program.
  ///
  /// No other open file of this process is inherited, and no signal is blocked or ignored.
  ///
  /// - Parameters:
  ///   - program: The path, or a name that is searched in the folders of the PATH.
  ///   - arguments: The arguments behind the program's name.
  ///   - environment: All variables; by default those of this process.
  ///   - input: The standard input.
  ///   - output: The standard output.
  ///   - errors: The standard errors.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: File = .nothing, output: File = .inherited, errors: File = .inherited
  ) throws(NotStarted) {
    #if canImport(Darwin)
    var files: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    let others = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    let others: Int32 = 0
    #endif
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    var ends: [FileHandle] = []
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
      for end in ends { try? end.close() }
    }

    /// Returns this process's end, if the file is a pipe.
    func add(_ file: File, as number: Int32) throws(NotStarted) -> FileHandle {
      let isInput = number == STDIN_FILENO
      let mode = isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      switch file {
      case .nothing: posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_RDWR, 0)
      case .inherited: posix_spawn_file_actions_adddup2(&files, number, number)
      case .path(let path): posix_spawn_file_actions_addopen(&files, number, path, mode, 0o600)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&files, descriptor, number)
      case .pipe:
        guard let (reading, writing) = makePipe() else { throw NotStarted(program: program, code: errno) }
        ends.append(isInput ? reading : writing)
        posix_spawn_file_actions_adddup2(&files, ends[ends.count - 1].fileDescriptor, number)
        return isInput ? writing : reading
      }
      return .nullDevice
    }
    self.input = try add(input, as: STDIN_FILENO)
    self.output = try add(output, as: STDOUT_FILENO)
    self.errors = try add(errors, as: STDERR_FILENO)
    #if !canImport(Darwin)
    _ = closeOthers(&files, 3)
    #endif

    // The threads of tests may block signals, and child processes would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | others))

    let variables = environment ?? ProcessInfo.processInfo.environment
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, program, &files, &attributes, &words, &settings)
    guard code == 0 else { throw NotStarted(program: program, code: code) }
    self.id = id
    Thread.detachNewThread { self.reap() }
  }

  private func reap() {
    // Only looks, because the number stays the child's until it is reaped, which `kill` must not miss.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    let (end, waiting) = lock.withLock {
      var status: Int32 = -1
      waitpid(id, &status, 0)
      let signal = status & 0x7F
      let end: End = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
      self.end = end
      lock.broadcast()
      defer { self.waiting = [] }
      return (end, self.waiting)
    }
    for continuation in waiting { continuation.resume(returning: end) }
  }

  /// True until the child has ended.
  public var isRunning: Bool { lock.withLock { end == nil } }

  /// Sends a signal, unless the child has ended.
  public func kill(_ signal: Int32) {
    lock.withLock { if end == nil { _ = Foundation.kill(id, signal) } }
  }

  /// Returns the end of the child when it has ended, and blocks the thread until then.
  @discardableResult
  public func wait() -> End {
    lock.withLock {
      while true {
        if let end { return end }
        lock.wait()
      }
    }
  }

  /// Returns the end of the child when it has ended.
  @discardableResult
  public func ended() async -> End {
    await withCheckedContinuation { continuation in
      let known = lock.withLock {
        if end == nil { waiting.append(continuation) }
        return end
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}

extension FileHandle {
  /// Reads a line, which blocks the thread, and returns it without its end.
  public func line() -> String {
    var line: [UInt8] = []
    while let byte = try? read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Reads all that is left, which blocks the thread.
  public func text() -> String { String(decoding: (try? readToEnd()) ?? Data(), as: UTF8.self) }

  /// Reads all that is left, on a thread of its own.
  public func text() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.text()) }
    }
  }
}

/// Returns the ends of a pipe, which no other child inherits; nil with `errno` if there is none to be had.
private func makePipe() -> (reading: FileHandle, writing: FileHandle)? {
  var ends: [Int32] = [-1, -1]
  #if canImport(Darwin)
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  #else
  guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
  #endif
  let handles = ends.map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) }
  return (handles[0], handles[1])
}

#if !canImport(Darwin)
// Sound: these are functions of glibc 2.34 that Swift's headers do not have, declared as its manual does.
@_silgen_name("pipe2")
private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32

// Sound: as above.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func closeOthers(_ files: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32
#endif
