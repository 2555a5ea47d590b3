import Foundation
import HTTPDaemon
import InspectorServer
import MillraceInspectorWire
import ProcessSignals

/// The program: a server, the sockets of applications, and a command.
struct Tool {
  private let options: Options

  init(_ options: Options) { self.options = options }

  /// Runs until a signal or the command's end; returns the exit status.
  func run() async throws -> Int32 {
    if let trace = options.perfetto {
      try await TraceFile.write(options.files[0], to: trace)
      return 0
    }
    // A page or an application that has gone is seen where something is written to it.
    signal(SIGPIPE, SIG_IGN)
    // Other users may not read what it writes.
    umask(0o077)
    let log = try LogFile(isNeeded: !options.command.isEmpty)
    let token = HexBlock.random().digits
    let server = try await Resident(on: ServerLoop()) { _ in
      try InspectorServer(token: token) { log.add($0) }
    }
    let listener = try ApplicationListener(
      for: Applications(server), host: options.host, path: options.socket, keep: UInt64(options.keep) << 30
    ) { log.add($0) }
    let options = options
    let (port, isLoopback) = try await server.use { server, loop in
      let socket = try ListeningSocket(host: options.host, port: options.port)
      let isLoopback = socket.isLoopback
      let names = options.host.contains(":") ? [] : [options.host]
      return (try server.serve(socket, called: names, on: loop), isLoopback)
    }
    listener.start()
    for path in options.files { try await FileOpening(server).open(path) }
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    let announcement = Announcement(
      page: "http://\(host):\(port)/#\(token)", applications: listener.addresses.map(\.text),
      openHost: isLoopback ? nil : options.host, port: port, log: log.path)
    print(options.isJSON ? announcement.json : announcement.text)
    // A program that started this one reads the addresses from its first line.
    fflush(nil)
    let page = mayOpen ? Browser.open(announcement.page) : nil
    if page == nil && mustAsk { Self.waitForReturn("start `\(options.command[0])`") }
    let status = try await wait(announcement.applications[0], server)
    if let page { Browser.remove(page) }
    await listener.stop()
    await server.use { server, loop in server.stop(on: loop) }
    return status
  }

  private var mayOpen: Bool {
    options.mayOpen && !options.isJSON
      && Browser.isThere(
        environment: ProcessInfo.processInfo.environment, isTerminal: isatty(STDOUT_FILENO) == 1)
  }

  /// True if a command is about to take the terminal that shows the page's address.
  private var mustAsk: Bool {
    options.mayOpen && !options.isJSON && !options.command.isEmpty
      && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Reads no byte behind the Return, which is the command's.
  private static func waitForReturn(_ purpose: String) {
    print("Open the page in a browser, then press Return to \(purpose).")
    fflush(nil)
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {}
  }

  private func wait(_ address: String, _ server: Resident<InspectorServer>) async throws -> Int32 {
    guard !options.command.isEmpty else {
      await EndSignal().wait()
      return 0
    }
    // While the command runs, what is typed is its own, Ctrl-C as well.
    // One of each for the whole time: on Linux, a second source of a signal would silence the first.
    let (interrupted, terminated) = (EndSignal([SIGINT]), EndSignal([SIGTERM]))
    let process = try CommandProcess(options.command, [InspectorAddress.variable: address])
    let (over, continuation) = AsyncStream.makeStream(of: Void.self)
    let flag = SharedFlag()
    Task {
      repeat { await interrupted.wait() } while !flag.isSet
      continuation.yield()
    }
    Task {
      await terminated.wait()
      if !flag.isSet { process.terminate() }
      continuation.yield()
    }
    let end = await process.end()
    flag.set()
    let wasTerminated = end == .signal(SIGTERM)
    let pages = await server.use { server, _ in server.pageCount }
    let isWatched = pages > 0
    guard !wasTerminated, options.stays || isWatched || !end.isIntended else { return end.status }
    Self.tell(
      "`\(options.command[0])` has ended with status \(end.status); the inspector stays until Ctrl-C.")
    for await _ in over { break }
    return end.status
  }

  /// Prints a line; a failed write does not end the program.
  static func tell(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("millrace-inspect: \(text)\n".utf8))
  }
}

/// A fact that becomes true once.
private final class SharedFlag: @unchecked Sendable {
  // Sound: the value is used under the lock.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
