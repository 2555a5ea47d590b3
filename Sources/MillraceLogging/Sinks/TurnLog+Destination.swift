public import Millrace

extension TurnLog {
  /// A destination of lines.
  public struct Destination: Sendable {
    private let body: @Sendable (_ lines: [String]) throws -> Void

    /// Creates a destination of your own.
    ///
    /// - Parameter write: A function that writes lines, given without their newlines; called on a sink's
    ///   queue.
    public init(_ write: @escaping @Sendable (_ lines: [String]) throws -> Void) {
      body = write
    }

    /// The process's standard error.
    public static let standardError = Destination(LogFile(descriptor: 2, name: "standard error"))

    /// The process's standard output.
    public static let standardOutput = Destination(LogFile(descriptor: 1, name: "standard output"))

    /// Returns a file at a path, to whose end the lines are appended; it is created with the first of them.
    ///
    /// Its permissions are the owner's alone unless you pass others. Its folder must exist. The log does not
    /// rotate the file itself. A tool such as `logrotate` may rename or remove it, and the next lines begin a
    /// new file at the path, without a signal; or it may copy and truncate it (`copytruncate`).
    public static func file(_ path: String, permissions: AccessPermissions = .ownerOnly) -> Destination {
      Destination(LogFile(path: path, permissions: permissions))
    }

    private init(_ file: LogFile) {
      body = { try file.write($0) }
    }

    func write(_ lines: [String]) throws {
      if !lines.isEmpty { try body(lines) }
    }
  }
}
